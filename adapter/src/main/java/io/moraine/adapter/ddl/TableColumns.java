/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.parser.SqlColumnDefinition;
import io.moraine.parser.SqlCreateTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.TypeMapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The columns and the primary key of a CREATE TABLE as an Iceberg schema. */
final class TableColumns {
  private final String doing;
  private final SqlCreateTable statement;

  TableColumns(String doing, SqlCreateTable statement) {
    this.doing = doing;
    this.statement = statement;
  }

  /**
   * The schema. Its field ids count from 1; the catalog assigns them anew.
   *
   * @throws MoraineException COLUMN_EXISTS, COLUMN_NOT_FOUND, NOT_SUPPORTED or INVALID_STATEMENT
   *     naming the column
   */
  Schema schema() {
    ColumnTypes types = new ColumnTypes();
    List<Types.NestedField> fields = new ArrayList<>();
    Map<String, String> taken = new HashMap<>();
    for (SqlColumnDefinition column : statement.getColumns()) {
      String name = column.getName().getSimple();
      requireNew(taken.put(name.toLowerCase(Locale.ROOT), name), name);
      Type type = TypeMapping.toIceberg(types.typeOf(doing, name, column.getType()), name);
      fields.add(
          Types.NestedField.builder()
              .isOptional(column.isNullable())
              .withId(fields.size() + 1)
              .withName(name)
              .ofType(type)
              .withDoc(column.getComment())
              .build());
    }
    return new Schema(fields, identifierIds(new Schema(fields)));
  }

  /** The engine that runs queries folds case, so names that differ only in case count as equal. */
  private void requireNew(@Nullable String earlier, String name) {
    if (earlier != null) {
      throw new MoraineException(
          ErrorCode.COLUMN_EXISTS,
          String.format(
              Locale.ROOT,
              "Cannot %s: column %s %s; rename one of them",
              doing,
              name,
              earlier.equals(name)
                  ? "is given twice"
                  : "differs from column " + earlier + " only in case"));
    }
  }

  private Set<Integer> identifierIds(Schema schema) {
    Set<Integer> ids = new LinkedHashSet<>();
    for (SqlIdentifier column : statement.getPrimaryKey()) {
      Types.NestedField field = SourceColumns.find(doing, "PRIMARY KEY", schema, column);
      if (field.isOptional()) {
        throw invalidKey(field, "may be null; declare it NOT NULL");
      }
      if (field.type().typeId() == Type.TypeID.FLOAT
          || field.type().typeId() == Type.TypeID.DOUBLE) {
        throw invalidKey(field, "has the inexact type " + field.type() + "; use another column");
      }
      if (!ids.add(field.fieldId())) {
        throw invalidKey(field, "is given twice; leave one");
      }
    }
    return ids;
  }

  private MoraineException invalidKey(Types.NestedField field, String problem) {
    return new MoraineException(
        ErrorCode.INVALID_STATEMENT,
        String.format(
            Locale.ROOT, "Cannot %s: column %s of PRIMARY KEY %s", doing, field.name(), problem));
  }
}
