/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.view.ViewMetadataParser;

/**
 * Opens metadata files, once they are known to be sound. Iceberg's tables would read one that
 * cannot be parsed again and again for a minute and a half, while the statement hangs. So a file is
 * read token by token before it is opened, and one that is opened a second time within a short
 * while is parsed first.
 *
 * <p>A file whose snapshots have numbers beyond those of a long, which Iceberg's library does not
 * parse, is opened as a text in which they are the negative longs of the same bits: what its
 * manifests have, since Avro knows no others. Such a table can be read, not written.
 */
final class MetadataReads {
  private static final Cache<String, Boolean> RECENT =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(10)).build();

  private MetadataReads() {}

  /** Whether the name of a file is one of metadata. */
  static boolean isMetadata(String location) {
    return location.contains(".metadata.json");
  }

  /**
   * Opens a file.
   *
   * @param file a way to the file that does not come here
   * @throws DamagedMetadataException if it is a metadata file that cannot be parsed
   */
  static SeekableInputStream open(InputFile file) {
    String location = file.location();
    if (!isMetadata(location)) {
      return file.newStream();
    }
    List<UnsignedNumber> unsigned = check(file);
    InputFile sound =
        unsigned.isEmpty() ? file : new BytesFile(location, rewritten(file, unsigned));
    if (RECENT.asMap().putIfAbsent(location, true) != null) {
      requireParsed(sound);
    }
    return sound.newStream();
  }

  private static void requireParsed(InputFile file) {
    try {
      TableMetadataParser.read(file);
    } catch (NotFoundException e) {
      throw e;
    } catch (RuntimeException e) {
      requireView(file, e);
    }
  }

  private static List<UnsignedNumber> check(InputFile file) {
    try {
      return MetadataText.check(file, MetadataLimits.bytes());
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static byte[] rewritten(InputFile file, List<UnsignedNumber> unsigned) {
    boolean zipped = MetadataText.isZipped(file.location());
    try (InputStream stored = file.newStream();
        Reader text =
            new InputStreamReader(
                zipped ? new GZIPInputStream(stored) : stored, StandardCharsets.UTF_8)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (Writer out =
          new OutputStreamWriter(
              zipped ? new GZIPOutputStream(bytes) : bytes, StandardCharsets.UTF_8)) {
        UnsignedNumber.replaceAll(unsigned, text, out);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static RuntimeException failed(InputFile file, IOException failure) {
    return failure instanceof InterruptedIOException
            || failure instanceof ClosedByInterruptException
        ? new UncheckedIOException("Reading " + file.location() + " was interrupted", failure)
        : new DamagedMetadataException(file.location(), failure);
  }

  private static void requireView(InputFile file, RuntimeException noTable) {
    try {
      ViewMetadataParser.read(file);
    } catch (RuntimeException e) {
      throw new DamagedMetadataException(file.location(), noTable);
    }
  }
}
