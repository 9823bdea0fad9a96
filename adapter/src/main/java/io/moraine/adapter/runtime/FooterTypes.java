/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;

/** As which type the engine reads a column of a Parquet file. */
final class FooterTypes {
  /** Nanoseconds of instants, which the engine would cut to microseconds. */
  static final String NANO_INSTANT = "TIMESTAMP_NS WITH TIME ZONE";

  private FooterTypes() {}

  /** The type; the empty text for a nested column, nothing for an unusual one. */
  static Optional<String> of(SchemaElement element) {
    if (element.getNum_children() > 0) {
      return isPlainGroup(element) ? Optional.of("") : Optional.empty();
    }
    if (!element.isSetType()) {
      return Optional.empty();
    }
    LogicalType logical = element.getLogicalType();
    if (logical == null) {
      return element.isSetConverted_type() ? Optional.empty() : plain(element.getType());
    }
    return logical(element, logical);
  }

  /** Whether what the group is declared to be is said in both ways, or in none. */
  private static boolean isPlainGroup(SchemaElement group) {
    LogicalType logical = group.getLogicalType();
    ConvertedType converted = group.getConverted_type();
    return logical == null
        || logical.isSetLIST() && converted == ConvertedType.LIST
        || logical.isSetMAP()
            && (converted == ConvertedType.MAP || converted == ConvertedType.MAP_KEY_VALUE);
  }

  private static Optional<String> plain(Type type) {
    return switch (type) {
      case BOOLEAN -> Optional.of("BOOLEAN");
      case INT32 -> Optional.of("INTEGER");
      case INT64 -> Optional.of("BIGINT");
      case FLOAT -> Optional.of("FLOAT");
      case DOUBLE -> Optional.of("DOUBLE");
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Optional.of("BLOB");
      case INT96 -> Optional.empty();
    };
  }

  private static Optional<String> logical(SchemaElement element, LogicalType logical) {
    Type type = element.getType();
    ConvertedType converted = element.getConverted_type();
    if (logical.isSetSTRING() && converted == ConvertedType.UTF8 && type == Type.BYTE_ARRAY) {
      return Optional.of("VARCHAR");
    }
    if (logical.isSetUUID() && type == Type.FIXED_LEN_BYTE_ARRAY && converted == null) {
      return Optional.of("UUID");
    }
    if (logical.isSetTIMESTAMP() && type == Type.INT64) {
      return timestamp(logical);
    }
    if (logical.isSetTIME() && converted == ConvertedType.TIME_MICROS && type == Type.INT64) {
      return logical.getTIME().isIsAdjustedToUTC() ? Optional.empty() : Optional.of("TIME");
    }
    if (logical.isSetDATE() && converted == ConvertedType.DATE && type == Type.INT32) {
      return Optional.of("DATE");
    }
    if (logical.isSetDECIMAL() && converted == ConvertedType.DECIMAL) {
      return Optional.of(
          "DECIMAL(" + element.getPrecision() + "," + Math.max(0, element.getScale()) + ")");
    }
    return Optional.empty();
  }

  private static Optional<String> timestamp(LogicalType logical) {
    TimeUnit unit = logical.getTIMESTAMP().getUnit();
    if (unit.isSetNANOS()) {
      return Optional.of(
          logical.getTIMESTAMP().isIsAdjustedToUTC() ? NANO_INSTANT : Nanos.ENGINE_TYPE);
    }
    return Optional.of(
        logical.getTIMESTAMP().isIsAdjustedToUTC() ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP");
  }
}
