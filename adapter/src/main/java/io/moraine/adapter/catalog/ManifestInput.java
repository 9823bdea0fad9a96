/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An Avro file of metadata, whose frames are looked at before it is read. Some engines declare the
 * entries of a manifest's maps nullable, or the ids of equality deletes long, which Iceberg's
 * reader refuses as a whole although no entry is null and no id is large; such a manifest is read
 * in the form that the specification gives it.
 */
final class ManifestInput implements InputFile {
  private static final int HEADER_BYTES = 32 * 1024;
  private static final Pattern OTHER_FORM =
      Pattern.compile(
          "\"items\"\\s*:\\s*\\[\\s*\"null\"|equality_ids\"[^}]*\"items\"\\s*:\\s*\"long\"");

  private final InputFile stored;
  private final long declaredLength;
  private @Nullable InputFile readable;

  /**
   * An Avro file.
   *
   * @param declaredLength the bytes that other metadata says it has, 0 where none does
   */
  ManifestInput(InputFile stored, long declaredLength) {
    this.stored = stored;
    this.declaredLength = declaredLength;
  }

  private synchronized InputFile readable() {
    if (readable == null) {
      requireSound();
      readable = hasOtherForm() ? rewritten() : stored;
    }
    return readable;
  }

  private void requireSound() {
    if (stored.getLength() < declaredLength) {
      throw new DamagedMetadataException(
          location(),
          new EOFException(
              "it has "
                  + stored.getLength()
                  + " of the "
                  + declaredLength
                  + " bytes that it had when it was written"));
    }
    try {
      AvroFrames.check(stored, MetadataLimits.bytes());
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      throw new UncheckedIOException("Reading " + location() + " was interrupted", e);
    } catch (IOException e) {
      throw new DamagedMetadataException(location(), e);
    }
  }

  private boolean hasOtherForm() {
    try (InputStream stream = stored.newStream()) {
      String header = new String(stream.readNBytes(HEADER_BYTES), StandardCharsets.ISO_8859_1);
      return OTHER_FORM.matcher(header).find();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + location(), e);
    }
  }

  private InputFile rewritten() {
    try (InputStream stream = stored.newStream()) {
      return new InMemoryInputFile(location(), PlainMapEntries.rewrite(stream));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + location(), e);
    }
  }

  @Override
  public long getLength() {
    return readable().getLength();
  }

  @Override
  public SeekableInputStream newStream() {
    return readable().newStream();
  }

  @Override
  public String location() {
    return stored.location();
  }

  @Override
  public boolean exists() {
    return stored.exists();
  }
}
