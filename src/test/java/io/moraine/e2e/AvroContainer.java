/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** An Avro file in its parts, each of which can be forged. */
final class AvroContainer {
  private final Map<String, byte[]> meta = new LinkedHashMap<>();
  private final List<GenericRecord> records;
  private final Schema schema;
  private final List<Block> blocks = new ArrayList<>();
  private long headerEntries = -1;
  private final byte[] sync = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /**
   * A block as it is written.
   *
   * @param count the records that it says it has
   * @param size the bytes that it says it has
   * @param bytes the bytes that it has, compressed
   */
  record Block(long count, long size, byte[] bytes, byte[] sync) {}

  private AvroContainer(Schema schema, List<GenericRecord> records) {
    this.schema = schema;
    this.records = records;
  }

  static AvroContainer read(Path file) throws IOException {
    try (DataFileStream<GenericRecord> stream =
        new DataFileStream<>(Files.newInputStream(file), new GenericDatumReader<>())) {
      List<GenericRecord> records = new ArrayList<>();
      stream.forEach(records::add);
      AvroContainer container = new AvroContainer(stream.getSchema(), records);
      for (String key : stream.getMetaKeys()) {
        container.meta.put(key, stream.getMeta(key));
      }
      return container.meta("avro.codec", "deflate");
    }
  }

  List<GenericRecord> records() {
    return records;
  }

  Schema schema() {
    return schema;
  }

  AvroContainer meta(String key, String value) {
    meta.put(key, value.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  String meta(String key) {
    return new String(meta.get(key), StandardCharsets.UTF_8);
  }

  AvroContainer schema(String json) {
    return meta("avro.schema", json);
  }

  AvroContainer block(long count, long size, byte[] bytes) {
    blocks.add(new Block(count, size, bytes, sync));
    return this;
  }

  AvroContainer block(long count, byte[] bytes) {
    return block(count, bytes.length, bytes);
  }

  /** Lets the header say that it has so many entries. */
  AvroContainer header(long entries) {
    headerEntries = entries;
    return this;
  }

  /** Blanks behind the file's own header, in an entry of it. */
  AvroContainer padTo(long length) throws IOException {
    return meta("padding", "x".repeat((int) Math.max(0, length - toBytes().length)));
  }

  AvroContainer blockWithSync(long count, byte[] bytes, String marker) {
    blocks.add(new Block(count, bytes.length, bytes, marker.getBytes(StandardCharsets.US_ASCII)));
    return this;
  }

  /** A block of bytes that are not compressed yet. */
  AvroContainer deflated(long count, byte[] plain) {
    byte[] bytes = deflate(plain, 1);
    return block(count, bytes.length, bytes);
  }

  /** The records, encoded as the file's own schema has them. */
  byte[] encoded() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(schema);
    try {
      for (GenericRecord record : records) {
        writer.write(record, encoder);
      }
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The records in one block. */
  AvroContainer withRecords() {
    return deflated(records.size(), encoded());
  }

  /**
   * The same bytes over and over, which are deflated once: a full flush forgets what was before.
   */
  static byte[] deflate(byte[] plain, int times) {
    byte[] once = new byte[plain.length + 1_000];
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(plain);
    int length = deflater.deflate(once, 0, once.length, Deflater.FULL_FLUSH);
    deflater.finish();
    int end = deflater.deflate(once, length, once.length - length);
    deflater.end();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      bytes.write(once, 0, length);
    }
    bytes.write(once, length, end);
    return bytes.toByteArray();
  }

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    bytes.write(new byte[] {'O', 'b', 'j', 1});
    encoder.writeLong(headerEntries < 0 ? meta.size() : headerEntries);
    for (Map.Entry<String, byte[]> entry : meta.entrySet()) {
      encoder.writeString(entry.getKey());
      encoder.writeBytes(ByteBuffer.wrap(entry.getValue()));
    }
    encoder.writeLong(0);
    bytes.write(sync);
    for (Block block : blocks) {
      encoder.writeLong(block.count());
      encoder.writeLong(block.size());
      new ByteArrayInputStream(block.bytes()).transferTo(bytes);
      bytes.write(block.sync());
    }
    return bytes.toByteArray();
  }

  void writeTo(Path file) throws IOException {
    Files.write(file, toBytes());
  }
}
