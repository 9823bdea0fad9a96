/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A metadata file in a store, which is fetched once and checked like one on the local disk.
 *
 * @param file the store's file
 */
record StoredMetadata(InputFile file) implements InputFile {
  @Override
  public long getLength() {
    return file.getLength();
  }

  @Override
  public SeekableInputStream newStream() {
    int most = (int) Math.min(Integer.MAX_VALUE - 8, MetadataLimits.bytes());
    byte[] bytes;
    try (InputStream stored = file.newStream()) {
      bytes = stored.readNBytes(most);
      if (bytes.length == most && stored.read() >= 0) {
        throw new DamagedMetadataException(
            location(),
            new IOException("it has more than " + most + " bytes" + MetadataLimits.remedy()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + Secrets.redact(location()), e);
    }
    return MetadataReads.open(new BytesFile(location(), bytes));
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public boolean exists() {
    return file.exists();
  }
}
