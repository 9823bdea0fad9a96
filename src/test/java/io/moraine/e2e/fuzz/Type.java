/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A flat type in both dialects.
 *
 * @param precision the digits of a DECIMAL or the length of a BINARY, else 0
 * @param scale the fraction digits of a DECIMAL, else 0
 */
record Type(Kind kind, int precision, int scale) {
  private static final RelDataTypeFactory FACTORY =
      new JavaTypeFactoryImpl(MoraineTypeSystem.INSTANCE);

  static final int MAX_DIGITS = 38;

  /** What the types have in common. */
  enum Kind {
    BOOLEAN("BOOLEAN", "boolean"),
    INTEGER("INTEGER", "integer"),
    BIGINT("BIGINT", "bigint"),
    DECIMAL("DECIMAL", "numeric"),
    REAL("REAL", "real"),
    DOUBLE("DOUBLE", "double precision"),
    DATE("DATE", "date"),
    TIME("TIME(6)", "time(6)"),
    TIMESTAMP("TIMESTAMP(6)", "timestamp(6)"),
    INSTANT("TIMESTAMP(6) WITH LOCAL TIME ZONE", "timestamptz(6)"),
    TEXT("VARCHAR", "text"),
    UUID("UUID", "uuid"),
    BYTES("VARBINARY", "bytea");

    private final String ours;
    private final String theirs;

    Kind(String ours, String theirs) {
      this.ours = ours;
      this.theirs = theirs;
    }

    boolean isInteger() {
      return this == INTEGER || this == BIGINT;
    }

    boolean isFloating() {
      return this == REAL || this == DOUBLE;
    }

    boolean isNumber() {
      return isInteger() || isFloating() || this == DECIMAL;
    }
  }

  static final Type BOOLEAN = of(Kind.BOOLEAN);
  static final Type INTEGER = of(Kind.INTEGER);
  static final Type BIGINT = of(Kind.BIGINT);
  static final Type DOUBLE = of(Kind.DOUBLE);
  static final Type TEXT = of(Kind.TEXT);

  static Type of(Kind kind) {
    return new Type(kind, 0, 0);
  }

  static Type decimal(int precision, int scale) {
    return new Type(Kind.DECIMAL, precision, scale);
  }

  static Type binary(int length) {
    return new Type(Kind.BYTES, length, 0);
  }

  String ours() {
    return switch (kind) {
      case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
      case BYTES -> precision == 0 ? kind.ours : "BINARY(" + precision + ")";
      default -> kind.ours;
    };
  }

  String theirs() {
    return kind == Kind.DECIMAL ? "numeric(" + precision + ", " + scale + ")" : kind.theirs;
  }

  /** The values that the type can hold, as an exclusive bound of their amounts. */
  BigDecimal bound() {
    return switch (kind) {
      case INTEGER -> BigDecimal.valueOf(1L << 31);
      case BIGINT -> BigDecimal.valueOf(2).pow(63);
      case DECIMAL -> BigDecimal.TEN.pow(precision - scale);
      case REAL -> new BigDecimal(Float.MAX_VALUE);
      case DOUBLE -> new BigDecimal(Double.MAX_VALUE);
      default -> throw new IllegalStateException(kind + " is no number");
    };
  }

  /** How the type of arithmetic is derived. */
  enum Arithmetic {
    ADD,
    MULTIPLY,
    DIVIDE,
    MODULO
  }

  /** The DECIMAL that arithmetic of two exact numbers yields, at least one of them a DECIMAL. */
  static Type derive(Arithmetic arithmetic, Type left, Type right) {
    RelDataType a = left.exact();
    RelDataType b = right.exact();
    MoraineTypeSystem system = MoraineTypeSystem.INSTANCE;
    RelDataType result =
        switch (arithmetic) {
          case ADD -> system.deriveDecimalPlusType(FACTORY, a, b);
          case MULTIPLY -> system.deriveDecimalMultiplyType(FACTORY, a, b);
          case DIVIDE -> system.deriveDecimalDivideType(FACTORY, a, b);
          case MODULO -> system.deriveDecimalModType(FACTORY, a, b);
        };
    if (result == null) {
      throw new IllegalStateException("No decimal arithmetic of " + left + " and " + right);
    }
    return decimal(result.getPrecision(), result.getScale());
  }

  /** The type of AVG. */
  static Type average(Type argument) {
    RelDataType result = MoraineTypeSystem.INSTANCE.deriveAvgAggType(FACTORY, argument.exact());
    return decimal(result.getPrecision(), result.getScale());
  }

  private RelDataType exact() {
    return switch (kind) {
      case INTEGER -> FACTORY.createSqlType(SqlTypeName.DECIMAL, 10, 0);
      case BIGINT -> FACTORY.createSqlType(SqlTypeName.DECIMAL, 19, 0);
      case DECIMAL -> FACTORY.createSqlType(SqlTypeName.DECIMAL, precision, scale);
      default -> throw new IllegalStateException(kind + " is not exact");
    };
  }

  @Override
  public String toString() {
    return ours();
  }
}
