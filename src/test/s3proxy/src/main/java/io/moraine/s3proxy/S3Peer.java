/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.s3proxy;

import java.io.IOException;
import java.net.URI;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/**
 * An S3 server over a folder, whose folders are the buckets, on a free port of the loopback
 * address. It prints its port, and ends with its standard input.
 */
public final class S3Peer {
  private S3Peer() {}

  /** Takes the folder, an access key and its secret. */
  public static void main(String[] arguments) throws Exception {
    Properties store = new Properties();
    store.setProperty("jclouds.provider", "filesystem-nio2");
    store.setProperty("jclouds.identity", "x");
    store.setProperty("jclouds.credential", "x");
    store.setProperty("jclouds.filesystem.basedir", arguments[0]);
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(BlobStores.create("filesystem-nio2", store))
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, arguments[1], arguments[2])
            .build();
    server.start();
    System.out.println(server.getPort());
    try {
      while (System.in.read() >= 0) {
        // Nobody writes; the end of the input is what is waited for.
      }
    } catch (IOException e) {
      System.err.println(e);
    } finally {
      server.stop();
    }
  }
}
