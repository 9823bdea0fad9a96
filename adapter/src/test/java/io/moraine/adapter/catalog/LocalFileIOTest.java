/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileIOTest {
  private final LocalFileIO io = new LocalFileIO();
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"plain", "a b", "a%20b", "a#b", "a?b", "żółw 🐢", "a+b&c=d", "k=v/x:y", "*[1]"})
  void namesAreTakenAsTheyAre(String name) throws IOException {
    for (String prefix : new String[] {"", "file:", "file://"}) {
      String location = prefix + folder + "/new folder/" + name + "/" + prefix.length();
      write(io.newOutputFile(location), "abc");
      assertThat(Path.of(folder.toString(), "new folder", name, "" + prefix.length()))
          .hasContent("abc");
      assertThat(io.newInputFile(location).location()).isEqualTo(location);
      assertThat(io.newOutputFile(location).toInputFile().location()).isEqualTo(location);
      assertThat(io.newInputFile(location).getLength()).isEqualTo(3);
      io.deleteFile(location);
      assertThat(io.newInputFile(location).exists()).isFalse();
    }
  }

  @Test
  void anExistingFileIsOnlyReplacedOnRequest() throws IOException {
    OutputFile file = io.newOutputFile(folder + "/f");
    write(file, "first version");
    assertThatThrownBy(file::create)
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(folder + "/f");
    try (PositionOutputStream out = file.createOrOverwrite()) {
      out.write('x');
      assertThat(out.getPos()).isEqualTo(1);
    }
    assertThat(folder.resolve("f")).hasContent("x");
  }

  @Test
  void aMissingFileIsNotFound() {
    String location = folder + "/none";
    assertThatThrownBy(() -> io.newInputFile(location).getLength())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining(location);
    assertThatThrownBy(() -> io.newInputFile(location).newStream())
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> io.deleteFile(location)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void otherFileSystemsAreRefused() {
    assertThatThrownBy(() -> io.newInputFile("s3://user:pw@bucket/x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("s3://***@bucket/x", "io-impl");
    assertThatThrownBy(() -> io.newOutputFile("/a\0b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void streamsReadFromAnyPosition() throws IOException {
    Files.writeString(folder.resolve("f"), "0123456789");
    try (SeekableInputStream in = io.newInputFile(folder + "/f").newStream()) {
      assertThat(in.read()).isEqualTo('0');
      assertThat(in.skip(2)).isEqualTo(2);
      assertThat(in.getPos()).isEqualTo(3);
      assertThat(in.skip(100)).isEqualTo(7);
      assertThat(in.read()).isEqualTo(-1);
      in.seek(8);
      assertThat(in.available()).isEqualTo(2);
      byte[] tail = new byte[3];
      RangeReadable ranges = (RangeReadable) in;
      assertThat(ranges.readTail(tail)).isEqualTo(3);
      assertThat(new String(tail, StandardCharsets.UTF_8)).isEqualTo("789");
      ranges.readFully(1, tail);
      assertThat(new String(tail, StandardCharsets.UTF_8)).isEqualTo("123");
      assertThat(in.getPos()).isEqualTo(8);
      assertThatThrownBy(() -> ranges.readFully(9, tail)).isInstanceOf(EOFException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.metadata.json", "v1.gz.metadata.json"})
  void snapshotsBeyondLongsAreGivenTheLongsOfTheirBits(String name) throws IOException {
    Schema schema = new Schema(Types.NestedField.required(1, "ż", Types.IntegerType.get()));
    String sound =
        TableMetadataParser.toJson(
            TableMetadata.newTableMetadata(
                schema, PartitionSpec.unpartitioned(), "file:" + folder, Map.of("p", "x")));
    String snapshot =
        "{\"snapshot-id\":9876543210123456789,\"timestamp-ms\":1,"
            + "\"summary\":{\"operation\":\"append\",\"n\":\"9876543210123456789\"},"
            + "\"manifest-list\":\"file:/l.avro\"}";
    String text =
        sound
            .replace("\"snapshots\":[]", "\"snapshots\":[" + snapshot + "]")
            .replaceAll("\"current-snapshot-id\":(-1|null),?", "")
            .replaceFirst("\\{", "{\"current-snapshot-id\":9876543210123456789,");
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream text8 = name.contains(".gz") ? new GZIPOutputStream(out) : out) {
      text8.write(text.getBytes(StandardCharsets.UTF_8));
    }
    TableMetadata read = TableMetadataParser.read(io.newInputFile(file.toString()));
    assertThat(read.currentSnapshot().snapshotId())
        .isEqualTo(Long.parseUnsignedLong("9876543210123456789"));
    assertThat(read.currentSnapshot().summary()).containsEntry("n", "9876543210123456789");
    assertThat(read.schema().findField(1).name()).isEqualTo("ż");
  }

  private static void write(OutputFile file, String text) throws IOException {
    try (PositionOutputStream out = file.create()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
