/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file whose bytes are in memory. */
final class BytesFile implements InputFile {
  private final String location;
  private final byte[] bytes;

  BytesFile(String location, byte[] bytes) {
    this.location = location;
    this.bytes = bytes;
  }

  @Override
  public long getLength() {
    return bytes.length;
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream(bytes);
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public boolean exists() {
    return true;
  }

  private static final class Stream extends SeekableInputStream {
    private final ByteArrayInputStream in;
    private final int length;

    Stream(byte[] bytes) {
      in = new ByteArrayInputStream(bytes);
      length = bytes.length;
    }

    @Override
    public long getPos() {
      return length - in.available();
    }

    @Override
    public void seek(long position) throws IOException {
      in.reset();
      if (in.skip(position) < position) {
        throw new EOFException("Cannot seek to " + position + " of " + length + " bytes");
      }
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      return in.read(target, offset, count);
    }
  }
}
