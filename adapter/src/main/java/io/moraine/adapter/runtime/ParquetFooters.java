/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.Lists;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;

/**
 * The columns of data files, from their footers. Data files never change, so each footer is read
 * once as long as the cache has room.
 *
 * <p>Without this a file that has no field ids (written before its table was an Iceberg table)
 * would be read as NULLs, and one that says otherwise about time zones would be read shifted.
 */
final class ParquetFooters {
  private static final int MAX_FILES = 100_000;
  private static final int FILES_A_QUERY = 1_000;
  private static final int FILES_A_TASK = 100;

  private final Cache<String, List<FileColumn>> known =
      Caffeine.newBuilder().maximumSize(MAX_FILES).build();

  /** The columns of each of the files, by path. */
  Map<String, List<FileColumn>> columns(Connection engine, List<String> paths) throws SQLException {
    Map<String, List<FileColumn>> columns = new HashMap<>(known.getAllPresent(paths));
    if (columns.size() < paths.size()) {
      List<String> unknown = missing(paths, columns);
      Map<String, List<FileColumn>> read = ordinary(unknown);
      known.putAll(read);
      columns.putAll(read);
    }
    List<String> missing = missing(paths, columns);
    for (int i = 0; i < missing.size(); i += FILES_A_QUERY) {
      Map<String, List<FileColumn>> read =
          read(engine, missing.subList(i, Math.min(missing.size(), i + FILES_A_QUERY)));
      known.putAll(read);
      columns.putAll(read);
    }
    return columns;
  }

  private static List<String> missing(List<String> paths, Map<String, List<FileColumn>> columns) {
    return paths.stream().filter(p -> !columns.containsKey(p)).distinct().toList();
  }

  /** Those that can be told without the engine, which is many times faster. */
  private static Map<String, List<FileColumn>> ordinary(List<String> paths) {
    Map<String, List<FileColumn>> columns = new ConcurrentHashMap<>();
    Tasks.foreach(Lists.partition(paths, FILES_A_TASK))
        .executeWith(paths.size() > FILES_A_TASK ? ThreadPools.getWorkerPool() : null)
        .run(
            some ->
                some.forEach(
                    path -> FooterFile.columns(path).ifPresent(c -> columns.put(path, c))));
    return columns;
  }

  /** What the engine tells of files. */
  static Map<String, List<FileColumn>> read(Connection engine, List<String> paths)
      throws SQLException {
    String files =
        paths.stream()
            .map(path -> SqlText.string(FilePaths.pattern(path)))
            .collect(Collectors.joining(", ", "[", "]"));
    Map<String, List<FileColumn>> columns = new HashMap<>();
    try (Statement statement = engine.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT file_name, name, num_children, field_id, CASE WHEN duckdb_type = '"
                    + "TIMESTAMP WITH TIME ZONE' AND contains(logical_type, 'NANOS=NanoSeconds')"
                    + " THEN '"
                    + FooterTypes.NANO_INSTANT
                    + "' ELSE duckdb_type END, repetition_type = 'REPEATED',"
                    + " coalesce(converted_type, logical_type, '') FROM parquet_schema("
                    + files
                    + ")")) {
      while (rows.next()) {
        // The first row of a file is its root; each element is followed by its children.
        String file = rows.getString(1);
        columns.put(
            file, children(rows, rows.getInt(3)).stream().map(FooterElement::column).toList());
      }
    }
    return columns;
  }

  private static List<FooterElement> children(ResultSet rows, int count) throws SQLException {
    List<FooterElement> children = new ArrayList<>();
    for (int i = 0; i < count && rows.next(); i++) {
      String name = rows.getString(2);
      int below = rows.getInt(3);
      long id = rows.getLong(4);
      Integer fieldId = rows.wasNull() ? null : Integer.valueOf(Math.toIntExact(id));
      String type = rows.getString(5);
      boolean repeated = rows.getBoolean(6);
      String annotation = rows.getString(7);
      children.add(
          new FooterElement(
              name,
              fieldId,
              repeated,
              annotation,
              type == null || below > 0 ? "" : type,
              children(rows, below)));
    }
    return children;
  }
}
