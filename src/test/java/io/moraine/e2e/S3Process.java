/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.Assumptions;

/** An S3 server over a folder in a process of its own; it has one bucket. */
public final class S3Process implements AutoCloseable {
  public static final String BUCKET = "lake-bucket";
  public static final String ACCESS_KEY = "canary-access-key";
  public static final String SECRET = "canary-secret-7f3a";

  private final Process process;
  private final Path folder;
  private final int port;

  private S3Process(Process process, Path folder, int port) {
    this.process = process;
    this.folder = folder;
    this.port = port;
  }

  /** Starts the server and waits until it listens; its errors go to {@code s3.log}. */
  public static S3Process start(Path folder) throws IOException {
    Path module = SharedTables.root().resolve("src/test/s3proxy/target");
    Path dependencies = module.resolve("s3proxy.classpath");
    Assumptions.assumeTrue(
        Files.exists(dependencies),
        "module src/test/s3proxy is not built: build the whole project");
    Files.createDirectories(folder.resolve("store").resolve(BUCKET));
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    module.resolve("classes")
                        + File.pathSeparator
                        + Files.readString(dependencies).strip(),
                    "io.moraine.s3proxy.S3Peer",
                    folder.resolve("store").toString(),
                    ACCESS_KEY,
                    SECRET))
            .redirectError(folder.resolve("s3.log").toFile())
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String port = output.readLine();
    if (port == null) {
      throw new IOException("S3Proxy did not start: " + Files.readString(folder.resolve("s3.log")));
    }
    return new S3Process(process, folder, Integer.parseInt(port));
  }

  /** Properties of a catalog whose names are in SQLite and whose files are in the store. */
  public Map<String, String> catalog(String secret) {
    return Map.of(
        "type",
        "jdbc",
        "uri",
        "jdbc:sqlite:" + folder.resolve("s3.db") + "?journal_mode=WAL&busy_timeout=30000",
        "warehouse",
        "s3://" + BUCKET + "/warehouse",
        "s3.endpoint",
        "http://127.0.0.1:" + port,
        "s3.path-style-access",
        "true",
        "s3.access-key-id",
        ACCESS_KEY,
        "s3.secret-access-key",
        secret,
        "client.region",
        "us-east-1",
        "jdbc.schema-version",
        "V1");
  }

  /** The properties of a connection to it, as catalog {@code lake}. */
  public Properties connection(String secret) {
    Properties properties = new Properties();
    catalog(secret).forEach((key, value) -> properties.setProperty("catalog.lake." + key, value));
    return properties;
  }

  /** Iceberg's own catalog on the same names and files. */
  public JdbcCatalog library() {
    JdbcCatalog library = new JdbcCatalog();
    Map<String, String> properties = new HashMap<>(catalog(SECRET));
    properties.remove("type");
    properties.put("io-impl", "org.apache.iceberg.aws.s3.S3FileIO");
    library.initialize("lake", properties);
    return library;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
