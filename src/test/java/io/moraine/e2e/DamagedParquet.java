/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/** What can be wrong with a data file. The table's metadata has its true size throughout. */
final class DamagedParquet {
  private DamagedParquet() {}

  /** Pages and footers that are larger than they look. */
  static List<Damage> bombs() {
    List<Damage> damages = new ArrayList<>();
    for (int size : new int[] {Integer.MAX_VALUE, 1_900_000_000, -1, Integer.MIN_VALUE}) {
      data(damages, size + " bytes expanded", h -> h.setUncompressed_page_size(size));
      data(damages, size + " bytes stored", h -> h.setCompressed_page_size(size));
      data(damages, size + " values", h -> h.getData_page_header().setNum_values(size));
      dictionary(damages, size + " bytes expanded", h -> h.setUncompressed_page_size(size));
    }
    dictionary(damages, "-1 entries", h -> h.getDictionary_page_header().setNum_values(-1));
    data(damages, "no values", h -> h.getData_page_header().setNum_values(0));
    footer(damages, "two billion children", f -> root(f).setNum_children(2_000_000_000));
    footer(damages, "a column of a billion children", f -> column(f, 1).setNum_children(1 << 30));
    footer(damages, "a column of -1 children", f -> column(f, 1).setNum_children(-1));
    footer(damages, "no columns", f -> root(f).setNum_children(0));
    footer(damages, "a chain of five thousand groups", DamagedParquet::chain);
    footer(damages, "an empty schema", f -> f.footer().getSchema().clear());
    bytes(damages, "a list of two billion in its footer", DamagedParquet::list);
    bytes(damages, "a text of two billion in its footer", DamagedParquet::text);
    return damages;
  }

  /** Numbers, offsets and types that do not fit. */
  static List<Damage> shapes() {
    List<Damage> damages = new ArrayList<>();
    bytes(damages, "nothing", b -> new byte[0]);
    bytes(damages, "its magic only", b -> "PAR1".getBytes(StandardCharsets.US_ASCII));
    bytes(damages, "another magic", b -> with(b, b.length - 1, (byte) '9'));
    bytes(damages, "half of itself", b -> Arrays.copyOf(b, b.length / 2));
    bytes(damages, "no last byte", b -> Arrays.copyOf(b, b.length - 1));
    bytes(damages, "no first byte", b -> Arrays.copyOfRange(b, 1, b.length));
    for (int length : new int[] {Integer.MAX_VALUE, -1, 0, 1, 1_000_000}) {
      bytes(damages, "a footer of " + length + " bytes", b -> withLength(b, length));
    }
    footer(damages, "a row too many", f -> f.footer().setNum_rows(21));
    footer(damages, "-1 rows", f -> f.footer().setNum_rows(-1));
    footer(damages, "a row group of -1 rows", f -> f.rowGroup().setNum_rows(-1));
    footer(damages, "a row group of a row too few", f -> f.rowGroup().setNum_rows(19));
    footer(damages, "no row groups", f -> f.footer().getRow_groups().clear());
    footer(damages, "a row group twice", f -> f.footer().addToRow_groups(f.rowGroup()));
    footer(damages, "a column too few", f -> f.rowGroup().getColumns().remove(3));
    footer(damages, "a chunk at byte 0", f -> f.chunk(0).setData_page_offset(0));
    footer(damages, "a chunk at byte -1", f -> f.chunk(0).setData_page_offset(-1));
    footer(damages, "a chunk behind its end", f -> f.chunk(0).setData_page_offset(1L << 40));
    footer(damages, "a chunk of 2^62 bytes", f -> f.chunk(0).setTotal_compressed_size(1L << 62));
    footer(damages, "a chunk of -1 values", f -> f.chunk(0).setNum_values(-1));
    damages.add(unnamed(codec()));
    footer(damages, "two columns of one id", f -> column(f, 2).setField_id(1));
    footer(damages, "doubles for longs", f -> type(f, 1, Type.DOUBLE));
    footer(damages, "texts for longs", f -> type(f, 1, Type.BYTE_ARRAY));
    footer(damages, "longs for texts", f -> type(f, 2, Type.INT64));
    footer(
        damages,
        "another scale",
        f -> column(f, 3).setScale(0).getLogicalType().getDECIMAL().setScale(0));
    damages.add(unnamed(repeated()));
    return damages;
  }

  private static Damage codec() {
    return footer("another codec", f -> f.chunk(1).setCodec(CompressionCodec.GZIP));
  }

  private static Damage repeated() {
    return footer(
        "a repeated column", f -> column(f, 1).setRepetition_type(FieldRepetitionType.REPEATED));
  }

