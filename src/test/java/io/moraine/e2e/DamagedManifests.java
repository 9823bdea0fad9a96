/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** What can be wrong with the manifest list of a table and with its manifests. */
final class DamagedManifests {
  private static final String ENDLESS =
      "{\"type\": \"record\", \"name\": \"r\", \"fields\": [{\"name\": \"n\", \"type\": \"r\"}]}";
  private static final byte[] BLANK = new byte[1 << 20];

  private DamagedManifests() {}

  @FunctionalInterface
  private interface Forging {
    AvroContainer apply(AvroContainer container) throws IOException;
  }

  /** Both for the manifest list and for a manifest. */
  static List<Damage> bombs() {
    List<Damage> damages = new ArrayList<>();
    both(damages, "a deflated block of a gigabyte", c -> c.block(1, deflated(1024)));
    both(damages, "a thousand deflated blocks of a megabyte", DamagedManifests::many);
    both(damages, "a zstandard block of a gigabyte", DamagedManifests::zstandard);
    both(damages, "a snappy block that says two gigabytes", DamagedManifests::snappy);
    both(damages, "a block of two billion bytes", c -> c.block(1, 2_000_000_000L, new byte[99]));
    both(damages, "a block of 2^62 bytes", c -> c.block(1, 1L << 62, new byte[99]));
    both(damages, "a block of negative size", c -> c.block(1, -5, new byte[99]));
    both(damages, "2^62 entries in a block", c -> c.deflated(1L << 62, c.encoded()));
    both(damages, "a negative number of entries", c -> c.deflated(-3, c.encoded()));
    both(damages, "entries of no bytes", DamagedManifests::nothing);
    both(damages, "an array of 2^60 nulls", DamagedManifests::nulls);
    both(damages, "a text of two billion letters", c -> c.deflated(1, lengths(2_000_000_000)));
    both(damages, "a text of negative length", c -> c.deflated(1, lengths(-7)));
    both(damages, "a header of two billion entries", c -> c.header(2_000_000_000L));
    both(
        damages,
        "a number of eleven bytes",
        c -> c.deflated(1, "\u00ff".repeat(40).getBytes(StandardCharsets.ISO_8859_1)));
    return damages;
  }

  /** Schemas that are none, and files whose parts do not fit. */
  static List<Damage> shapes() {
    List<Damage> damages = new ArrayList<>();
    both(damages, "a schema within itself", c -> c.schema(ENDLESS).withRecords());
    both(damages, "no schema", c -> c.schema("").withRecords());
    both(damages, "a schema that is no JSON", c -> c.schema("{").withRecords());
    both(damages, "a schema of a type that is not there", c -> c.schema("\"int9\"").withRecords());
    both(damages, "a schema that is a number", c -> c.schema("\"long\"").withRecords());
    both(damages, "a schema a thousand arrays deep", c -> c.schema(deep(1_000)).withRecords());
    both(
        damages,
        "another record",
        c -> c.schema(ENDLESS.replace("\"r\"}", "\"int\"}")).withRecords());
    both(damages, "an unknown codec", c -> c.meta("avro.codec", "none-such").withRecords());
    both(damages, "a codec that it is not", c -> c.meta("avro.codec", "snappy").withRecords());
    both(damages, "one entry too many", c -> c.deflated(c.records().size() + 1, c.encoded()));
    both(damages, "one entry too few", c -> c.deflated(c.records().size() - 1, c.encoded()));
    both(damages, "no blocks", c -> c);
    both(damages, "another marker", c -> c.blockWithSync(1, new byte[9], "fedcba9876543210"));
    for (int cut : new int[] {1, 3, 20, 400}) {
      cut(damages, cut);
    }
    header(damages, "a spec that is not there", "partition-spec-id", "77");
    header(damages, "a spec in words", "partition-spec-id", "seven");
    header(damages, "a content that is not there", "content", "ghosts");
    return damages;
  }

  /** Entries that contradict others. */
  static List<Damage> entries() {
    List<Damage> damages = new ArrayList<>();
    entry(damages, "a negative number of rows", f -> f.put("record_count", -1L));
    entry(damages, "a row too many", f -> f.put("record_count", 21L));
    entry(damages, "two to the 62 rows", f -> f.put("record_count", 1L << 62));
    entry(damages, "a negative size", f -> f.put("file_size_in_bytes", -1L));
    entry(damages, "a format that is not there", f -> f.put("file_format", "PARKETT"));
    return damages;
  }

