/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import io.moraine.rules.type.TypeMapping;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** Why a table can't be read yet, by Iceberg's own library. */
final class SharedTableFacts {
  /** A reason, and a pattern that the message of the refusal must hold, in lower case. */
  enum Reason {
    UNSUPPORTED_TYPE("variant");

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
      if (TypeMapping.refusal(field.type()).isPresent()) {
        reasons.add(Reason.UNSUPPORTED_TYPE);
      }
    }
    return reasons;
  }
}