  /** One that only the engine notices, which does not say where. */
  private static Damage unnamed(Damage damage) {
    return new Damage(
        damage.name(),
        damage.expected(),
        table -> {
          damage.action().apply(table);
          return Path.of("");
        });
  }

  /** Bytes that are not those of their checksums; found where they are asked for. */
  static List<Damage> checksums() {
    List<Damage> damages = new ArrayList<>();
    for (int column = 0; column < 4; column++) {
      int of = column;
      for (int at : new int[] {0, 5, -1}) {
        damages.add(
            forged(
                "another byte at " + at + " of a page of column " + column,
                f -> {
                  byte[] page = f.data(of).bytes;
                  page[at < 0 ? page.length + at : at] ^= 1;
                }));
      }
      damages.add(
          forged(
              "another checksum of a page of column " + column,
              f -> f.data(of).header.setCrc(f.data(of).header.getCrc() ^ 0x100)));
    }
    return damages;
  }

  private static void data(List<Damage> damages, String name, Consumer<PageHeader> edit) {
    damages.add(forged("a page of " + name, f -> edit.accept(f.data(0).header)));
  }

  private static void dictionary(List<Damage> damages, String name, Consumer<PageHeader> edit) {
    damages.add(forged("a dictionary of " + name, f -> edit.accept(f.pages(3).get(0).header)));
  }

  private static Damage forged(String name, Consumer<ForgedParquet> edit) {
    return damage(
        name,
        file -> {
          ForgedParquet forged = ForgedParquet.read(file);
          edit.accept(forged);
          return forged.toBytes();
        });
  }

  private static void footer(List<Damage> damages, String name, Consumer<ForgedParquet> edit) {
    damages.add(footer(name, edit));
  }

  private static Damage footer(String name, Consumer<ForgedParquet> edit) {
    return damage(
        "a footer with " + name,
        file -> {
          ForgedParquet forged = ForgedParquet.read(file);
          edit.accept(forged);
          return ForgedParquet.withFooter(file, forged.footer());
        });
  }

  private static void bytes(List<Damage> damages, String name, UnaryOperator<byte[]> edit) {
    damages.add(damage("a file with " + name, file -> edit.apply(Files.readAllBytes(file))));
  }

  @FunctionalInterface
  private interface Rewriting {
    byte[] apply(Path file) throws IOException;
  }

  private static Damage damage(String name, Rewriting rewriting) {
    return new Damage(
        name,
        Damage.CORRUPT,
        table -> {
          Path file = newest(table);
          byte[] bytes = rewriting.apply(file);
          Files.write(file, bytes);
          DamagedManifests.editManifest(
              table, entry -> entry.put("file_size_in_bytes", (long) bytes.length));
          return file;
        });
  }

  private static Path newest(DamagedTable table) throws IOException {
    Path manifest = table.manifests().get(0);
    GenericRecord entry =
        (GenericRecord) AvroContainer.read(manifest).records().get(0).get("data_file");
    return Path.of(entry.get("file_path").toString());
  }

  private static SchemaElement root(ForgedParquet file) {
    return file.footer().getSchema().get(0);
  }

  private static SchemaElement column(ForgedParquet file, int position) {
    return file.footer().getSchema().get(position);
  }

  private static void type(ForgedParquet file, int position, Type type) {
    SchemaElement column = column(file, position);
    column.setType(type);
    column.unsetConverted_type();
    column.unsetLogicalType();
    file.chunk(position - 1).setType(type);
    file.chunk(position - 1).unsetStatistics();
  }

  private static void chain(ForgedParquet file) {
    List<SchemaElement> schema = file.footer().getSchema();
    for (int i = 0; i < 5_000; i++) {
      schema.add(1, new SchemaElement("g").setNum_children(1));
    }
  }

  private static byte[] with(byte[] bytes, int at, byte value) {
    bytes[at] = value;
    return bytes;
  }

  private static byte[] withLength(byte[] bytes, int length) {
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 8, length);
    return bytes;
  }

  /** A version, then a schema of 2^31 - 1 elements. */
  private static byte[] list(byte[] bytes) {
    return footer(0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 7);
  }

  /** A version, a schema of one element, whose name has 2^31 - 1 bytes. */
  private static byte[] text(byte[] bytes) {
    return footer(0x15, 2, 0x19, 0x1c, 0x48, 0xff, 0xff, 0xff, 0xff, 7);
  }

  private static byte[] footer(int... content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    for (int b : content) {
      out.write(b);
    }
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(content.length).array());
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }
}
