/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Random changes of the structs in a table's columns, of which Iceberg's own reader is sure. */
final class NestedChanges {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "A", "x y");

  private final Random random;
  private final boolean defaults;
  private final boolean nanos;

  /**
   * Changes.
   *
   * @param defaults whether fields may get initial defaults
   * @param nanos whether they may get types of format version 3
   */
  NestedChanges(Random random, boolean defaults, boolean nanos) {
    this.random = random;
    this.defaults = defaults;
    this.nanos = nanos;
  }

  /** A change of each struct, if it can be. */
  void evolve(Table table) {
    for (String path : structs(table.schema())) {
      Types.NestedField parent = table.schema().findField(path);
      if (parent != null && parent.type().isStructType()) {
        UpdateSchema update = table.updateSchema().allowIncompatibleChanges();
        change(update, path, parent.type().asStructType());
        update.commit();
      }
    }
  }

  /** The full names of the structs that are not in keys of maps. */
  private static List<String> structs(Schema schema) {
    return TypeUtil.indexById(schema.asStruct()).values().stream()
        .filter(field -> field.type().isStructType())
        .map(field -> schema.findColumnName(field.fieldId()))
        .sorted()
        .toList();
  }

  private void change(UpdateSchema update, String path, Types.StructType struct) {
    List<Types.NestedField> fields = struct.fields();
    Types.NestedField field = fields.get(random.nextInt(fields.size()));
    String name = path + "." + field.name();
    // Of a struct of which a file has no field, Iceberg's reader does not tell whether it is NULL.
    boolean kept = fields.stream().allMatch(f -> f.fieldId() >= field.fieldId());
    String free =
        NAMES.stream()
            .skip(random.nextInt(2))
            .filter(n -> fields.stream().noneMatch(f -> f.name().equalsIgnoreCase(n)))
            .findFirst()
            .orElse("e");
    switch (random.nextInt(6)) {
      case 0 -> add(update, path, free);
      case 1 -> {
        if (!kept) {
          update.deleteColumn(name);
        }
      }
      case 2 -> update.renameColumn(name, free);
      case 3 -> {
        // Nor of one whose first field is a default.
        if (field.initialDefault() == null) {
          update.moveFirst(name);
        }
      }
      case 4 -> {
        // Another field of the same name.
        if (!kept) {
          update.deleteColumn(name);
          update.addColumn(path, field.name(), new RandomNested(random, 0, nanos).flat());
        }
      }
      default -> {
        Type wider = wider(field.type());
        if (!wider.equals(field.type())) {
          update.updateColumn(name, wider.asPrimitiveType());
        }
      }
    }
  }

  private void add(UpdateSchema update, String path, String name) {
    switch (random.nextInt(defaults ? 3 : 2)) {
      case 0 -> update.addColumn(path, name, new RandomNested(random, 1_000, nanos).nested(2));
      case 1 -> update.addColumn(path, name, new RandomNested(random, 0, nanos).flat());
      default -> update.addColumn(path, name, Types.LongType.get(), null, Literal.of(7L));
    }
  }

  static Type wider(Type type) {
    return switch (type.typeId()) {
      case INTEGER -> Types.LongType.get();
      case FLOAT -> Types.DoubleType.get();
      case DECIMAL -> Types.DecimalType.of(38, ((Types.DecimalType) type).scale());
      default -> type;
    };
  }
}
