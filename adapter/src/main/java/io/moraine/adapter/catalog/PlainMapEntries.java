/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A manifest with the maps and lists that the specification gives it: arrays of entries that are
 * not nullable, whose key and value have field ids; ids of fields as ints.
 */
final class PlainMapEntries {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Types.StructType DATA_FILE = DataFile.getType(Types.StructType.of());

  private PlainMapEntries() {}

  /**
   * The same records under the specification's schema.
   *
   * @throws IOException if the file is damaged
   */
  static byte[] rewrite(InputStream manifest) throws IOException {
    GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileStream<GenericRecord> records = new DataFileStream<>(manifest, reader)) {
      JsonNode declared = JSON.readTree(records.getSchema().toString());
      narrow(declared);
      // An int is written as a long of the same value is; one that is too large is an error.
      reader.setSchema(new Schema.Parser().parse(declared.toString()));
      repair(declared);
      Schema plain = new Schema.Parser().parse(declared.toString());
      reader.setExpected(plain);
      Schema written = withPartition(declared);
      try (DataFileWriter<GenericRecord> writer =
          new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(written))) {
        for (String key : records.getMetaKeys()) {
          if (!DataFileWriter.isReservedMeta(key)) {
            writer.setMeta(key, records.getMeta(key));
          }
        }
        writer.setSyncInterval(DataFileConstants.DEFAULT_SYNC_INTERVAL).create(written, bytes);
        for (GenericRecord record : records) {
          fillPartition(record, written);
          writer.append(record);
        }
      }
    }
    return bytes.toByteArray();
  }

  /** The schema with a partition that is never null, as Iceberg expects. */
  private static Schema withPartition(JsonNode schema) {
    for (JsonNode field : schema.findParents("field-id")) {
      if (field.get("field-id").asInt() == DataFile.PARTITION_ID) {
        ((ObjectNode) field).set("type", notNull(field.get("type")));
      }
    }
    return new Schema.Parser().parse(schema.toString());
  }

  /** A file of an unpartitioned table may have no partition at all; it gets one without values. */
  private static void fillPartition(GenericRecord entry, Schema written) {
    if (entry.get("data_file") instanceof GenericRecord file && file.get("partition") == null) {
      Schema dataFile = record(written.getField("data_file").schema());
      file.put("partition", new GenericData.Record(dataFile.getField("partition").schema()));
    }
  }

  private static Schema record(Schema schema) {
    return schema.isUnion()
        ? schema.getTypes().stream()
            .filter(option -> option.getType() == Schema.Type.RECORD)
            .findFirst()
            .orElseThrow()
        : schema;
  }

  /** Gives ints to lists of ints for which longs were declared. */
  private static void narrow(JsonNode schema) {
    for (JsonNode field : schema.findParents("field-id")) {
      Types.NestedField known = DATA_FILE.field(field.get("field-id").asInt());
      if (known != null
          && known.type().isListType()
          && known.type().asListType().elementType().typeId() == Type.TypeID.INTEGER) {
        for (JsonNode array : field.findParents("items")) {
          if (array.get("items").asText().equals("long")) {
            ((ObjectNode) array).put("items", "int");
          }
        }
      }
    }
  }

  private static void repair(JsonNode node) {
    if (node instanceof ObjectNode object && object.has("field-id")) {
      repairField(object);
    }
    node.forEach(PlainMapEntries::repair);
  }

  private static void repairField(ObjectNode field) {
    Types.NestedField known = DATA_FILE.field(field.get("field-id").asInt());
    if (known == null || !known.type().isMapType()) {
      return;
    }
    for (JsonNode option : field.get("type")) {
      if (option instanceof ObjectNode array
          && array.get("items") instanceof ArrayNode items
          && items.size() == 2) {
        JsonNode entry = items.get(0).isObject() ? items.get(0) : items.get(1);
        array.set("items", entry);
        for (JsonNode part : entry.path("fields")) {
          boolean key = "key".equals(part.path("name").asText());
          Types.MapType map = known.type().asMapType();
          ((ObjectNode) part).put("field-id", key ? map.keyId() : map.valueId());
          ((ObjectNode) part).set("type", notNull(part.get("type")));
        }
      }
    }
  }

  private static JsonNode notNull(JsonNode type) {
    return type instanceof ArrayNode ? type.get(type.get(0).asText().equals("null") ? 1 : 0) : type;
  }
}
