/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.rules.type.TypeMapping;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Locale;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.ColumnStrategy;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql2rel.InitializerContext;
import org.apache.calcite.sql2rel.NullInitializerExpressionFactory;
import org.apache.calcite.util.NlsString;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.DateTimeUtil;

/** What an INSERT writes to a column that it leaves out: the column's write default, else NULL. */
final class WriteDefaults extends NullInitializerExpressionFactory {
  private final Schema schema;

  /** The defaults of a table's columns. */
  WriteDefaults(Schema schema) {
    this.schema = schema;
  }

  @Override
  public ColumnStrategy generationStrategy(RelOptTable table, int column) {
    return schema.columns().get(column).writeDefault() == null
        ? super.generationStrategy(table, column)
        : ColumnStrategy.DEFAULT;
  }

  @Override
  public RexNode newColumnDefaultValue(RelOptTable table, int column, InitializerContext context) {
    Types.NestedField field = schema.columns().get(column);
    Object value = field.writeDefault();
    if (value == null) {
      return super.newColumnDefaultValue(table, column, context);
    }
    RelDataType type = table.getRowType().getFieldList().get(column).getType();
    return constant(context.getRexBuilder(), type, field.type(), value);
  }

  /** A cast of the value's text, which keeps all its digits on every way to the writer. */
  private static RexNode constant(
      RexBuilder rexBuilder, RelDataType type, Type iceberg, Object value) {
    if (value instanceof ByteBuffer bytes && iceberg.typeId() != Type.TypeID.UUID) {
      return rexBuilder.makeBinaryLiteral(new ByteString(ByteBuffers.toByteArray(bytes)));
    }
    NlsString text =
        new NlsString(text(iceberg, value), StandardCharsets.UTF_8.name(), SqlCollation.IMPLICIT);
    return rexBuilder.makeAbstractCast(type, rexBuilder.makeCharLiteral(text), false);
  }

  private static String text(Type type, Object value) {
    return switch (type.typeId()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME -> DateTimeUtil.timeFromMicros((Long) value).toString();
      case TIMESTAMP ->
          TypeMapping.isInstant(type)
              ? DateTimeUtil.timestamptzFromMicros((Long) value).toString()
              : DateTimeUtil.timestampFromMicros((Long) value).toString();
      case TIMESTAMP_NANO ->
          TypeMapping.isInstant(type)
              ? DateTimeUtil.timestamptzFromNanos((Long) value).toString()
              : DateTimeUtil.timestampFromNanos((Long) value).toString();
      default -> String.format(Locale.ROOT, "%s", value);
    };
  }
}
