/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.iceberg.io.PositionOutputStream;

/** Writes a file channel and knows its length after it was closed, which Iceberg asks for. */
final class LocalOutputStream extends PositionOutputStream {
  private final FileChannel channel;
  private long position;

  LocalOutputStream(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(b, off, len);
    while (rest.hasRemaining()) {
      position += channel.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
