/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.plan.ScanPlan;
import io.moraine.adapter.plan.ScanPlanner;
import io.moraine.adapter.plan.ShippedPlan;
import io.moraine.rules.ScanSpec;
import io.moraine.rules.expr.ParameterValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that are read by another process. */
final class ShippedPlanTest {
  private static final TableIdentifier T = TableIdentifier.of("s", "t");
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "s", Types.StringType.get()),
          Types.NestedField.optional(3, "m", Types.DecimalType.of(38, 10)));

  @TempDir private Path folder;

  private static Record row(int id, @Nullable String s) {
    Record record = GenericRecord.create(SCHEMA);
    record.setField("id", id);
    record.setField("s", s);
    record.setField("m", new BigDecimal("1234567890123456789.0123456789"));
    return record;
  }

  /** All kinds of deletes in all formats; keys come back behind the deletes of them. */
  private static void fill(Table table) throws IOException {
    FormatFiles files = new FormatFiles(table);
    List<FileFormat> formats = List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO);
    Schema key = SCHEMA.select("s");
    int id = 0;
    for (FileFormat format : formats) {
      DataFile file =
          files.append(
              format,
              SCHEMA,
              List.of(row(++id, "a"), row(++id, "b"), row(++id, "c"), row(++id, null)),
              null);
      files.deletePositions(format, file, 0);
      files.deleteEqual(format, key, null, List.of(Map.of("s", "b")));
      files.append(format, SCHEMA, List.of(row(++id, "b")), null);
    }
    table.updateProperties().set("format-version", "3").set("secret", "canary-7d1e").commit();
    files.deleteByVector(
        files.append(FileFormat.PARQUET, SCHEMA, List.of(row(++id, "x"), row(++id, "y")), null), 1);
    table.updateSchema().deleteColumn("s").addColumn("n", Types.LongType.get()).commit();
  }

  private ShippedPlan plan(Table table) {
    ScanPlan plan =
        new ScanPlanner(ParameterValues.of(List.of()), ZoneOffset.UTC)
            .plan(table, "lake.s.t", ScanSpec.all(table.schema().columns().size()), false);
    return ShippedPlan.of("lake.s.t", table, plan, List.of(3, 1, 4));
  }

  @Test
  void anotherProcessReadsTheSameRowsWithoutTheCatalog() throws Exception {
    SqliteCatalog catalog = new SqliteCatalog("lake", folder);
    List<String> expected = new ArrayList<>();
    byte[] plan;
    try (JdbcCatalog library = catalog.open();
        Connection connection = catalog.connect()) {
      library.createNamespace(Namespace.of("s"));
      Table table =
          library.createTable(
              T, SCHEMA, PartitionSpec.unpartitioned(), Map.of("format-version", "2"));
      fill(table);
      ShippedPlan shipped = plan(table);
      for (List<@Nullable String> row :
          Rows.query(connection, "SELECT m, id, n FROM s.t", shipped.projection())) {
        expected.add("|" + String.join("|", row.stream().map(String::valueOf).toList()));
      }
      plan = shipped.toBytes();
    }
    // c and NULL of three files, the "b" of the last one, which no later delete meets, and "x".
    assertThat(expected).hasSize(8);
    assertThat(new String(plan, StandardCharsets.ISO_8859_1)).doesNotContain("canary-7d1e");
    Path file = Files.write(folder.resolve("plan"), plan);
    Files.delete(folder.resolve("catalog.db"));
    ChildJvm.Result result =
        new ChildJvm(folder)
            .main(ShippedPlanReader.class)
            .run(file.toString(), folder.resolve("warehouse").toString());
    assertThat(result.exit()).as(result.log()).isZero();
    assertThat(result.lines()).containsExactlyInAnyOrderElementsOf(expected);
    ChildJvm.Result elsewhere =
        new ChildJvm(folder)
            .main(ShippedPlanReader.class)
            .run(file.toString(), folder.resolve("other").toString());
    assertThat(elsewhere.exit()).isNotZero();
    assertThat(elsewhere.log()).contains("lake.s.t", "other");
    assertThat(elsewhere.lines()).isEmpty();
  }

  /** An object of a class that no plan has. */
  private static final class Foreign implements Serializable {
    private static final long serialVersionUID = 1L;
    private static boolean made;

    private Object readResolve() {
      made = true;
      return this;
    }
  }

  @Test
  void onlyPlansAreRead() throws Exception {
    SqliteCatalog catalog = new SqliteCatalog("lake", folder);
    byte[] plan;
    try (JdbcCatalog library = catalog.open()) {
      library.createNamespace(Namespace.of("s"));
      Table table = library.createTable(T, SCHEMA);
      plan = ShippedPlan.of("lake.s.t", table, emptyPlan(table), List.of(1)).toBytes();
      assertThatThrownBy(() -> ShippedPlan.of("lake.s.t", table, emptyPlan(table), List.of(9)))
          .hasMessageContainingAll("lake.s.t", "9");
    }
    assertThat(ShippedPlan.fromBytes(plan).files()).isEmpty();
    ByteArrayOutputStream objects = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(objects)) {
      out.writeObject(new Object[] {new Foreign()});
    }
    byte[] forged = replaceObjects(plan, objects.toByteArray());
    assertThatThrownBy(() -> ShippedPlan.fromBytes(forged))
        .hasMessageContaining("objects that no plan has");
    assertThat(Foreign.made).isFalse();
    for (int length : new int[] {0, 3, 8, plan.length / 2, plan.length - 1}) {
      assertThatThrownBy(() -> ShippedPlan.fromBytes(Arrays.copyOf(plan, length)))
          .hasMessageContaining("plan the scan again");
    }
  }

  private static ScanPlan emptyPlan(Table table) {
    return new ScanPlanner(ParameterValues.of(List.of()), ZoneOffset.UTC)
        .plan(table, "lake.s.t", ScanSpec.all(3), false);
  }

  /** What Java's stream of objects begins with. */
  private static byte[] replaceObjects(byte[] plan, byte[] objects) {
    int start = plan.length - 1;
    while (!((plan[start] & 0xff) == 0xac
        && (plan[start + 1] & 0xff) == 0xed
        && plan[start + 2] == 0)) {
      start--;
    }
    byte[] forged = Arrays.copyOf(plan, start + objects.length);
    System.arraycopy(objects, 0, forged, start, objects.length);
    return forged;
  }
}
