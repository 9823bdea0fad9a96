/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.adapter.catalog.AllowedRoots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routes records to one open Parquet file a partition, within {@link WriteLimits}. Closed before
 * {@link #complete()} it deletes every file that it made.
 */
final class DataFileSink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DataFileSink.class);
  private static final int ROWS_BETWEEN_SIZE_CHECKS = 1_000;

  private final Table table;
  private final PartitionSpec spec;
  private final AllowedRoots roots;
  private final WriteLimits limits;
  private final long targetFileBytes;
  private final GenericFileWriterFactory writers;
  private final OutputFileFactory outputs;
  private final InternalRecordWrapper internal;
  private final PartitionKey key;
  private final PreEpochCorrection correction;
  private final PartitionOverflow overflow;

  /** Least recently used first. */
  private final Map<PartitionKey, DataWriter<Record>> open = new LinkedHashMap<>(16, 0.75f, true);

  private final List<String> locations = new ArrayList<>();
  private final List<DataFile> files = new ArrayList<>();
  private long rows;
  private boolean completed;

  DataFileSink(Table table, AllowedRoots roots, WriteLimits limits) {
    this.table = table;
    this.spec = table.spec();
    this.roots = roots;
    this.limits = limits;
    this.targetFileBytes =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    this.writers =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .dataSchema(table.schema())
            .build();
    this.outputs = OutputFileFactory.builderFor(table, 0, 0).format(FileFormat.PARQUET).build();
    this.internal = new InternalRecordWrapper(table.schema().asStruct());
    this.key = new PartitionKey(spec, table.schema());
    this.correction = new PreEpochCorrection(table);
    this.overflow = new PartitionOverflow(table);
  }

  /** Writes one record; the caller may reuse it. */
  void write(Record record) throws IOException {
    key.partition(internal.wrap(record));
    correction.apply(key, internal);
    overflow.require(key, internal);
    DataWriter<Record> writer = open.get(key);
    if (writer == null) {
      if (open.size() >= limits.openFiles()) {
        finish(open.keySet().iterator().next());
      }
      PartitionKey partition = key.copy();
      writer = newWriter(partition);
      open.put(partition, writer);
    }
    writer.write(record);
    rows++;
    if (rows % ROWS_BETWEEN_SIZE_CHECKS == 0) {
      finishLargeFiles();
    }
  }

  private DataWriter<Record> newWriter(PartitionKey partition) {
    EncryptedOutputFile output =
        spec.isUnpartitioned() ? outputs.newOutputFile() : outputs.newOutputFile(spec, partition);
    String location = output.encryptingOutputFile().location();
    roots.requireAllowed(location, "location of a data file of table " + table.name());
    locations.add(location);
    return writers.newDataWriter(output, spec, partition);
  }

  private void finishLargeFiles() throws IOException {
    long total = 0;
    List<PartitionKey> full = new ArrayList<>();
    for (Map.Entry<PartitionKey, DataWriter<Record>> entry : open.entrySet()) {
      long length = entry.getValue().length();
      if (length >= targetFileBytes) {
        full.add(entry.getKey());
      } else {
        total += length;
      }
    }
    for (PartitionKey partition : full) {
      finish(partition);
    }
    // One file alone is bounded by its row group, so only several together can be too many.
    while (total > limits.openBytes() && open.size() > 1) {
      total -= finishLargest();
    }
  }

  private long finishLargest() throws IOException {
    Map.Entry<PartitionKey, DataWriter<Record>> largest =
        open.entrySet().stream()
            .max(Comparator.comparingLong(entry -> entry.getValue().length()))
            .orElseThrow();
    long length = largest.getValue().length();
    finish(largest.getKey());
    return length;
  }

  private void finish(PartitionKey partition) throws IOException {
    DataWriter<Record> writer = open.remove(partition);
    writer.close();
    files.add(writer.toDataFile());
  }

  /** Closes the files and hands them over: from here on the caller owns them. */
  WrittenFiles complete() throws IOException {
    Iterator<DataWriter<Record>> remaining = open.values().iterator();
    while (remaining.hasNext()) {
      DataWriter<Record> writer = remaining.next();
      writer.close();
      files.add(writer.toDataFile());
      remaining.remove();
    }
    completed = true;
    return new WrittenFiles(files, rows);
  }

  /** Deletes what was written, unless it was completed. */
  @Override
  public void close() {
    if (completed) {
      return;
    }
    for (DataWriter<Record> writer : open.values()) {
      try {
        writer.close();
      } catch (IOException | RuntimeException e) {
        LOG.debug("Closing an abandoned file of table {} failed", table.name(), e);
      }
    }
    open.clear();
    deleteAll(table, locations);
  }

  /** Deletes files that no snapshot names; what cannot be deleted is logged and left. */
  static void deleteAll(Table table, List<String> locations) {
    for (String location : locations) {
      try {
        table.io().deleteFile(location);
      } catch (NotFoundException e) {
        LOG.debug("The file {} of table {} had not been made", location, table.name());
      } catch (RuntimeException e) {
        LOG.warn("Left the orphan file {} of table {}", location, table.name(), e);
      }
    }
  }
}
