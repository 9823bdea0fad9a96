/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.MoraineTypeSystem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/** Finds the SQL type that a column's type in a statement means. */
final class ColumnTypes {
  /** Names of types in other systems, and what to write here. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "TEXT", "VARCHAR",
          "LONG", "BIGINT",
          "BYTES", "VARBINARY",
          "BLOB", "VARBINARY",
          "TIMESTAMP_LTZ", "TIMESTAMP WITH LOCAL TIME ZONE",
          "TIMESTAMP_NTZ", "TIMESTAMP",
          "DATETIME", "TIMESTAMP");

  private final SqlValidator validator;

  ColumnTypes() {
    // Own type system: that of a stock connection would lower DECIMAL(38, 10) without a word.
    RelDataTypeFactory factory = new JavaTypeFactoryImpl(MoraineTypeSystem.INSTANCE);
    CalciteCatalogReader noTables =
        new CalciteCatalogReader(
            CalciteSchema.createRootSchema(false),
            List.of(),
            factory,
            new CalciteConnectionConfigImpl(new Properties()));
    validator =
        SqlValidatorUtil.newValidator(
            SqlStdOperatorTable.instance(), noTables, factory, SqlValidator.Config.DEFAULT);
  }

  /**
   * The type of a column.
   *
   * @param doing the statement, as messages say it
   * @throws MoraineException NOT_SUPPORTED if there is no such type or its precision is too large
   */
  RelDataType typeOf(String doing, String column, SqlDataTypeSpec spec) {
    if (spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec) {
      throw unknown(doing, column, spec);
    }
    RelDataType type;
    try {
      type = spec.deriveType(validator);
    } catch (CalciteException e) {
      throw unknown(doing, column, spec);
    }
    boolean clamped =
        spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
            && basic.getPrecision() >= 0
            && (basic.getPrecision() > type.getPrecision() || basic.getScale() > type.getScale());
    if (clamped) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          String.format(
              Locale.ROOT,
              "Cannot %s: column %s of type %s: the most that is supported is %s",
              doing,
              column,
              spec,
              type.getFullTypeString()));
    }
    return type;
  }

  private static MoraineException unknown(String doing, String column, SqlDataTypeSpec spec) {
    String name = spec.getTypeName().toString();
    String remedy = ELSEWHERE.get(name.toUpperCase(Locale.ROOT));
    return new MoraineException(
        ErrorCode.NOT_SUPPORTED,
        String.format(
            Locale.ROOT,
            "Cannot %s: column %s has the unknown type %s; use %s",
            doing,
            column,
            name,
            remedy == null ? "a type of standard SQL" : remedy));
  }
}
