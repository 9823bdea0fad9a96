/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Expressions over lists, maps and structs. */
final class DuckNested {
  private final EngineCalls calls;

  DuckNested(EngineCalls calls) {
    this.calls = calls;
  }

  /** Whether a type is one of lists, maps or structs. */
  static boolean isNested(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return name == SqlTypeName.ARRAY || name == SqlTypeName.MAP || type.isStruct();
  }

  /**
   * Refuses lists, maps and structs as keys that are compared: what is NULL, −0.0 or NaN in them is
   * not compared as by itself.
   *
   * @param what what compares them
   */
  static void requireComparable(String what, RelDataType type) {
    if (isNested(type)) {
      throw EngineCalls.unsupported(
          what + " " + name(type) + " (use its fields or elements one by one)");
    }
  }

  /** Refuses to compute with lists, maps and structs where it was not said how. */
  static void requireExact(RexCall call) {
    boolean exact =
        switch (call.getKind()) {
          case IS_NULL, IS_NOT_NULL, CASE, COALESCE, CAST, ITEM, ROW -> true;
          case ARRAY_VALUE_CONSTRUCTOR, MAP_VALUE_CONSTRUCTOR -> true;
          default -> "CARDINALITY".equals(call.getOperator().getName());
        };
    if (!exact) {
      for (RexNode operand : call.getOperands()) {
        requireComparable(call.getOperator().getName() + " of", operand.getType());
      }
    }
  }

  private static String name(RelDataType type) {
    return type.isStruct() ? "a ROW" : "values of type " + type.getSqlTypeName();
  }

  /** Whether two types are the same, nullability aside. */
  static boolean isSame(RelDataType from, RelDataType to) {
    if (!isNested(from) || !isNested(to)) {
      return !isNested(from)
          && !isNested(to)
          && DuckTypes.of(from).equals(DuckTypes.of(to))
          && Nanos.isInstant(from) == Nanos.isInstant(to);
    }
    if (from.isStruct() || to.isStruct()) {
      return from.isStruct() && to.isStruct() && isSame(from.getFieldList(), to.getFieldList());
    }
    return from.getSqlTypeName() == to.getSqlTypeName()
        && (from.getSqlTypeName() == SqlTypeName.ARRAY
            ? isSame(from.getComponentType(), to.getComponentType())
            : isSame(from.getKeyType(), to.getKeyType())
                && isSame(from.getValueType(), to.getValueType()));
  }

  private static boolean isSame(List<RelDataTypeField> from, List<RelDataTypeField> to) {
    return from.size() == to.size()
        && IntStream.range(0, from.size())
            .allMatch(
                i ->
                    from.get(i).getName().equals(to.get(i).getName())
                        && isSame(from.get(i).getType(), to.get(i).getType()));
  }

  /** The operand of a cast that changes nothing; no other is known. */
  static RexNode cast(RelDataType type, RelDataType from, RexNode operand) {
    if (isSame(from, type)) {
      return operand;
    }
    throw EngineCalls.unsupported(
        "a cast from " + from + " to " + type + " (cast its fields or elements)");
  }

  /** A field of a struct. */
  RexNode field(RexFieldAccess access, RexNode struct) {
    return calls.call(access.getType(), field(access.getField().getName()), struct);
  }

  private static String field(String name) {
    return "struct_extract($0, " + Template.escaped(SqlText.string(name)) + ")";
  }

  /** An element of a list, the value of a key of a map, or a field of a struct. */
  RexNode item(RexCall call, List<RexNode> operands) {
    RelDataType collection = call.getOperands().get(0).getType();
    RexNode index = call.getOperands().get(1);
    if (collection.isStruct()) {
      return calls.call(call.getType(), field(fieldName(collection, index)), operands.get(0));
    }
    if (collection.getSqlTypeName() == SqlTypeName.MAP) {
      requireKey(collection.getKeyType(), index.getType());
      String key = EngineCalls.typedText("$1", index.getType(), collection.getKeyType());
      return calls.call(call.getType(), "map_extract_value($0, " + key + ")", operands);
    }
    // The engine counts negative ones from the end.
    boolean positive = index instanceof RexLiteral literal && isPositive(literal);
    return calls.call(
        call.getType(),
        positive
            ? "list_extract($0, $1)"
            : "CASE WHEN $1 >= 1 THEN list_extract($0, CAST($1 AS BIGINT)) END",
        operands);
  }

  private static boolean isPositive(RexLiteral literal) {
    BigDecimal value = literal.isNull() ? null : literal.getValueAs(BigDecimal.class);
    return value != null && value.signum() > 0;
  }

  private static String fieldName(RelDataType struct, RexNode index) {
    if (index instanceof RexLiteral literal && !literal.isNull()) {
      return SqlTypeUtil.isCharacter(literal.getType())
          ? named(struct, String.valueOf(literal.getValueAs(String.class)))
          : numbered(struct, literal);
    }
    throw EngineCalls.unsupported("a field of a ROW by an expression that is no literal");
  }

  private static String named(RelDataType struct, String name) {
    return struct.getFieldNames().stream()
        .filter(name::equals)
        .findFirst()
        .orElseThrow(() -> EngineCalls.unsupported("field " + name + " of " + struct));
  }

  private static String numbered(RelDataType struct, RexLiteral literal) {
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    List<String> names = struct.getFieldNames();
    if (number == null
        || number.signum() <= 0
        || number.compareTo(BigDecimal.valueOf(names.size())) > 0) {
      throw EngineCalls.unsupported("field " + literal + " of " + struct);
    }
    return names.get(number.intValue() - 1);
  }

  /** Keys are found by the engine's own equality, after a cast that must lose nothing. */
  private static void requireKey(RelDataType key, RelDataType index) {
    boolean exact =
        SqlTypeUtil.isCharacter(key) && SqlTypeUtil.isCharacter(index)
            || isNarrower(key, index)
            || isSame(key, index) && !isNested(key) && !SqlTypeUtil.isApproximateNumeric(key);
    if (!exact) {
      throw EngineCalls.unsupported(
          "a key of type " + index + " for a map with keys of type " + key);
    }
  }

  private static boolean isNarrower(RelDataType key, RelDataType index) {
    return SqlTypeUtil.isIntType(key)
        && SqlTypeUtil.isIntType(index)
        && index.getPrecision() <= key.getPrecision();
  }

  /** The number of elements. */
  RexNode cardinality(RexCall call, List<RexNode> operands) {
    boolean list = call.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.ARRAY;
    return calls.call(
        call.getType(),
        list ? "CAST(len($0) AS INTEGER)" : "CAST(cardinality($0) AS INTEGER)",
        operands);
  }

  /** A list of these elements, each of the common type. */
  RexNode list(RexCall call, List<RexNode> operands) {
    RelDataType element = call.getType().getComponentType();
    List<RexNode> typed = operands.stream().map(o -> calls.typed(element, o)).toList();
    String elements =
        IntStream.range(0, typed.size()).mapToObj(i -> "$" + i).collect(Collectors.joining(", "));
    return calls.call(
        call.getType(),
        "CAST([" + elements + "] AS " + Template.escaped(DuckTypes.of(call.getType())) + ")",
        typed);
  }

  /** A struct of these fields. */
  RexNode struct(RexCall call, List<RexNode> operands) {
    List<String> names = call.getType().getFieldNames();
    String fields =
        IntStream.range(0, names.size())
            .mapToObj(i -> Template.escaped(SqlText.identifier(names.get(i))) + " := $" + i)
            .collect(Collectors.joining(", "));
    return calls.call(call.getType(), "struct_pack(" + fields + ")", operands);
  }
}