  private static void entry(List<Damage> damages, String name, Consumer<GenericRecord> edit) {
    damages.add(
        new Damage(
            "a data file with " + name,
            Damage.CORRUPT,
            table -> {
              editManifest(table, edit);
              return Path.of("");
            }));
  }

  /** Changes the entry of the newest data file. */
  static void editManifest(DamagedTable table, Consumer<GenericRecord> edit) throws IOException {
    Path manifest = table.manifests().get(0);
    AvroContainer container = AvroContainer.read(manifest);
    edit.accept((GenericRecord) container.records().get(0).get("data_file"));
    write(container.withRecords(), manifest);
  }

  /** The manifest list says the same, and is what readers go by. */
  private static void header(List<Damage> damages, String name, String key, String value) {
    damages.add(
        new Damage(
            name + " in the header of a manifest",
            "right|XX001",
            table -> {
              forge(table.manifests().get(0), c -> c.meta(key, value).withRecords());
              return Path.of("");
            }));
  }

  private static void both(List<Damage> damages, String name, Forging forging) {
    damages.add(
        new Damage(
            name + " in a manifest list",
            Damage.CORRUPT,
            table -> forge(table.manifestList(), forging)));
    manifest(damages, name, forging);
  }

  private static void manifest(List<Damage> damages, String name, Forging forging) {
    damages.add(
        new Damage(
            name + " in a manifest",
            Damage.CORRUPT,
            table -> forge(table.manifests().get(0), forging)));
  }

  private static Path forge(Path file, Forging forging) throws IOException {
    write(forging.apply(AvroContainer.read(file)), file);
    return file;
  }

  /** As long as it was at least, which is what other metadata says of it. */
  private static void write(AvroContainer container, Path file) throws IOException {
    container.padTo(Files.size(file)).writeTo(file);
  }

  private static void cut(List<Damage> damages, int bytes) {
    damages.add(
        new Damage(
            "a manifest list that lacks its last " + bytes + " bytes",
            Damage.CORRUPT,
            table -> shorten(table.manifestList(), bytes)));
    damages.add(
        new Damage(
            "a manifest that lacks its last " + bytes + " bytes",
            Damage.CORRUPT,
            table -> shorten(table.manifests().get(0), bytes)));
  }

  private static Path shorten(Path file, int bytes) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return Files.write(file, Arrays.copyOf(all, all.length - bytes));
  }

  private static byte[] deflated(int megabytes) {
    return AvroContainer.deflate(BLANK, megabytes);
  }

  private static AvroContainer many(AvroContainer container) {
    byte[] block = deflated(1);
    for (int i = 0; i < 1_000; i++) {
      container.block(1_000_000, block);
    }
    return container;
  }

  private static AvroContainer zstandard(AvroContainer container) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new ZstdOutputStream(bytes)) {
      for (int i = 0; i < 1024; i++) {
        out.write(BLANK);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return container.meta("avro.codec", "zstandard").block(1, bytes.toByteArray());
  }

  private static AvroContainer snappy(AvroContainer container) {
    byte[] size = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7, 0, 0, 0, 0, 0, 0};
    return container.meta("avro.codec", "snappy").block(1, size);
  }

  private static AvroContainer nothing(AvroContainer container) {
    return container
        .schema("{\"type\": \"record\", \"name\": \"r\", \"fields\": []}")
        .block(1L << 40, AvroContainer.deflate(new byte[1], 1));
  }

  private static AvroContainer nulls(AvroContainer container) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    encoder.writeLong(1L << 60);
    return container
        .schema(
            "{\"type\": \"record\", \"name\": \"r\", \"fields\": [{\"name\": \"a\", \"type\":"
                + " {\"type\": \"array\", \"items\": \"null\"}}]}")
        .deflated(1, bytes.toByteArray());
  }

  /** Longs and lengths of texts alike. */
  private static byte[] lengths(long length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    for (int i = 0; i < 20; i++) {
      encoder.writeLong(length);
    }
    return bytes.toByteArray();
  }

  private static String deep(int depth) {
    return "{\"type\": \"array\", \"items\": ".repeat(depth) + "\"int\"" + "}".repeat(depth);
  }
}
