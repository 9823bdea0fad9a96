/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.Lists;
import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.rules.error.MoraineException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Hands the deleted positions of data files to the engine, for one execution.
 *
 * <p>Bits are kept in the heap, in a cache of a limited size; the engine's copies of them are
 * outside of its own limit, and counted with the Arrow batches while the statement runs. Keys are
 * in a temporary table, which the engine counts and spills.
 */
final class PositionDeletes {
  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** The engine has the variable, and the constant that it makes of it in a plan. */
  private static final int COPIES = 2;

  private static final int BYTES_OF_ENTRY = 500;

  /** Files whose deleted positions are in the heap at a time. */
  private static final int FILES_AT_ONCE = 64;

  private static final Cache<Key, DeletedBits> BITS =
      Caffeine.newBuilder()
          .maximumWeight(HEAP / 32)
          .weigher((Key key, DeletedBits bits) -> BYTES_OF_ENTRY + bits.size())
          .build();

  private final Execution execution;
  private final DuckDBConnection engine;
  private final Set<String> known = new HashSet<>();

  PositionDeletes(Execution execution, DuckDBConnection engine) {
    this.execution = execution;
    this.engine = engine;
  }

  /** Deletes are told by where they are, which no other ones ever are. */
  private record Key(String table, String file, List<String> deletes) {}

  /** How many bytes the bits of the rows of one leaf may take. */
  static long mostBytes() {
    return RuntimeLimits.ofProcess().arrowBytes() / 16;
  }

  /**
   * Of some data files those that have rows at deleted positions, which planning may not know, and
   * the numbers of the pieces where they are.
   */
  Map<FileScanTask, BitSet> concerned(Table state, String table, List<FileScanTask> files) {
    List<FileScanTask> asked = files.stream().filter(DeletedRows::hasPositions).toList();
    DeleteFiles deletes = new DeleteFiles(state, execution.cancellation());
    Map<FileScanTask, BitSet> concerned =
        read(asked, file -> named(table, file, f -> pieces(state, deletes, f)));
    concerned.values().removeIf(BitSet::isEmpty);
    return concerned;
  }

  private static BitSet pieces(Table state, DeleteFiles deletes, FileScanTask file) {
    if (DeletedBits.bytes(file.file().recordCount()) <= mostBytes()) {
      return bits(state, deletes, file).numbers();
    }
    BitSet some = new BitSet();
    some.set(0, !deletes.positions(file).isEmpty());
    return some;
  }

  /**
   * Makes deleted positions known to the connection.
   *
   * @param table the table's name, for messages
   * @throws MoraineException what reading a delete file fails with, CANCELLED, or OUT_OF_MEMORY
   */
  void bind(Table state, String table, List<DeletedPositions> deleted) throws SQLException {
    List<DeletedPositions> unknown = deleted.stream().filter(d -> known.add(d.name())).toList();
    if (unknown.isEmpty()) {
      return;
    }
    DeleteFiles files = new DeleteFiles(state, execution.cancellation());
    Map<DeletedPositions, DeletedBits> bits =
        read(
            unknown.stream().filter(d -> d.form() == DeletedPositions.Form.BITS).toList(),
            d -> named(table, d.files().get(0), f -> bits(state, files, f)));
    for (Map.Entry<DeletedPositions, DeletedBits> ofFile : bits.entrySet()) {
      for (Map.Entry<Integer, byte[]> piece : ofFile.getValue().pieces().entrySet()) {
        set(DeletedBits.variable(ofFile.getKey().name(), piece.getKey()), piece.getValue());
      }
    }
    for (DeletedPositions positions : unknown) {
      if (positions.form() == DeletedPositions.Form.KEYS) {
        load(positions, files, table);
      }
    }
  }

  private static <I, O> Map<I, O> read(List<I> inputs, Function<I, O> read) {
    Map<I, O> outputs = new ConcurrentHashMap<>();
    Tasks.foreach(inputs)
        .executeWith(inputs.size() > 1 ? ThreadPools.getWorkerPool() : null)
        .stopOnFailure()
        .throwFailureWhenFinished()
        .run(input -> outputs.put(input, read.apply(input)));
    return outputs;
  }

  private static <T> T named(String table, FileScanTask file, Function<FileScanTask, T> read) {
    try {
      return read.apply(file);
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateRead(
          "read the deletes of data file " + file.file().location() + " of table " + table, e);
    }
  }

  private static DeletedBits bits(Table state, DeleteFiles files, FileScanTask file) {
    Key key =
        new Key(
            identity(state),
            file.file().location(),
            file.deletes().stream().map(d -> d.location() + "@" + d.contentOffset()).toList());
    return BITS.get(key, k -> DeletedBits.of(files.positions(file), file.file().recordCount()));
  }

  private static String identity(Table state) {
    return state instanceof HasTableOperations withOperations
        ? withOperations.operations().current().uuid() + " " + state.location()
        : state.location();
  }

  private void set(String name, byte[] bits) throws SQLException {
    execution.claim((long) COPIES * bits.length);
    // As a sub-query it takes an eighth of the time: a constant would be computed again and again.
    String value = "(SELECT bytes::BIT FROM (SELECT ?::BLOB AS bytes))";
    try (PreparedStatement set = engine.prepareStatement("SET VARIABLE " + name + " = " + value)) {
      set.setBytes(1, bits);
      set.execute();
    }
  }

  private void load(DeletedPositions deleted, DeleteFiles files, String table) throws SQLException {
    try (Statement statement = engine.createStatement()) {
      statement.execute("CREATE TEMP TABLE " + deleted.name() + " (k BIGINT NOT NULL)");
    }
    try (DuckDBAppender rows = engine.createAppender("temp", "main", deleted.name())) {
      int first = 0;
      for (List<FileScanTask> some : Lists.partition(deleted.files(), FILES_AT_ONCE)) {
        Map<FileScanTask, long[]> positions =
            read(
                some,
                file ->
                    named(table, file, f -> sorted(files.positions(f), f.file().recordCount())));
        for (FileScanTask file : some) {
          execution.cancellation().check();
          for (long position : positions.getOrDefault(file, new long[0])) {
            rows.beginRow();
            rows.append(DeletedPositions.key(first, position));
            rows.endRow();
          }
          first++;
        }
      }
    }
  }

  private static long[] sorted(PositionDeleteIndex positions, long rows) {
    LongStream.Builder all = LongStream.builder();
    positions.forEach(all::add);
    // A row that the file does not have would be one of the next file's.
    return all.build().filter(position -> position >= 0 && position < rows).toArray();
  }
}
