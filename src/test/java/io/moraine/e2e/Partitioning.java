/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.Random;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;

/** Random partition fields of a column. */
final class Partitioning {
  private Partitioning() {}

  static void add(UpdatePartitionSpec update, Types.NestedField column, Random random) {
    String name = column.name();
    boolean first = random.nextBoolean();
    switch (column.type().typeId()) {
      case BOOLEAN, FLOAT, DOUBLE -> update.addField(name);
      case INTEGER, LONG, STRING, DECIMAL, BINARY -> {
        if (first) {
          update.addField(name);
        } else {
          update.addField(
              random.nextBoolean() ? Expressions.bucket(name, 2) : Expressions.truncate(name, 2));
        }
      }
      case DATE, TIMESTAMP ->
          update.addField(first ? Expressions.year(name) : Expressions.month(name));
      // Iceberg's reader of records gives identities of nanoseconds as numbers.
      default -> update.addField(Expressions.bucket(name, 2));
    }
  }
}
