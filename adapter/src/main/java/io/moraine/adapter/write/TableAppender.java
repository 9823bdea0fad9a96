/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Appends rows to Iceberg tables as Parquet files: by the current partition spec, split at the
 * table's target file size, with bounded memory whatever the input's size and order.
 *
 * <p>Rows are written in the order in which they come; the files claim no sort order. Nothing is
 * visible before the one commit at the end, and a failure before it leaves no file.
 */
public final class TableAppender {
  private final AllowedRoots roots;
  private final WriteLimits limits;

  /**
   * An appender for the tables of one catalog.
   *
   * @param roots where files may be written; asked about the table's location, the locations that
   *     its properties name, and each data file before it is opened
   */
  public TableAppender(AllowedRoots roots) {
    this(roots, WriteLimits.DEFAULT);
  }

  TableAppender(AllowedRoots roots, WriteLimits limits) {
    this.roots = roots;
    this.limits = limits;
  }

  /**
   * Writes the rows and commits them as one snapshot. No rows make no snapshot.
   *
   * @param rows values in the order of {@code table.schema().columns()}, of any class that {@link
   *     ValueConverter} takes
   * @param zone the zone of values without one that go into a timestamptz column
   * @return the number of rows
   * @throws MoraineException what {@link #write} and {@link #commit} throw
   */
  public long append(Table table, Iterator<@Nullable Object[]> rows, ZoneId zone) {
    WrittenFiles written = write(table, rows, zone);
    commit(table, written);
    return written.rows();
  }

  /**
   * Writes the rows to data files and commits nothing. If it fails, the files are deleted.
   *
   * @throws MoraineException for values that do not fit (see {@link ValueConverter}), NOT_SUPPORTED
   *     for tables that cannot be written, IO_ERROR and the like; what {@code rows} throws passes
   *     through
   */
  public WrittenFiles write(Table table, Iterator<@Nullable Object[]> rows, ZoneId zone) {
    WritableTable.require(table, roots);
    if (!rows.hasNext()) {
      return new WrittenFiles(List.of(), 0);
    }
    try (DataFileSink sink = new DataFileSink(table, roots, limits)) {
      writeRows(table, rows, zone, sink);
      return sink.complete();
    } catch (IOException | RuntimeException e) {
      throw WriteErrors.translate(table, e);
    }
  }

  private static void writeRows(
      Table table, Iterator<@Nullable Object[]> rows, ZoneId zone, DataFileSink sink)
      throws IOException {
    List<ValueConverter> converters =
        table.schema().columns().stream()
            .map((Types.NestedField column) -> ValueConverter.of(table.name(), column, zone))
            .toList();
    GenericRecord record = GenericRecord.create(table.schema());
    for (long row = 1; rows.hasNext(); row++) {
      @Nullable Object[] values = rows.next();
      if (values.length != converters.size()) {
        throw new MoraineException(
            ErrorCode.INTERNAL,
            "Writing to table "
                + table.name()
                + ": row "
                + row
                + " has "
                + values.length
                + " values for "
                + converters.size()
                + " columns");
      }
      for (int i = 0; i < values.length; i++) {
        record.set(i, converters.get(i).convert(values[i], row));
      }
      sink.write(record);
    }
  }

  /**
   * Commits files as one snapshot, applied again to the newest state of the table when another
   * commit comes first. Without files it does nothing.
   *
   * @throws MoraineException COMMIT_CONFLICT when other commits won as often as the table allows to
   *     try again: the files are deleted; COMMIT_UNKNOWN naming the snapshot: nothing is deleted
   */
  public void commit(Table table, WrittenFiles written) {
    if (!written.files().isEmpty()) {
      new AppendCommit(table, written).run();
    }
  }
}
