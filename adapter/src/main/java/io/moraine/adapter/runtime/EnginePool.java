/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.catalog.AllowedRoots;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Open engines, one for each set of folders that statements may read, so that no statement reaches
 * the files of a catalog that it does not name. They stay open for the life of the process.
 */
final class EnginePool {
  private static final EnginePool SHARED = new EnginePool();

  private final Map<Optional<List<Path>>, DuckEngine> engines = new HashMap<>();

  static EnginePool shared() {
    return SHARED;
  }

  /** The engine for statements over catalogs with these roots. */
  synchronized DuckEngine engine(Collection<AllowedRoots> roots) {
    // A catalog whose roots are not known may have files anywhere.
    boolean anywhere = roots.stream().anyMatch(r -> r.localDirectories().isEmpty());
    Optional<List<Path>> folders =
        anywhere
            ? Optional.empty()
            : Optional.of(
                roots.stream()
                    .flatMap(r -> r.localDirectories().stream())
                    .distinct()
                    .sorted(Comparator.naturalOrder())
                    .toList());
    return engines.computeIfAbsent(folders, DuckEngine::open);
  }
}
