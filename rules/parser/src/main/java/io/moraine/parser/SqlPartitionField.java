/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableNullableList;
import org.jspecify.annotations.Nullable;

/** One field of PARTITIONED BY: a column under one of Iceberg's transforms. */
public final class SqlPartitionField extends SqlCall {
  /** The transform of a field that is written as a column alone. */
  public static final String IDENTITY = "identity";

  private static final SqlOperator OPERATOR =
      new SqlSpecialOperator("PARTITION_FIELD", SqlKind.OTHER);

  private static final Set<String> WITH_WIDTH = Set.of("bucket", "truncate");
  private static final Set<String> WITHOUT_WIDTH =
      Set.of(IDENTITY, "year", "month", "day", "hour", "void");
  private static final Map<String, String> PLURALS =
      Map.of("years", "year", "months", "month", "days", "day", "hours", "hour");

  private final String transformName;
  private final @Nullable Integer width;
  private final SqlIdentifier column;

  private SqlPartitionField(
      SqlParserPos pos, String transformName, @Nullable Integer width, SqlIdentifier column) {
    super(pos);
    this.transformName = transformName;
    this.width = width;
    this.column = column;
  }

  /** A column that is itself the partition value. */
  public static SqlPartitionField identity(SqlIdentifier column) {
    return new SqlPartitionField(column.getParserPosition(), IDENTITY, null, column);
  }

  /**
   * A column under a transform.
   *
   * @param pos where the field stands
   * @param name the transform as written, in any case; plurals such as {@code days} are taken
   * @param width the number of buckets or the width to truncate to; null when none is written
   * @param column the source column; several names are a path into a struct
   * @throws org.apache.calcite.runtime.CalciteContextException for an unknown transform, or a width
   *     that is missing, zero or superfluous
   */
  public static SqlPartitionField of(
      SqlParserPos pos, String name, @Nullable Integer width, SqlIdentifier column) {
    String lower = name.toLowerCase(Locale.ROOT);
    String transform = PLURALS.getOrDefault(lower, lower);
    if (WITH_WIDTH.contains(transform)) {
      if (width == null || width <= 0) {
        throw DdlSyntaxError.at(
            pos, quoted(transform) + " needs a positive width: write " + transform + "(n, column)");
      }
    } else if (!WITHOUT_WIDTH.contains(transform)) {
      throw DdlSyntaxError.at(
          pos,
          "Unknown partition transform '"
              + name
              + "': use a column alone, bucket(n, c), truncate(n, c),"
              + " year(c), month(c), day(c), hour(c), identity(c) or void(c)");
    } else if (width != null) {
      throw DdlSyntaxError.at(
          pos, quoted(transform) + " takes no width: write " + transform + "(column)");
    }
    return new SqlPartitionField(pos, transform, width, column);
  }

  private static String quoted(String transform) {
    return "Partition transform '" + transform + "'";
  }

  /**
   * The transform: {@code identity}, {@code bucket}, {@code truncate}, {@code year}, {@code month},
   * {@code day}, {@code hour} or {@code void}; lower case, singular.
   */
  public String getTransformName() {
    return transformName;
  }

  /** The width, positive; null unless the transform is {@code bucket} or {@code truncate}. */
  public @Nullable Integer getWidth() {
    return width;
  }

  /** The source column; several names are a path into a struct. */
  public SqlIdentifier getColumn() {
    return column;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<@Nullable SqlNode> getOperandList() {
    return ImmutableNullableList.of(
        SqlLiteral.createCharString(transformName, SqlParserPos.ZERO), widthLiteral(), column);
  }

  private @Nullable SqlLiteral widthLiteral() {
    return width == null
        ? null
        : SqlLiteral.createExactNumeric(width.toString(), SqlParserPos.ZERO);
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    if (transformName.equals(IDENTITY)) {
      column.unparse(writer, 0, 0);
      return;
    }
    writer.keyword(transformName.toUpperCase(Locale.ROOT));
    SqlWriter.Frame frame = writer.startList(SqlWriter.FrameTypeEnum.FUN_CALL, "(", ")");
    if (width != null) {
      writer.sep(",");
      writer.print(width);
    }
    writer.sep(",");
    column.unparse(writer, 0, 0);
    writer.endList(frame);
  }
}
