/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;

/**
 * A struct as Calcite's resolution of names is shown it when it asks for a column by its name: as
 * one of those whose fields may be named without the table, {@code st.a} for {@code t.st.a}. The
 * columns themselves have plain structs, as Calcite would find {@code a} alone in the others, too.
 */
public final class OpenStruct extends RelRecordType {
  private static final long serialVersionUID = 1L;

  private final transient RelDataType plain;

  private OpenStruct(RelDataType plain) {
    super(StructKind.PEEK_FIELDS_NO_EXPAND, plain.getFieldList(), plain.isNullable());
    this.plain = plain;
  }

  /** A column as names are resolved by it. */
  public static RelDataTypeField column(RelDataTypeField column) {
    RelDataType type = column.getType();
    return type instanceof RelRecordType && !(type instanceof OpenStruct)
        ? new RelDataTypeFieldImpl(column.getName(), column.getIndex(), new OpenStruct(type))
        : column;
  }

  /** The type of a column itself. */
  public static RelDataType plain(RelDataType type) {
    return type instanceof OpenStruct open ? open.plain : type;
  }
}
