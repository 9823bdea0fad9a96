/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.linq4j.function.Predicate1;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * How names match: the exact name first, else the one name that differs only in case; several such
 * names are an error.
 */
abstract class NameMatch<T> implements Lookup<T> {
  /** What is looked up, for messages, as "table in lake.db". */
  abstract String kind();

  /** All names. */
  abstract Collection<String> names();

  @Override
  public @Nullable Named<T> getIgnoreCase(String name) {
    T exact = get(name);
    if (exact != null) {
      return new Named<>(name, exact);
    }
    Optional<String> match = match(kind(), name, names());
    T found = match.isEmpty() ? null : get(match.get());
    return found == null ? null : new Named<>(match.get(), found);
  }

  /** The stored name that a name means, opening nothing; the name itself if there is none. */
  String stored(String name) {
    Collection<String> names = names();
    return names.contains(name) ? name : match(kind(), name, names).orElse(name);
  }

  @Override
  public Set<String> getNames(LikePattern pattern) {
    Predicate1<String> matcher = pattern.matcher();
    return names().stream().filter(matcher::apply).collect(Collectors.toSet());
  }

  static Optional<String> match(String kind, String name, Collection<String> names) {
    List<String> matches = names.stream().filter(name::equalsIgnoreCase).sorted().toList();
    if (matches.size() > 1) {
      throw new MoraineException(
          ErrorCode.AMBIGUOUS_NAME,
          "The name '"
              + name
              + "' fits more than one "
              + kind
              + ": "
              + String.join(", ", matches)
              + "; write it as it is stored, in double quotes");
    }
    return matches.stream().findFirst();
  }
}
