/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.plan.ScanPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;

/** How many data files of a leaf are read in which way, and what for, in words. */
final class LeafKinds {
  private static final String READER = "read_parquet";

  private LeafKinds() {}

  /** The ways; just the reader where no row is deleted. */
  static String of(Table state, ScanPlan plan) {
    if (plan.files().stream().allMatch(f -> f.deletes().isEmpty() && !FileRoutes.needHelp(f))) {
      return READER;
    }
    Map<String, List<FileScanTask>> ways = new LinkedHashMap<>();
    for (FileScanTask file : plan.files()) {
      ways.computeIfAbsent(way(state, file), w -> new ArrayList<>()).add(file);
    }
    return ways.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(way -> way.getKey() + ": " + described(way.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String way(Table state, FileScanTask file) {
    Optional<String> reason = FileRoutes.byLibrary(file);
    if (reason.isPresent()) {
      return "Iceberg's reader (" + reason.get() + ")";
    }
    boolean positions = DeletedRows.hasPositions(file);
    boolean keys = !EqualityDeletes.in(file).isEmpty();
    if (!EqualityDeletes.isReadable(state, file)) {
      return "Iceberg's reader, as the engine cannot read or compare deleted keys";
    }
    String reader = LocalCopies.isLocal(file) ? READER : READER + " from the disk cache";
    if (!positions && !keys) {
      return reader;
    }
    return reader
        + " minus deleted "
        + (positions && keys ? "positions and keys" : positions ? "positions" : "keys");
  }

  private static String described(List<FileScanTask> files) {
    Map<String, DeleteFile> deletes = new LinkedHashMap<>();
    files.stream()
        .flatMap(file -> file.deletes().stream())
        .forEach(d -> deletes.put(d.location() + "@" + d.contentOffset(), d));
    List<String> kinds = new ArrayList<>();
    add(kinds, deletes, d -> isPositions(d) && d.format() != FileFormat.PUFFIN, "position delete");
    add(kinds, deletes, d -> d.format() == FileFormat.PUFFIN, "deletion vector");
    add(kinds, deletes, d -> d.content() == FileContent.EQUALITY_DELETES, "equality delete");
    return counted(files.size(), "file")
        + (kinds.isEmpty() ? "" : " (" + String.join(", ", kinds) + ")");
  }

  private static boolean isPositions(DeleteFile delete) {
    return delete.content() == FileContent.POSITION_DELETES;
  }

  private static void add(
      List<String> kinds,
      Map<String, DeleteFile> deletes,
      Predicate<DeleteFile> kind,
      String name) {
    long count = deletes.values().stream().filter(kind).count();
    if (count > 0) {
      kinds.add(counted(count, name.endsWith("delete") ? name + " file" : name));
    }
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
