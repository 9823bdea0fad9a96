/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.LocalPaths;
import io.moraine.adapter.read.FileCache;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;

/** Where the engine finds the data files of a scan: in their place, or as copies of a store's. */
final class LocalCopies {
  static final LocalCopies NONE = new LocalCopies(Map.of());

  private final Map<String, String> paths;

  private LocalCopies(Map<String, String> paths) {
    this.paths = paths;
  }

  /** Whether a file is on a local file system. */
  static boolean isLocal(FileScanTask task) {
    return LocalPaths.of(task.file().location()).isPresent();
  }

  /**
   * Brings the files that are not local, all at once; those without room are left out.
   *
   * @throws MoraineException what the store failed with, or CANCELLED
   */
  static LocalCopies of(
      List<FileScanTask> files,
      AllowedRoots roots,
      Table state,
      String table,
      Execution execution) {
    Map<String, FileCache.Copy> copies = new LinkedHashMap<>();
    for (FileScanTask task : files) {
      if (!isLocal(task)) {
        FileRoutes.requireReadable(task, table);
        Optional<FileCache.Copy> copy =
            FileCache.shared().copy(roots, state.io(), task.file(), table);
        copy.ifPresent(execution.files()::keep);
        copy.ifPresent(c -> copies.put(task.file().location(), c));
      }
    }
    Map<String, String> paths = new HashMap<>();
    copies.forEach(
        (location, copy) -> {
          await(copy, execution.cancellation());
          paths.put(location, copy.path().toString());
        });
    return new LocalCopies(paths);
  }

  private static void await(FileCache.Copy copy, Cancellation cancellation) {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    try {
      cancellation.interruptibly(
          () -> stopped.complete(null),
          () -> {
            copy.await(stopped);
            return copy;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MoraineException(ErrorCode.CANCELLED, "The statement was interrupted", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Waiting raises no other exception", e);
    }
    cancellation.check();
  }

  /** Whether there is one. */
  boolean isAny() {
    return !paths.isEmpty();
  }

  /** Whether the engine finds the file. */
  boolean has(FileScanTask task) {
    return isLocal(task) || paths.containsKey(task.file().location());
  }

  /** The local path of a file that the engine finds. */
  String path(FileScanTask task, String table) {
    String copy = paths.get(task.file().location());
    return copy == null ? FilePaths.local(task.file().location(), table) : copy;
  }
}
