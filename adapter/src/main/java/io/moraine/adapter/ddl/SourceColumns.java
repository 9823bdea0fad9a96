/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** Finds the column that a clause of CREATE TABLE names. */
final class SourceColumns {
  private SourceColumns() {}

  /**
   * The column by its exact name, else by the only one that differs in case.
   *
   * @throws MoraineException COLUMN_NOT_FOUND naming statement, clause and column
   */
  static Types.NestedField find(
      String doing, String clause, Schema schema, SqlIdentifier identifier) {
    String name = String.join(".", identifier.names);
    Types.NestedField exact = schema.findField(name);
    if (exact != null) {
      return exact;
    }
    Types.NestedField field = schema.caseInsensitiveFindField(name);
    if (field == null) {
      List<String> known = schema.columns().stream().map(Types.NestedField::name).toList();
      throw new MoraineException(
          ErrorCode.COLUMN_NOT_FOUND,
          String.format(
              Locale.ROOT,
              "Cannot %s: %s names column %s, which is not among %s",
              doing,
              clause,
              name,
              known));
    }
    return field;
  }
}
