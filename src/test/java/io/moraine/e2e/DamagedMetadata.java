/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/** What can be wrong with the metadata file of a table. */
final class DamagedMetadata {
  /** What a reader needs none of may be missing. */
  private static final String RIGHT = "right|XX001";

  /** Several times what the limit lets through. */
  private static final long HUGE = 400_000_000;

  private DamagedMetadata() {}

  /** Zipped and plain metadata that grows when it is read. */
  static List<Damage> bombs() {
    return List.of(
        zipped("zipped gigabytes of blanks", "{", " ", HUGE),
        zipped("zipped gigabytes of brackets", "{\"a\": [", "[],", HUGE),
        zipped("zipped gigabytes of numbers", "{\"a\": [", "1,", HUGE),
        zipped("a zipped text of gigabytes", "{\"a\": \"", "xxxxxxxxxx", HUGE),
        zipped("a zipped number of gigabytes", "{\"a\": ", "1111111111", HUGE),
        zipped("a zipped name of gigabytes", "{\"", "xxxxxxxxxx", HUGE),
        zipped("zipped objects without end", "{\"a\": [", "{\"b\":{}},", HUGE),
        zipped("zipped brackets that never close", "{\"a\": ", "[", 100_000_000),
        zipped("a zipped file that is cut", "{\"a\": [", "1,", 100),
        zipped("a zipped list, not an object", "[", "1,", 1_000_000),
        plain("brackets a million deep", "{\"a\": " + "[".repeat(1_000_000)),
        plain("objects a hundred thousand deep", "{\"a\":".repeat(100_000)),
        plain(
            "a number of a million digits", "{\"format-version\": " + "9".repeat(1_000_000) + "}"),
        plain("an exponent of a billion", "{\"format-version\": 1e1000000000}"),
        plain("half a million arrays", "{\"a\": [" + "[],".repeat(500_000) + "[]]}"),
        edited("a hundred thousand empty snapshots", m -> fill(m.putArray("snapshots"), 100_000)),
        edited("a name of thirty million letters", m -> m.put("location", "x".repeat(30_000_000))));
  }

  /** Metadata of the right form that makes no sense. */
  static List<Damage> contradictions() {
    return List.of(
        plain("an empty file", ""),
        plain("blanks", "   \n"),
        plain("no JSON", "root:x:0:0:root:/:/bin/sh"),
        plain("a list", "[]"),
        plain("an empty object", "{}"),
        new Damage(
            "a bracket lost, so that the rest belongs to nothing",
            Damage.CORRUPT,
            table -> {
              String text = Files.readString(table.metadata());
              int snapshots = text.indexOf("\"snapshots\"");
              String ended = text.substring(0, text.lastIndexOf(',', snapshots)) + "}";
              return Files.writeString(table.metadata(), ended + text.substring(snapshots));
            }),
        edited("format version 0", m -> m.put("format-version", 0)),
        edited("format version 99", m -> m.put("format-version", 99)),
        edited("a format version in words", m -> m.put("format-version", "two")),
        edited("a format version of twenty digits", m -> m.put("format-version", 1e20)),
        edited("no schemas", m -> m.remove("schemas")),
        edited("schemas that are a number", m -> m.put("schemas", 1)),
        edited("a current schema that is not there", m -> m.put("current-schema-id", 77)),
        edited("no current schema", m -> m.remove("current-schema-id")),
        edited("two fields of one id", m -> fields(m).forEach(f -> ((ObjectNode) f).put("id", 1))),
        edited("two fields of one name", m -> fields(m).forEach(f -> rename(f, "same"))),
        edited("a field without a type", m -> ((ObjectNode) fields(m).get(0)).remove("type")),
        edited(
            "a field of no known type", m -> ((ObjectNode) fields(m).get(0)).put("type", "int3")),
        edited(
            "a decimal of a thousand digits",
            m -> ((ObjectNode) fields(m).get(2)).put("type", "decimal(1000, 2)")),
        ending(
            "0A000|XX001|54001",
            edited("lists nine hundred deep", m -> field(m).set("type", list(900)))),
        edited(
            "an identifier that is no field",
            m -> ((ObjectNode) m.get("schemas").get(0)).putArray("identifier-field-ids").add(99)),
        ending(RIGHT, edited("a default spec that is not there", m -> m.put("default-spec-id", 5))),
        edited("a spec of an unknown field", m -> spec(m, 99, "identity")),
        edited("a spec of an unknown transform", m -> spec(m, 1, "bucket[0]")),
        ending(
            RIGHT,
            edited("a sort order that is not there", m -> m.put("default-sort-order-id", 9))),
        edited("a current snapshot that is not there", m -> m.put("current-snapshot-id", 12345L)),
        edited("a snapshot without an id", m -> snapshot(m).remove("snapshot-id")),
        edited("a snapshot without a manifest list", m -> snapshot(m).remove("manifest-list")),
        edited("a negative number of columns", m -> m.put("last-column-id", "-1")),
        edited("refs that are a list", m -> m.putArray("refs")),
        edited("properties that are numbers", m -> m.putObject("properties").put("a", 1)),
        edited("a location that is null", m -> m.putNull("location")),
        new Damage(
            "a metadata file that is cut",
            Damage.CORRUPT,
            table -> {
              byte[] bytes = Files.readAllBytes(table.metadata());
              return Files.write(table.metadata(), Arrays.copyOf(bytes, 700));
            }),
        new Damage(
            "a field that is there twice",
            Damage.CORRUPT,
            table -> {
              String text = Files.readString(table.metadata()).strip();
              return Files.writeString(
                  table.metadata(),
                  text.substring(0, text.length() - 1) + ", \"format-version\": 2}");
            }));
  }

