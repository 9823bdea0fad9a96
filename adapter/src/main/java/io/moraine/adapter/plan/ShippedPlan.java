/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;

/**
 * A plan of a scan as bytes, for a process that reads its rows without the catalog: the table's
 * columns of all times, the columns asked for, and the data files with their deletes and residual
 * filters.
 *
 * <p>Files are written by Java's serialization of Iceberg's own classes: Iceberg's JSON form of
 * tasks leaves out the data sequence numbers, without which equality deletes cannot be told from
 * older ones. Only the classes that a plan is made of are read back. Both sides need the same
 * version of Iceberg's library.
 *
 * <p>Properties of the catalog and its file system are not part of it, so there are no credentials
 * in it; whoever reads brings a {@link FileIO} of its own. Nor are properties of the table, but for
 * the names that stand for missing field ids. Immutable, for any thread.
 */
public final class ShippedPlan {
  private static final int MAGIC = 0x4d4f5250;
  private static final int VERSION = 1;

  private final String table;
  private final long snapshotId;
  private final ShippedTable columns;
  private final List<Integer> projection;
  private final List<FileScanTask> files;

  private ShippedPlan(
      String table,
      long snapshotId,
      ShippedTable columns,
      List<Integer> projection,
      List<FileScanTask> files) {
    this.table = table;
    this.snapshotId = snapshotId;
    this.columns = columns;
    this.projection = List.copyOf(projection);
    this.files = List.copyOf(files);
  }

  /**
   * The plan of a pinned table.
   *
   * @param table the table's full name, for messages
   * @param state the table in the state that was planned
   * @param projection ids of the table's columns, in the order of the rows
   * @throws MoraineException COLUMN_NOT_FOUND if a column is none of the table's
   */
  public static ShippedPlan of(String table, Table state, ScanPlan plan, List<Integer> projection) {
    for (int id : projection) {
      if (state.schema().asStruct().field(id) == null) {
        throw new MoraineException(
            ErrorCode.COLUMN_NOT_FOUND, "Table " + table + " has no column with id " + id);
      }
    }
    long snapshot = state.currentSnapshot() == null ? -1 : state.currentSnapshot().snapshotId();
    return new ShippedPlan(table, snapshot, ShippedTable.of(state), projection, plan.files());
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws MoraineException INVALID_STATEMENT if it is no plan of this version, or holds objects
   *     of classes that no plan has
   */
  public static ShippedPlan fromBytes(byte[] bytes) {
    ShippedClasses classes = new ShippedClasses(bytes.length);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw unreadable("it is none, or one of another version of Moraine", null);
      }
      String table = in.readUTF();
      long snapshotId = in.readLong();
      List<Integer> projection = new ArrayList<>();
      for (int left = in.readUnsignedShort(); left > 0; left--) {
        projection.add(in.readInt());
      }
      byte[] metadata = in.readNBytes(in.readInt());
      try (ObjectInputStream objects = new ObjectInputStream(in)) {
        objects.setObjectInputFilter(classes);
        FileScanTask[] files = (FileScanTask[]) objects.readObject();
        return new ShippedPlan(
            table, snapshotId, ShippedTable.fromBytes(metadata), projection, List.of(files));
      }
    } catch (InvalidClassException e) {
      throw unreadable("it holds objects that no plan has, of " + classes.foreign(), e);
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw e instanceof MoraineException ours ? ours : unreadable("it is damaged: " + e, e);
    }
  }

  private static MoraineException unreadable(String what, Exception cause) {
    return new MoraineException(
        ErrorCode.INVALID_STATEMENT,
        "Cannot read the plan of a scan: " + what + "; plan the scan again",
        cause);
  }

  /** The plan as bytes, for {@link #fromBytes}. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeUTF(table);
      out.writeLong(snapshotId);
      out.writeShort(projection.size());
      for (int id : projection) {
        out.writeInt(id);
      }
      byte[] metadata = columns.toBytes();
      out.writeInt(metadata.length);
      out.write(metadata);
      try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
        objects.writeObject(files.toArray(FileScanTask[]::new));
      }
    } catch (IOException e) {
      throw new MoraineException(
          ErrorCode.INTERNAL, "Cannot write the plan of a scan of table " + table, e);
    }
    return bytes.toByteArray();
  }

  /** The table's full name. */
  public String table() {
    return table;
  }

  /** The snapshot that was planned; −1 for a table without any. */
  public long snapshotId() {
    return snapshotId;
  }

  /** The columns of the rows, in their order. */
  public Schema projection() {
    Schema schema = columns.metadata().schema();
    return new Schema(
        projection.stream().map(id -> Objects.requireNonNull(schema.findField(id))).toList());
  }

  /**
   * Whole data files in planning order, each with its deletes and what of the filter its rows must
   * still be asked.
   */
  public List<FileScanTask> files() {
    return files;
  }

  /** The table as far as reading needs it, over files that {@code io} opens; it has no snapshot. */
  public Table state(FileIO io) {
    return columns.table(table, io);
  }

  @Override
  public String toString() {
    return "plan of " + files.size() + " files of " + table + " at snapshot " + snapshotId;
  }
}
