/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.avro.Schema;

/**
 * Whether a schema is one that metadata may have: not within itself, and without values of no
 * bytes, of which a block can hold any number.
 */
final class AvroShape {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NODES = 1_000_000;

  private final Deque<Schema> above = new ArrayDeque<>();
  private int nodes;

  private AvroShape() {}

  /**
   * Checks the schema of a file.
   *
   * @throws IOException that says what is wrong with it
   */
  static void check(Schema schema) throws IOException {
    if (schema.getType() != Schema.Type.RECORD) {
      throw new IOException("its entries are no records, but of the type " + schema.getType());
    }
    if (!new AvroShape().takesBytes(schema)) {
      throw new IOException("the records of its schema take no bytes");
    }
  }

  /** Whether each value of the schema takes a byte at least. */
  private boolean takesBytes(Schema schema) throws IOException {
    if (++nodes > MAX_NODES || above.size() > MAX_DEPTH) {
      throw new IOException("its schema is too large or too deep");
    }
    return switch (schema.getType()) {
      case NULL -> false;
      case FIXED -> schema.getFixedSize() > 0;
      case ARRAY -> elements(schema, schema.getElementType());
      case MAP -> elements(schema, schema.getValueType());
      case UNION -> {
        for (Schema option : schema.getTypes()) {
          takesBytes(option);
        }
        yield true;
      }
      case RECORD -> record(schema);
      default -> true;
    };
  }

  private boolean elements(Schema schema, Schema element) throws IOException {
    above.push(schema);
    // The keys of a map take bytes.
    if (!takesBytes(element) && schema.getType() == Schema.Type.ARRAY) {
      throw new IOException("its schema has an array of " + element.getName() + ", of no bytes");
    }
    above.pop();
    return true;
  }

  private boolean record(Schema schema) throws IOException {
    if (above.stream().anyMatch(outer -> outer == schema)) {
      throw new IOException("its schema has the record " + schema.getName() + " within itself");
    }
    above.push(schema);
    boolean bytes = false;
    for (Schema.Field field : schema.getFields()) {
      bytes |= takesBytes(field.schema());
    }
    above.pop();
    return bytes;
  }
}
