/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.linq4j.function.Predicate1;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * A look-up of one statement: a name means the same thing whenever the statement names it, and the
 * catalog is asked once for it. The validator asks for the same few names hundreds of times.
 */
final class RememberedLookup<T> implements Lookup<T> {
  private final Lookup<T> live;
  private final boolean listsFirst;
  private final Map<String, Optional<T>> exact = new ConcurrentHashMap<>();
  private final Map<String, Optional<Named<T>>> folded = new ConcurrentHashMap<>();
  private volatile @Nullable Set<String> all;

  /**
   * Remembers what {@code live} answers.
   *
   * @param listsFirst whether to ask once for all names, where most names that are asked for are
   *     none
   */
  RememberedLookup(Lookup<T> live, boolean listsFirst) {
    this.live = live;
    this.listsFirst = listsFirst;
  }

  /**
   * Whether another look-up answers all that this one was asked in the same way.
   *
   * @param named tells apart what is found
   */
  boolean isSame(Lookup<T> now, Function<? super T, String> named) {
    Set<String> names = all;
    return (names == null || names.equals(now.getNames(LikePattern.any())))
        && exact.entrySet().stream()
            .allMatch(
                e ->
                    e.getValue()
                        .map(named)
                        .equals(Optional.ofNullable(now.get(e.getKey())).map(named)))
        && folded.entrySet().stream()
            .allMatch(
                e ->
                    e.getValue()
                        .map(n -> named(n, named))
                        .equals(
                            Optional.ofNullable(now.getIgnoreCase(e.getKey()))
                                .map(n -> named(n, named))));
  }

  private static <T> String named(Named<T> found, Function<? super T, String> named) {
    return found.name() + "=" + named.apply(found.entity());
  }

  @Override
  public @Nullable T get(String name) {
    return remembered(exact, name, live::get);
  }

  @Override
  public @Nullable Named<T> getIgnoreCase(String name) {
    return remembered(folded, name, live::getIgnoreCase);
  }

  /** A look-up may come back here for another name, which a map that computes would not allow. */
  private <V> @Nullable V remembered(
      Map<String, Optional<V>> answers, String name, Function<String, @Nullable V> ask) {
    Optional<V> answer = answers.get(name);
    if (answer == null) {
      V found = isListed(name) ? ask.apply(name) : null;
      answers.putIfAbsent(name, Optional.ofNullable(found));
      answer = answers.get(name);
    }
    return answer.orElse(null);
  }

  /** A dotted name stands for several levels, of which only the first is in the list. */
  private boolean isListed(String name) {
    return !listsFirst || name.indexOf('.') >= 0 || all().stream().anyMatch(name::equalsIgnoreCase);
  }

  private Set<String> all() {
    Set<String> names = all;
    if (names == null) {
      names = Set.copyOf(live.getNames(LikePattern.any()));
      all = names;
    }
    return names;
  }

  @Override
  public Set<String> getNames(LikePattern pattern) {
    Predicate1<String> matcher = pattern.matcher();
    return all().stream().filter(matcher::apply).collect(Collectors.toSet());
  }
}
