/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The COMMENT clause, which Iceberg keeps as the property {@code comment}. */
final class Comments {
  private static final String PROPERTY = "comment";

  private Comments() {}

  /** Adds a comment, if there is one, to the properties of the object that messages call so. */
  static void addTo(Map<String, String> properties, @Nullable String comment, String object) {
    if (comment != null && properties.putIfAbsent(PROPERTY, comment) != null) {
      throw new MoraineException(
          ErrorCode.INVALID_STATEMENT,
          "Cannot create " + object + ": it has COMMENT and the property 'comment'; give one");
    }
  }
}
