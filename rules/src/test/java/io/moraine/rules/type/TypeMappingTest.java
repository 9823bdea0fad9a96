/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TypeMappingTest {
  private final RelDataTypeFactory types = new JavaTypeFactoryImpl(MoraineTypeSystem.INSTANCE);

  static Stream<Arguments> flatTypes() {
    return Stream.of(
        Arguments.of(Types.BooleanType.get(), "BOOLEAN"),
        Arguments.of(Types.IntegerType.get(), "INTEGER"),
        Arguments.of(Types.LongType.get(), "BIGINT"),
        Arguments.of(Types.FloatType.get(), "REAL"),
        Arguments.of(Types.DoubleType.get(), "DOUBLE"),
        Arguments.of(Types.DecimalType.of(38, 10), "DECIMAL(38, 10)"),
        Arguments.of(Types.DateType.get(), "DATE"),
        Arguments.of(Types.TimeType.get(), "TIME(6)"),
        Arguments.of(Types.TimestampType.withoutZone(), "TIMESTAMP(6)"),
        Arguments.of(Types.TimestampType.withZone(), "TIMESTAMP_WITH_LOCAL_TIME_ZONE(6)"),
        Arguments.of(Types.TimestampNanoType.withoutZone(), "TIMESTAMP(9)"),
        Arguments.of(Types.TimestampNanoType.withZone(), "TIMESTAMP_WITH_LOCAL_TIME_ZONE(9)"),
        Arguments.of(Types.StringType.get(), "VARCHAR"),
        Arguments.of(Types.UUIDType.get(), "UUID"),
        Arguments.of(Types.FixedType.ofLength(70_000), "BINARY(70000)"),
        Arguments.of(Types.BinaryType.get(), "VARBINARY"));
  }

  @ParameterizedTest
  @MethodSource("flatTypes")
  void flatTypeGoesToSqlAndBack(Type iceberg, String sql) {
    RelDataType type = TypeMapping.toSql(types, iceberg, true);
    assertThat(type).hasToString(sql);
    assertThat(type.isNullable()).isTrue();
    assertThat(TypeMapping.toIceberg(type, "c")).isEqualTo(iceberg);
    assertThat(TypeMapping.refusal(iceberg)).isEmpty();
  }

  @Test
  void rowTypeKeepsNamesOrderAndNullability() {
    Schema schema =
        new Schema(
            Types.NestedField.required(7, "B", Types.LongType.get()),
            Types.NestedField.optional(3, "a", Types.StringType.get()));
    RelDataType row = TypeMapping.rowType(types, schema);
    assertThat(row.getFullTypeString())
        .isEqualTo("RecordType(BIGINT NOT NULL B, VARCHAR a) NOT NULL");
    assertThat(row.getFieldList().get(1).getType().getCharset()).isEqualTo(StandardCharsets.UTF_8);
  }

  @Test
  void nestedTypesKeepNamesAndNullability() {
    Type struct =
        Types.StructType.of(
            Types.NestedField.required(5, "x", Types.LongType.get()),
            Types.NestedField.optional(
                6, "Y", Types.ListType.ofRequired(7, Types.TimestampNanoType.withZone())));
    Type map = Types.MapType.ofOptional(8, 9, Types.UUIDType.get(), struct);
    assertThat(TypeMapping.refusal(map)).isEmpty();
    assertThat(TypeMapping.toSql(types, struct, false).getFullTypeString())
        .isEqualTo(
            "RecordType(BIGINT NOT NULL x, TIMESTAMP_WITH_LOCAL_TIME_ZONE(9) NOT NULL ARRAY Y)"
                + " NOT NULL");
    assertThat(TypeMapping.toSql(types, map, false).getFullTypeString())
        .isEqualTo(
            "(UUID NOT NULL, RecordType(BIGINT x, TIMESTAMP_WITH_LOCAL_TIME_ZONE(9) NOT NULL ARRAY"
                + " Y)) MAP NOT NULL");
  }

  static Stream<Arguments> refusedTypes() {
    return Stream.of(
        Arguments.of(Types.ListType.ofOptional(9, Types.VariantType.get()), "variant"),
        Arguments.of(
            Types.MapType.ofOptional(8, 9, Types.LongType.get(), Types.GeometryType.crs84()),
            "geometry"),
        Arguments.of(
            Types.StructType.of(
                Types.NestedField.optional(9, "x", Types.LongType.get()),
                Types.NestedField.optional(10, "X", Types.LongType.get())),
            "fields x and X"),
        Arguments.of(Types.VariantType.get(), "variant"),
        Arguments.of(Types.GeometryType.crs84(), "geometry"),
        Arguments.of(Types.GeographyType.crs84(), "geography"));
  }

  @ParameterizedTest
  @MethodSource("refusedTypes")
  void otherTypesAreRefusedByName(Type iceberg, String name) {
    Schema schema = new Schema(Types.NestedField.optional(4, "c", iceberg));
    assertThatThrownBy(() -> TypeMapping.requireReadable("lake.a.t", schema.columns()))
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessageContaining("lake.a.t")
        .hasMessageContaining("column c (field id 4)")
        .hasMessageContaining(name)
        .hasMessageContaining("leave this one out");
    assertThatThrownBy(() -> TypeMapping.toSql(types, iceberg, true)).hasMessageContaining(name);
    assertThat(TypeMapping.rowType(types, schema).getFieldList())
        .noneMatch(field -> TypeMapping.isReadable(field.getType()));
  }

  static Stream<Arguments> sqlTypesWithoutEqual() {
    return Stream.of(
        Arguments.of(SqlTypeName.TINYINT, -1, "use INTEGER"),
        Arguments.of(SqlTypeName.SMALLINT, -1, "use INTEGER"),
        Arguments.of(SqlTypeName.CHAR, 3, "use VARCHAR"),
        Arguments.of(SqlTypeName.VARCHAR, 3, "use VARCHAR"),
        Arguments.of(SqlTypeName.VARBINARY, 3, "use VARBINARY"),
        Arguments.of(SqlTypeName.TIME, 3, "use precision 6"),
        Arguments.of(SqlTypeName.TIMESTAMP, 0, "use precision 6"),
        Arguments.of(SqlTypeName.TIMESTAMP, 8, "precision 6, none or 9"),
        Arguments.of(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 7, "precision 6, none or 9"),
        Arguments.of(SqlTypeName.VARIANT, -1, "not supported yet"));
  }

  @ParameterizedTest
  @MethodSource("sqlTypesWithoutEqual")
  void sqlTypeWithoutEqualIsRefusedWithARemedy(SqlTypeName name, int precision, String remedy) {
    RelDataType type =
        precision < 0 ? types.createSqlType(name) : types.createSqlType(name, precision);
    assertThatThrownBy(() -> TypeMapping.toIceberg(type, "c"))
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessageContaining("column c")
        .hasMessageContaining(name.getName().substring(0, 4))
        .hasMessageContaining(remedy);
  }

  @Test
  void floatAndZonedTimestampHaveTheWiderType() {
    assertThat(TypeMapping.toIceberg(types.createSqlType(SqlTypeName.FLOAT), "c"))
        .isEqualTo(Types.DoubleType.get());
    assertThat(TypeMapping.toIceberg(types.createSqlType(SqlTypeName.TIMESTAMP_TZ), "c"))
        .isEqualTo(Types.TimestampType.withZone());
  }

  @Test
  void defaultTypeSystemIsRefusedForColumnsItClamps() {
    RelDataTypeFactory stock = new JavaTypeFactoryImpl(RelDataTypeSystem.DEFAULT);
    for (Type type :
        new Type[] {
          Types.DecimalType.of(20, 2),
          Types.TimeType.get(),
          Types.TimestampType.withZone(),
          Types.ListType.ofOptional(9, Types.DecimalType.of(20, 2))
        }) {
      Schema schema = new Schema(Types.NestedField.optional(1, "c", type));
      assertThatThrownBy(() -> TypeMapping.requireCarried(stock, "lake.t", schema))
          .hasMessageContaining("lake.t")
          .hasMessageContaining("column c of type " + type)
          .hasMessageContaining("typeSystem=io.moraine.rules.type.MoraineTypeSystem");
      assertThatCode(() -> TypeMapping.requireCarried(types, "lake.t", schema))
          .doesNotThrowAnyException();
    }
    assertThatCode(
            () ->
                TypeMapping.requireCarried(
                    stock,
                    "lake.t",
                    new Schema(
                        Types.NestedField.optional(1, "c", Types.DecimalType.of(19, 2)),
                        Types.NestedField.optional(2, "s", Types.StringType.get()))))
        .doesNotThrowAnyException();
  }
}
