/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Random rows and predicates over one schema, from few values so that they often meet. */
final class RandomPredicates {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "i", Types.IntegerType.get()),
          Types.NestedField.optional(2, "l", Types.LongType.get()),
          Types.NestedField.optional(3, "f", Types.FloatType.get()),
          Types.NestedField.optional(4, "d", Types.DoubleType.get()),
          Types.NestedField.optional(5, "n", Types.DecimalType.of(6, 2)),
          Types.NestedField.optional(6, "s", Types.StringType.get()),
          Types.NestedField.optional(7, "b", Types.BooleanType.get()),
          Types.NestedField.optional(8, "dt", Types.DateType.get()),
          Types.NestedField.optional(9, "tm", Types.TimeType.get()),
          Types.NestedField.optional(10, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(11, "tz", Types.TimestampType.withZone()),
          Types.NestedField.optional(12, "x", Types.FixedType.ofLength(2)),
          Types.NestedField.optional(13, "y", Types.BinaryType.get()),
          Types.NestedField.required(14, "r", Types.IntegerType.get()));

  private static final List<SqlOperator> COMPARISONS =
      List.of(
          SqlStdOperatorTable.EQUALS,
          SqlStdOperatorTable.NOT_EQUALS,
          SqlStdOperatorTable.LESS_THAN,
          SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
          SqlStdOperatorTable.GREATER_THAN,
          SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
          SqlStdOperatorTable.IS_DISTINCT_FROM,
          SqlStdOperatorTable.IS_NOT_DISTINCT_FROM);
  private static final List<SqlOperator> TESTS =
      List.of(
          SqlStdOperatorTable.NOT,
          SqlStdOperatorTable.IS_TRUE,
          SqlStdOperatorTable.IS_NOT_TRUE,
          SqlStdOperatorTable.IS_FALSE,
          SqlStdOperatorTable.IS_NOT_FALSE,
          SqlStdOperatorTable.IS_NULL,
          SqlStdOperatorTable.IS_NOT_NULL);
  private static final List<TimeUnitRange> DAYS =
      List.of(
          TimeUnitRange.YEAR,
          TimeUnitRange.QUARTER,
          TimeUnitRange.MONTH,
          TimeUnitRange.WEEK,
          TimeUnitRange.DAY);
  private static final List<TimeUnitRange> TIMES_OF_DAY =
      List.of(TimeUnitRange.HOUR, TimeUnitRange.MINUTE);
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(1970, 1, 1),
          LocalDate.of(1970, 2, 1),
          LocalDate.of(1969, 9, 30),
          LocalDate.of(2006, 10, 29),
          LocalDate.of(2019, 2, 17),
          LocalDate.of(2020, 3, 1));
  private static final List<LocalTime> TIMES =
      List.of(
          LocalTime.MIDNIGHT,
          LocalTime.of(1, 0),
          LocalTime.of(2, 30),
          LocalTime.of(10, 30, 0, 1_000),
          LocalTime.of(23, 59, 59, 999_999_000));
  private static final List<String> STRINGS =
      List.of("", "a", "ab", "abc", "ac", "b", "\uD7FF", "\uFFFD", "\uD83D\uDE00", "a\uD83D\uDE00");

  private final Random random;
  private final RexBuilder rex;
  private final RelDataTypeFactory types;
  private final List<RexNode> columns;

  RandomPredicates(Random random, RexBuilder rex, RelDataType rowType) {
    this.random = random;
    this.rex = rex;
    this.types = rex.getTypeFactory();
    this.columns = new ArrayList<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      columns.add(rex.makeInputRef(rowType, i));
    }
  }

  <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** One row, in the order of the schema, as values of {@link ReferenceSql}. */
  @Nullable Object[] row() {
    Object[] row = new Object[SCHEMA.columns().size()];
    for (int i = 0; i < row.length; i++) {
      boolean isNull = SCHEMA.columns().get(i).isOptional() && random.nextInt(6) == 0;
      row[i] = isNull ? null : value(i);
    }
    return row;
  }

  private Object value(int column) {
    return switch (SCHEMA.columns().get(column).name()) {
      case "i", "r" -> decimal(pick(List.of(-3, -1, 0, 1, 2, 5, Integer.MAX_VALUE)).longValue());
      case "l" -> decimal(pick(List.of(-1L, 0L, 2L, 5L, 1L << 53, Long.MIN_VALUE)));
      case "f" -> pick(List.of(-1.5f, -0.0f, 0.0f, 0.1f, 0.5f, Float.NaN, Float.POSITIVE_INFINITY));
      case "d" -> pick(List.of(-1.5, -0.0, 0.0, 0.1, 0.5, 2.0, Double.NaN, Double.MAX_VALUE));
      case "n" ->
          new BigDecimal(pick(List.of("-9999.99", "-0.01", "0.00", "7.25", "7.26", "9999.99")));
      case "s" -> pick(STRINGS);
      case "b" -> random.nextBoolean();
      case "dt" -> pick(DATES);
      case "tm" -> pick(TIMES);
      case "ts" -> LocalDateTime.of(pick(DATES), pick(TIMES));
      case "tz" -> LocalDateTime.of(pick(DATES), pick(TIMES)).toInstant(ZoneOffset.UTC);
      default -> new byte[] {(byte) random.nextInt(2), (byte) (random.nextInt(2) * 200)};
    };
  }

  private static BigDecimal decimal(long value) {
    return BigDecimal.valueOf(value);
  }

  RexNode predicate(int depth) {
    int choice = random.nextInt(10);
    if (depth > 0 && choice < 3) {
      return rex.makeCall(
          random.nextBoolean() ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR,
          predicate(depth - 1),
          predicate(depth - 1),
          predicate(depth - 1));
    }
    if (depth > 0 && choice < 6) {
      return rex.makeCall(pick(TESTS), predicate(depth - 1));
    }
    return leaf(random.nextInt(columns.size()));
  }

  private RexNode leaf(int column) {
    RexNode ref = columns.get(column);
    String name = SCHEMA.columns().get(column).name();
    return switch (random.nextInt(6)) {
      case 0 -> rex.makeCall(SqlStdOperatorTable.IS_NULL, ref);
      case 1 -> rex.makeIn(ref, List.of(literal(name), literal(name), literal(name)));
      case 2 -> special(name, ref);
      default -> compare(ref, literal(name));
    };
  }

  private RexNode compare(RexNode left, RexNode right) {
    SqlOperator operator = pick(COMPARISONS);
    return random.nextInt(4) == 0
        ? rex.makeCall(operator, right, left)
        : rex.makeCall(operator, left, right);
  }

  private RexNode special(String name, RexNode ref) {
    return switch (name) {
      case "b" -> ref;
      case "s" -> {
        String pattern =
            pick(List.of("ab%", "a%", "%", "a_", "ab", "\uFFFD%", "a%c", "\uD83D\uDE00%"));
        yield rex.makeCall(SqlStdOperatorTable.LIKE, ref, text(pattern));
      }
      case "ts" -> onTimestamp(random.nextInt(5) == 0 ? asTimestamp(asDate(ref)) : ref);
      case "tz" -> random.nextBoolean() ? onTimestamp(asTimestamp(ref)) : onInstant(ref);
      case "dt" ->
          switch (random.nextInt(3)) {
            case 0 -> compare(year(ref), integer(1970));
            case 1 -> compare(asTimestamp(ref), literal("ts"));
            default -> compare(floor(ref, DAYS), literal("dt"));
          };
      case "i" ->
          compare(cast(ref, SqlTypeName.DOUBLE), rex.makeApproxLiteral(new BigDecimal("1.5")));
      case "f" ->
          compare(cast(ref, SqlTypeName.DOUBLE), rex.makeApproxLiteral(new BigDecimal("0.1")));
      default -> compare(ref, rex.makeNullLiteral(ref.getType()));
    };
  }

  private RexNode onTimestamp(RexNode ref) {
    return switch (random.nextInt(6)) {
      case 0 -> compare(year(random.nextBoolean() ? asDate(ref) : ref), integer(1970));
      case 1 -> compare(asDate(ref), literal("dt"));
      case 2 -> compare(asDate(floor(ref, DAYS)), literal("dt"));
      case 3 -> compare(floor(asDate(ref), DAYS), literal("dt"));
      case 4 -> compare(ref, literal("ts"));
      default -> compare(floor(ref, pick(List.of(DAYS, TIMES_OF_DAY))), literal("ts"));
    };
  }

  private RexNode onInstant(RexNode ref) {
    return switch (random.nextInt(4)) {
      case 0 -> compare(year(ref), integer(1970));
      case 1 -> compare(asDate(ref), literal("dt"));
      case 2 -> compare(floor(ref, DAYS), literal("tz"));
      default -> compare(asTimestamp(floor(ref, DAYS)), literal("ts"));
    };
  }

  private RexNode floor(RexNode ref, List<TimeUnitRange> units) {
    return rex.makeCall(SqlStdOperatorTable.FLOOR, ref, rex.makeFlag(pick(units)));
  }

  private RexNode asDate(RexNode ref) {
    return cast(ref, SqlTypeName.DATE);
  }

  private RexNode asTimestamp(RexNode ref) {
    RelDataType type =
        types.createTypeWithNullability(types.createSqlType(SqlTypeName.TIMESTAMP, 6), true);
    return rex.makeAbstractCast(type, ref, false);
  }

  private RexNode year(RexNode ref) {
    return rex.makeCall(
        types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true),
        SqlStdOperatorTable.EXTRACT,
        List.of(rex.makeFlag(TimeUnitRange.YEAR), ref));
  }

  private RexNode cast(RexNode ref, SqlTypeName type) {
    return rex.makeAbstractCast(
        types.createTypeWithNullability(types.createSqlType(type), true), ref, false);
  }

  private RexNode integer(long value) {
    return rex.makeExactLiteral(decimal(value));
  }

  private RexNode text(String value) {
    return rex.makeCharLiteral(new NlsString(value, "UTF-8", null));
  }

  private RexNode literal(String column) {
    return switch (column) {
      case "i", "l", "r" ->
          rex.makeExactLiteral(
              new BigDecimal(pick(List.of("-1", "0", "0.5", "2", "5", "3000000000", "-4.5"))));
      case "f", "d" ->
          rex.makeApproxLiteral(new BigDecimal(pick(List.of("-1.5", "0", "0.1", "0.5", "1E300"))));
      case "n" ->
          rex.makeExactLiteral(
              new BigDecimal(pick(List.of("-0.01", "0", "7.25", "7.255", "7.2600", "123456"))));
      case "s" -> text(pick(STRINGS));
      case "b" -> rex.makeLiteral(random.nextBoolean());
      case "dt" -> rex.makeDateLiteral(new DateString(pick(DATES).toString()));
      case "tm" -> time(pick(TIMES));
      case "ts" -> timestamp(LocalDateTime.of(pick(DATES), pick(TIMES)));
      case "tz" -> instant(LocalDateTime.of(pick(DATES), pick(TIMES)));
      default ->
          rex.makeBinaryLiteral(
              new ByteString(
                  new byte[] {(byte) random.nextInt(2), (byte) (random.nextInt(2) * 200)}));
    };
  }

  private RexNode time(LocalTime value) {
    return rex.makeTimeLiteral(
        new TimeString(value.getHour(), value.getMinute(), value.getSecond())
            .withNanos(value.getNano()),
        6);
  }

  private RexNode timestamp(LocalDateTime value) {
    return rex.makeTimestampLiteral(
        new TimestampString(
                "%04d-%02d-%02d %02d:%02d:%02d"
                    .formatted(
                        value.getYear(),
                        value.getMonthValue(),
                        value.getDayOfMonth(),
                        value.getHour(),
                        value.getMinute(),
                        value.getSecond()))
            .withNanos(value.getNano()),
        6);
  }

  private RexNode instant(LocalDateTime value) {
    return rex.makeAbstractCast(
        types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6),
        timestamp(value),
        false);
  }
}
