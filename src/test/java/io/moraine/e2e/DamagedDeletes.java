/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.FileFormat;
import org.jspecify.annotations.Nullable;

/**
 * What can be wrong with the files that delete rows. Undamaged, they delete just the rows that
 * {@link DamagedTable#ROWS} does not have.
 */
final class DamagedDeletes {
  private static final int MAGIC = 1681511377;
  private static final long KEYS = 1 << 16;

  private DamagedDeletes() {}

  /** Deletion vectors. */
  static List<Damage> vectors() {
    List<Damage> damages = new ArrayList<>();
    damages.add(
        new Damage(
            "a vector as it should be", "right", table -> deletes(table, FileFormat.PUFFIN)));
    blob(damages, "another length", b -> b.putInt(0, b.getInt(0) + 1));
    blob(damages, "another magic", b -> b.put(4, (byte) 0));
    blob(damages, "another checksum", b -> b.put(b.limit() - 1, (byte) ~b.get(b.limit() - 1)));
    blob(damages, "another position", b -> b.put(b.limit() - 6, (byte) 0));
    vector(damages, "2^31 - 1 bitmaps", b -> b.putLong(0, Integer.MAX_VALUE));
    vector(damages, "2^62 bitmaps", b -> b.putLong(0, 1L << 62));
    vector(damages, "-1 bitmaps", b -> b.putLong(0, -1));
    vector(damages, "positions of 2^62", b -> b.putInt(8, Integer.MAX_VALUE - 1));
    vector(damages, "positions of -2^32", b -> b.putInt(8, -1));
    vector(damages, "no cookie", b -> b.putInt(12, 7));
    vector(damages, "a bitmap of 2^31 - 1 parts", b -> b.putInt(16, Integer.MAX_VALUE));
    entry(damages, "fewer rows than it has", e -> e.put("record_count", 2L));
    entry(damages, "more rows than it has", e -> e.put("record_count", 4L));
    entry(damages, "two billion bytes", e -> e.put("content_size_in_bytes", 2_000_000_000L));
    entry(damages, "2^62 bytes", e -> e.put("content_size_in_bytes", 1L << 62));
    entry(damages, "-1 bytes", e -> e.put("content_size_in_bytes", -1L));
    entry(damages, "3 bytes", e -> e.put("content_size_in_bytes", 3L));
    entry(damages, "an offset behind its end", e -> e.put("content_offset", 1L << 40));
    entry(damages, "an offset of -1", e -> e.put("content_offset", -1L));
    entry(damages, "no offset", e -> e.put("content_offset", null));
    damages.add(new Damage("a vector of four billion rows", Damage.CORRUPT, table -> all(table)));
    // What else is in the file is no business of readers.
    damages.add(file("a vector in a file cut at its end", "right", cuts().get(2)));
    damages.add(file("a vector in an empty file", Damage.CORRUPT, cuts().get(0)));
    damages.add(file("a vector in a file cut at its start", Damage.CORRUPT, cuts().get(3)));
    damages.add(missing(FileFormat.PUFFIN));
    return damages;
  }

  /** Position and equality delete files of each format. */
  static List<Damage> files() {
    List<Damage> damages = new ArrayList<>();
    for (FileFormat format : List.of(FileFormat.PARQUET, FileFormat.AVRO, FileFormat.ORC)) {
      for (boolean equality : new boolean[] {false, true}) {
        String name = (equality ? "an equality" : "a position") + " delete file in " + format;
        damages.add(new Damage(name, "right", table -> deletes(table, format, equality)));
        for (UnaryOperator<byte[]> cut : cuts()) {
          damages.add(
              new Damage(
                  name + ", cut",
                  Damage.CORRUPT,
                  table -> {
                    Path file = deletes(table, format, equality);
                    Files.write(file, cut.apply(Files.readAllBytes(file)));
                    return file;
                  }));
        }
        if (format == FileFormat.PARQUET) {
          for (int size : new int[] {Integer.MAX_VALUE, -1}) {
            damages.add(
                new Damage(
                    name + " with a page of " + size + " bytes",
                    Damage.CORRUPT,
                    table -> bombed(deletes(table, format, equality), size)));
          }
        }
        if (format == FileFormat.AVRO) {
          damages.add(
              new Damage(
                  name + " with a block of a gigabyte",
                  Damage.CORRUPT,
                  table -> avroBomb(deletes(table, format, equality))));
        }
      }
      damages.add(missing(format));
    }
    return damages;
  }

  /** Data files that Iceberg's library reads. */
  static List<Damage> data() {
    List<Damage> damages = new ArrayList<>();
    for (FileFormat format : List.of(FileFormat.AVRO, FileFormat.ORC)) {
      for (UnaryOperator<byte[]> cut : cuts()) {
        data(damages, "cut", format, cut);
      }
    }
    data(damages, "with a block of a gigabyte", FileFormat.AVRO, null);
    data(damages, "with a postscript of 255 bytes", FileFormat.ORC, b -> last(b, 1, 255));
    data(damages, "without postscript", FileFormat.ORC, b -> last(b, 1, 0));
    data(damages, "with another magic", FileFormat.ORC, b -> last(b, b.length, 0));
    data(damages, "with a footer of 8 GB", FileFormat.ORC, b -> postscript(b, 0x08));
    data(damages, "with blocks of 8 GB", FileFormat.ORC, b -> postscript(b, 0x18));
    data(damages, "with metadata of 8 GB", FileFormat.ORC, b -> postscript(b, 0x28));
    return damages;
  }

  private static byte[] last(byte[] bytes, int fromEnd, int value) {
    bytes[bytes.length - fromEnd] = (byte) value;
    return bytes;
  }

