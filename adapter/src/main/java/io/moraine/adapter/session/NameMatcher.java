/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.rules.type.OpenStruct;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** Matches the exact name first; without one, names that differ only in case. */
final class NameMatcher implements SqlNameMatcher {
  private final SqlNameMatcher exact = SqlNameMatchers.withCaseSensitive(true);
  private final SqlNameMatcher folded = SqlNameMatchers.withCaseSensitive(false);

  @Override
  public boolean isCaseSensitive() {
    return false;
  }

  @Override
  public boolean matches(String string, String name) {
    return folded.matches(string, name);
  }

  @Override
  public <K extends List<String>, V> @Nullable V get(
      Map<K, V> map, List<String> prefixNames, List<String> names) {
    V found = exact.get(map, prefixNames, names);
    return found != null ? found : folded.get(map, prefixNames, names);
  }

  @Override
  public String bestString() {
    return folded.bestString();
  }

  @Override
  public @Nullable RelDataTypeField field(RelDataType rowType, String fieldName) {
    RelDataTypeField same = exact.field(rowType, fieldName);
    RelDataTypeField found = same != null ? same : folded.field(rowType, fieldName);
    return found == null ? null : OpenStruct.column(found);
  }

  /** One exact match hides those that differ in case. */
  @Override
  public int frequency(Iterable<String> names, String name) {
    int matches = exact.frequency(names, name);
    return matches > 0 ? matches : folded.frequency(names, name);
  }

  @Override
  public Set<String> createSet() {
    return folded.createSet();
  }

  @Override
  public int indexOf(Iterable<String> names, String name) {
    int index = exact.indexOf(names, name);
    return index >= 0 ? index : folded.indexOf(names, name);
  }

  @Override
  public List<String> distinctCopy(Iterable<String> names) {
    return StreamSupport.stream(names.spliterator(), false).distinct().toList();
  }
}
