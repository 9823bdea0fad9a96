/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** Why a table can't be read yet, by Iceberg's own library. */
final class SharedTableFacts {
  /** A reason, and a pattern that the message of the refusal must hold, in lower case. */
  enum Reason {
    NESTED_COLUMN("nested|struct|list|map|array|row"),
    DAMAGED_METADATA("metadata|manifest"),
    UNSUPPORTED_TYPE("variant|geometry|geography");

    private final Pattern pattern;

    Reason(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }

    Pattern pattern() {
      return pattern;
    }
  }

  private SharedTableFacts() {}

  /** Every reason that applies; none when the table has to read equal. */
  static Set<Reason> reasons(Table table) {
    Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    for (Types.NestedField field : table.schema().columns()) {
      switch (field.type().typeId()) {
        case STRUCT, LIST, MAP -> reasons.add(Reason.NESTED_COLUMN);
        case VARIANT, GEOMETRY, GEOGRAPHY -> reasons.add(Reason.UNSUPPORTED_TYPE);
        default -> {
          // flat
        }
      }
    }
    return reasons;
  }
}
