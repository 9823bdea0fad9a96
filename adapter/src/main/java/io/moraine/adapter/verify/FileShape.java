/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.verify;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;

/** Whether the parts of a Parquet footer agree with each other and with the file. */
final class FileShape {
  private static final int MAX_DEPTH = 64;

  private final FileMetaData footer;
  private final long limit;
  private final List<SchemaElement> schema;

  /** For each leaf, in order, the position of its top-level element. */
  private final TreeSet<Integer> starts = new TreeSet<>();

  private int leaves;

  /**
   * A footer.
   *
   * @param limit where the data of the file ends
   */
  FileShape(FileMetaData footer, long limit) {
    this.footer = footer;
    this.limit = limit;
    this.schema = footer.getSchema();
  }

  /**
   * Checks the footer, and the pages of columns.
   *
   * @param ids which field ids the columns have; all columns of a file without ids are checked
   * @throws IOException that says what is wrong
   */
  void check(FileChannel file, IntPredicate ids) throws IOException {
    Set<Integer> wanted = wantedLeaves(ids);
    long rows = 0;
    for (RowGroup group : footer.getRow_groups()) {
      if (group.getNum_rows() < 0 || group.getColumns().size() != leaves) {
        throw new IOException(
            "it has a row group of "
                + group.getNum_rows()
                + " rows and "
                + group.getColumns().size()
                + " of "
                + leaves
                + " columns");
      }
      rows += group.getNum_rows();
      for (int leaf : wanted) {
        chunk(file, group, leaf);
      }
    }
    if (rows != footer.getNum_rows()) {
      throw new IOException(
          "its row groups have " + rows + " rows, its footer says " + footer.getNum_rows());
    }
  }

  private void chunk(FileChannel file, RowGroup group, int leaf) throws IOException {
    ColumnChunk chunk = group.getColumns().get(leaf);
    ColumnMetaData metadata = chunk.getMeta_data();
    if (metadata == null || chunk.isSetCrypto_metadata()) {
      return;
    }
    if (chunk.isSetFile_path()) {
      throw new IOException("its column " + metadata.getPath_in_schema() + " is in another file");
    }
    if (starts.contains(leaf) && metadata.getNum_values() != group.getNum_rows()) {
      throw new IOException(
          "its column "
              + metadata.getPath_in_schema()
              + " has "
              + metadata.getNum_values()
              + " values in "
              + group.getNum_rows()
              + " rows");
    }
    PageWalk.check(
        file, metadata, limit, FileVerification.ofProcess() == FileVerification.CHECKSUMS);
  }

  /** The leaves of the columns, where {@code starts} gets those that are columns themselves. */
  private Set<Integer> wantedLeaves(IntPredicate ids) throws IOException {
    if (schema.isEmpty()) {
      throw new IOException("it has no schema");
    }
    boolean hasIds = false;
    Set<Integer> wanted = new TreeSet<>();
    Set<Integer> all = new TreeSet<>();
    Set<Integer> seen = new TreeSet<>();
    int at = 1;
    for (int i = 0; i < schema.get(0).getNum_children(); i++) {
      SchemaElement column = element(at);
      hasIds |= column.isSetField_id();
      if (column.isSetField_id() && !seen.add(column.getField_id())) {
        throw new IOException("two of its columns have the field id " + column.getField_id());
      }
      int first = leaves;
      at = after(at, 0);
      if (column.getNum_children() == 0
          && column.getRepetition_type() != FieldRepetitionType.REPEATED) {
        starts.add(first);
      }
      for (int leaf = first; leaf < leaves; leaf++) {
        all.add(leaf);
        if (ids.test(column.getField_id())) {
          wanted.add(leaf);
        }
      }
    }
    if (at != schema.size()) {
      throw new IOException(
          "its schema has " + schema.size() + " parts, of which " + at + " are used");
    }
    return hasIds ? wanted : all;
  }

  private int after(int position, int depth) throws IOException {
    int children = element(position).getNum_children();
    if (children < 0 || depth > MAX_DEPTH) {
      throw new IOException("its schema has " + children + " children at depth " + depth);
    }
    leaves += children == 0 ? 1 : 0;
    int after = position + 1;
    for (int i = 0; i < children; i++) {
      after = after(after, depth + 1);
    }
    return after;
  }

  private SchemaElement element(int position) throws IOException {
    if (position >= schema.size()) {
      throw new IOException("its schema ends before its time");
    }
    return schema.get(position);
  }
}
