/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A file whose reads end with the statement that they are for.
 *
 * @param file the file
 * @param cancellation ends the reads, with its reason
 */
record StoppableFile(InputFile file, Cancellation cancellation) implements InputFile {
  @Override
  public long getLength() {
    return file.getLength();
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public boolean exists() {
    return file.exists();
  }

  @Override
  public SeekableInputStream newStream() {
    cancellation.check();
    return new Stream(file.newStream(), cancellation);
  }

  private static final class Stream extends SeekableInputStream {
    private final SeekableInputStream stream;
    private final Cancellation cancellation;

    Stream(SeekableInputStream stream, Cancellation cancellation) {
      this.stream = stream;
      this.cancellation = cancellation;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      stream.seek(position);
    }

    @Override
    public int read() throws IOException {
      cancellation.check();
      return stream.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      cancellation.check();
      return stream.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
