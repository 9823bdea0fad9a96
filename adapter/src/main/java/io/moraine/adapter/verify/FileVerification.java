/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Arrays;
import java.util.Locale;

/** How closely a data file is looked at before it is read for the first time. */
public enum FileVerification {
  /** Not at all: the files come from nobody but writers that are trusted. */
  NONE,
  /** Its footer, and the headers of the pages of columns that are read. */
  STRUCTURE,
  /** The same, and the checksums of those pages, which reads them twice. */
  CHECKSUMS;

  /** The system property that sets it. */
  public static final String PROPERTY = "moraine.verify";

  /**
   * That of this process.
   *
   * @throws MoraineException INVALID_CONFIGURATION if the property has another value
   */
  public static FileVerification ofProcess() {
    return of(System.getProperty(PROPERTY, STRUCTURE.toString()));
  }

  static FileVerification of(String text) {
    return Arrays.stream(values())
        .filter(value -> value.toString().equals(text.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "'" + PROPERTY + "' is '" + text + "', not none, structure or checksums"));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