  /** Adds a field of a large number to the postscript, which replaces the one that was there. */
  private static byte[] postscript(byte[] bytes, int tag) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 6);
    ByteBuffer end = ByteBuffer.wrap(longer).position(bytes.length - 1);
    end.put((byte) tag).putInt(0x80808080).put((byte) 0x20);
    end.put((byte) (bytes[bytes.length - 1] + 6));
    return longer;
  }

  private static void data(
      List<Damage> damages, String name, FileFormat format, @Nullable UnaryOperator<byte[]> edit) {
    damages.add(
        new Damage(
            "a data file in " + format + " " + name,
            Damage.CORRUPT,
            table -> {
              Path file = table.withData(format);
              return edit == null
                  ? avroBomb(file)
                  : Files.write(file, edit.apply(Files.readAllBytes(file)));
            }));
  }

  private static List<UnaryOperator<byte[]>> cuts() {
    return List.of(
        bytes -> new byte[0],
        bytes -> Arrays.copyOf(bytes, bytes.length / 2),
        bytes -> Arrays.copyOf(bytes, bytes.length - 1),
        bytes -> Arrays.copyOfRange(bytes, 1, bytes.length));
  }

  private static Path bombed(Path file, int size) throws IOException {
    ForgedParquet forged = ForgedParquet.read(file);
    forged.data(0).header.setUncompressed_page_size(size);
    return Files.write(file, forged.toBytes());
  }

  private static Path avroBomb(Path file) throws IOException {
    AvroContainer.read(file)
        .block(1, AvroContainer.deflate(new byte[1 << 20], 1 << 10))
        .writeTo(file);
    return file;
  }

  private static Path deletes(DamagedTable table, FileFormat format) throws IOException {
    return deletes(table, format, false);
  }

  private static Path deletes(DamagedTable table, FileFormat format, boolean equality)
      throws IOException {
    return table.withDeletes(format, equality);
  }

  private static Damage missing(FileFormat format) {
    return new Damage(
        "a delete file in " + format + " that is not there",
        Damage.MISSING,
        table -> {
          Path file = deletes(table, format);
          Files.delete(file);
          return file;
        });
  }

  private static Damage file(String name, String expected, UnaryOperator<byte[]> edit) {
    return new Damage(
        name,
        expected,
        table -> {
          Path file = deletes(table, FileFormat.PUFFIN);
          return Files.write(file, edit.apply(Files.readAllBytes(file)));
        });
  }

  /** Changes the bytes of the vector: its length, magic, bitmaps and checksum. */
  private static void blob(List<Damage> damages, String name, Consumer<ByteBuffer> edit) {
    damages.add(
        new Damage(
            "a vector with " + name,
            Damage.CORRUPT,
            table -> {
              Path file = deletes(table, FileFormat.PUFFIN);
              byte[] bytes = Files.readAllBytes(file);
              GenericRecord entry = table.deleteEntry();
              edit.accept(
                  ByteBuffer.wrap(
                          bytes,
                          ((Long) entry.get("content_offset")).intValue(),
                          ((Long) entry.get("content_size_in_bytes")).intValue())
                      .slice());
              return Files.write(file, bytes);
            }));
  }

  /** Changes the bitmaps, and the checksum with them. */
  private static void vector(List<Damage> damages, String name, Consumer<ByteBuffer> edit) {
    blob(
        damages,
        name,
        blob -> {
          edit.accept(blob.slice(8, blob.limit() - 12).order(ByteOrder.LITTLE_ENDIAN));
          sign(blob);
        });
  }

  private static void sign(ByteBuffer blob) {
    CRC32 crc = new CRC32();
    crc.update(blob.slice(4, blob.limit() - 8));
    blob.putInt(blob.limit() - 4, (int) crc.getValue());
  }

  private static void entry(List<Damage> damages, String name, Consumer<GenericRecord> edit) {
    damages.add(
        new Damage(
            "a vector of " + name,
            Damage.CORRUPT,
            table -> {
              Path file = deletes(table, FileFormat.PUFFIN);
              table.editDeletes(edit);
              // The library finds these, and names the data file.
              return List.of("no offset", "2^62 bytes", "fewer rows than it has").contains(name)
                  ? Path.of("")
                  : file;
            }));
  }

  /** Runs of all positions below 2^32, as the metadata says. */
  private static Path all(DamagedTable table) throws IOException {
    Path file = deletes(table, FileFormat.PUFFIN);
    ByteBuffer bitmap =
        ByteBuffer.allocate(1 << 20)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(MAGIC)
            .putLong(1)
            .putInt(0)
            .putInt((int) ((KEYS - 1) << 16) | 12347);
    bitmap.put(filled((int) KEYS / 8));
    for (int key = 0; key < KEYS; key++) {
      bitmap.putShort((short) key).putShort((short) 0xffff);
    }
    int offsets = bitmap.position();
    bitmap.position(offsets + 4 * (int) KEYS);
    for (int key = 0; key < KEYS; key++) {
      bitmap.putInt(offsets + 4 * key, bitmap.position() - 16);
      bitmap.putShort((short) 1).putShort((short) 0).putShort((short) 0xffff);
    }
    byte[] content = Arrays.copyOf(bitmap.array(), bitmap.position());
    ByteBuffer blob = ByteBuffer.allocate(content.length + 8);
    blob.putInt(content.length).put(content);
    sign(blob);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Files.readAllBytes(file));
    int at = out.size();
    out.write(blob.array());
    Files.write(file, out.toByteArray());
    table.editDeletes(
        entry -> {
          entry.put("content_offset", (long) at);
          entry.put("content_size_in_bytes", (long) blob.limit());
          entry.put("record_count", 1L << 32);
          entry.put("file_size_in_bytes", (long) out.size());
        });
    return file;
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xff);
    return bytes;
  }
}
