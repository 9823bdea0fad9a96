/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.rel.type.RelProtoDataType;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.ViewTable;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/** A schema of another adapter, whose tables become {@link ForeignTable}s. */
public final class ForeignSchema implements Schema {
  private final CalciteSchema root;
  private final List<String> path;
  private final Schema schema;

  /**
   * A schema as one statement sees it.
   *
   * @param root the root of the schemas to which it belongs
   * @param path its name in full, from the root
   */
  public ForeignSchema(CalciteSchema root, List<String> path, Schema schema) {
    this.root = root;
    this.path = List.copyOf(path);
    this.schema = schema;
  }

  /** Whether a table's rows come from elsewhere; a view's come from the tables it names. */
  public static boolean isForeign(Table table) {
    return !(table instanceof ViewTable) && !(table instanceof ForeignTable);
  }

  private Table foreign(Table table, String name) {
    return isForeign(table) ? ForeignTable.of(root, below(name), table) : table;
  }

  private List<String> below(String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  @Override
  public Lookup<Table> tables() {
    return mapped(schema.tables(), this::foreign);
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return this.<Schema, Schema>mapped(
        schema.subSchemas(), (sub, name) -> new ForeignSchema(root, below(name), sub));
  }

  private <S, T> Lookup<T> mapped(Lookup<? extends S> lookup, BiFunction<S, String, T> mapping) {
    return new Lookup<T>() {
      @Override
      public @Nullable T get(String name) {
        S found = answer(() -> lookup.get(name));
        return found == null ? null : mapping.apply(found, name);
      }

      @Override
      public @Nullable Named<T> getIgnoreCase(String name) {
        Named<? extends S> found = answer(() -> lookup.getIgnoreCase(name));
        return found == null
            ? null
            : new Named<>(found.name(), mapping.apply(found.entity(), found.name()));
      }

      @Override
      public Set<String> getNames(LikePattern pattern) {
        return answer(() -> lookup.getNames(pattern));
      }
    };
  }

  /** What the adapter answers; it fails with anything. */
  private <T extends @Nullable Object> T answer(Supplier<T> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      throw CalciteSource.failed("schema " + String.join(".", path), e);
    }
  }

  @Override
  @Deprecated
  public @Nullable Table getTable(String name) {
    return tables().get(name);
  }

  @Override
  @Deprecated
  public Set<String> getTableNames() {
    return tables().getNames(LikePattern.any());
  }

  @Override
  @Deprecated
  public @Nullable Schema getSubSchema(String name) {
    return subSchemas().get(name);
  }

  @Override
  @Deprecated
  public Set<String> getSubSchemaNames() {
    return subSchemas().getNames(LikePattern.any());
  }

  @Override
  public @Nullable RelProtoDataType getType(String name) {
    return schema.getType(name);
  }

  @Override
  public Set<String> getTypeNames() {
    return schema.getTypeNames();
  }

  @Override
  public Collection<Function> getFunctions(String name) {
    return schema.getFunctions(name);
  }

  @Override
  public Set<String> getFunctionNames() {
    return schema.getFunctionNames();
  }

  @Override
  public Expression getExpression(@Nullable SchemaPlus parent, String name) {
    return schema.getExpression(parent, name);
  }

  @Override
  public boolean isMutable() {
    return schema.isMutable();
  }

  @Override
  public Schema snapshot(SchemaVersion version) {
    return this;
  }
}