  /** With nothing to say about files. */
  private static Damage ending(String expected, Damage damage) {
    return new Damage(
        damage.name(),
        expected,
        table -> {
          damage.action().apply(table);
          return Path.of("");
        });
  }

  private static ObjectNode field(ObjectNode metadata) {
    return (ObjectNode) fields(metadata).get(0);
  }

  private static Damage zipped(String name, String start, String repeated, long size) {
    return new Damage(
        name,
        Damage.CORRUPT,
        table -> {
          Path file = table.folder().resolve("metadata/00009-bomb.gz.metadata.json");
          byte[] part = gzip(repeated.repeat(100_000));
          try (OutputStream out = Files.newOutputStream(file)) {
            out.write(gzip(start));
            for (long written = 0; written < size; written += repeated.length() * 100_000L) {
              out.write(part);
            }
          }
          table.pointAt(file);
          return file;
        });
  }

  /** A file may have many of them, one behind the other. */
  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static Damage plain(String name, String text) {
    return new Damage(name, Damage.CORRUPT, table -> Files.writeString(table.metadata(), text));
  }

  private static Damage edited(String name, Consumer<ObjectNode> edit) {
    return new Damage(
        name,
        Damage.CORRUPT,
        table -> {
          ObjectNode metadata = table.readMetadata();
          edit.accept(metadata);
          table.writeMetadata(metadata);
          return table.metadata();
        });
  }

  private static ArrayNode fields(ObjectNode metadata) {
    return (ArrayNode) metadata.get("schemas").get(0).get("fields");
  }

  private static void rename(JsonNode field, String name) {
    ((ObjectNode) field).put("name", name);
  }

  private static ObjectNode list(int depth) {
    ObjectNode type = JsonNodeFactory.instance.objectNode();
    type.put("type", "list").put("element-id", 100 + depth).put("element-required", true);
    if (depth > 1) {
      type.set("element", list(depth - 1));
    } else {
      type.put("element", "long");
    }
    return type;
  }

  private static void spec(ObjectNode metadata, int source, String transform) {
    ((ObjectNode) metadata.get("partition-specs").get(0))
        .putArray("fields")
        .addObject()
        .put("name", "p")
        .put("transform", transform)
        .put("source-id", source)
        .put("field-id", 1000);
  }

  private static ObjectNode snapshot(ObjectNode metadata) {
    ArrayNode snapshots = (ArrayNode) metadata.get("snapshots");
    return (ObjectNode) snapshots.get(snapshots.size() - 1);
  }

  private static void fill(ArrayNode array, int count) {
    for (int i = 0; i < count; i++) {
      array.addObject();
    }
  }
}
