/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Reads a file channel; positioned reads do not move the stream. */
final class LocalInputStream extends SeekableInputStream implements RangeReadable {
  private final FileChannel channel;

  LocalInputStream(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public long getPos() throws IOException {
    return channel.position();
  }

  @Override
  public void seek(long newPos) throws IOException {
    channel.position(newPos);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] b, int off, int len) throws IOException {
    return channel.read(ByteBuffer.wrap(b, off, len));
  }

  @Override
  public long skip(long n) throws IOException {
    long from = channel.position();
    long to = Math.min(channel.size(), from + Math.max(0, n));
    channel.position(Math.max(from, to));
    return channel.position() - from;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(buffer, offset, length);
    while (rest.hasRemaining()) {
      if (channel.read(rest, position + length - rest.remaining()) < 0) {
        throw new EOFException("The file ends before byte " + (position + length));
      }
    }
  }

  @Override
  public int readTail(byte[] buffer, int offset, int length) throws IOException {
    int available = (int) Math.min(length, channel.size());
    readFully(channel.size() - available, buffer, offset, available);
    return available;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
