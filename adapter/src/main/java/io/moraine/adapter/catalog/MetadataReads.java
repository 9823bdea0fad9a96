/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.view.ViewMetadataParser;

/**
 * Finds metadata files that cannot be parsed. Iceberg's tables would read such a file again and
 * again for a minute and a half, while the statement hangs. So a file is read token by token before
 * it is opened, and one that is opened a second time within a short while is parsed first.
 */
final class MetadataReads {
  private static final Cache<String, Boolean> RECENT =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofSeconds(10)).build();

  private MetadataReads() {}

  /**
   * To be called before a file is opened.
   *
   * @param file a way to the file that does not come here
   * @throws DamagedMetadataException if it is a metadata file that cannot be parsed
   */
  static void check(InputFile file) {
    String location = file.location();
    if (!location.contains(".metadata.json")) {
      return;
    }
    requireSound(file);
    if (RECENT.asMap().putIfAbsent(location, true) == null) {
      return;
    }
    try {
      TableMetadataParser.read(file);
    } catch (NotFoundException e) {
      throw e;
    } catch (RuntimeException e) {
      requireView(file, e);
    }
  }

  private static void requireSound(InputFile file) {
    try {
      MetadataText.check(file, MetadataLimits.bytes());
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      throw new UncheckedIOException("Reading " + file.location() + " was interrupted", e);
    } catch (IOException e) {
      throw new DamagedMetadataException(file.location(), e);
    }
  }

  private static void requireView(InputFile file, RuntimeException noTable) {
    try {
      ViewMetadataParser.read(file);
    } catch (RuntimeException e) {
      throw new DamagedMetadataException(file.location(), noTable);
    }
  }
}
