/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.ddl.ObjectNames;
import io.moraine.adapter.ddl.SchemaName;
import io.moraine.adapter.ddl.TableName;
import io.moraine.adapter.schema.IcebergSchema;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What the names in DDL mean: first below the default schema, then from the root. A table's own
 * name and the last part of a schema's may be new.
 */
public final class SchemaNames implements ObjectNames {
  private final CalciteSchema root;
  private final List<String> schemaPath;

  /**
   * Names in the schemas of a connection.
   *
   * @param schemaPath the path of the default schema; empty for none
   */
  public SchemaNames(CalciteSchema root, List<String> schemaPath) {
    this.root = StatementSchema.of(root);
    this.schemaPath = List.copyOf(schemaPath);
  }

  @Override
  public TableName table(SqlIdentifier name) {
    return findTable(name)
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.SCHEMA_NOT_FOUND,
                    "Schema " + String.join(".", schemaOf(name)) + " does not exist"));
  }

  @Override
  public Optional<TableName> findTable(SqlIdentifier name) {
    List<String> schema = schemaOf(name);
    if (schema.isEmpty()) {
      throw new MoraineException(
          ErrorCode.SCHEMA_NOT_FOUND,
          "Table " + name + " has no schema: write catalog.schema.table, or set a default schema");
    }
    String table = name.names.get(name.names.size() - 1);
    Optional<IcebergSchema> found =
        paths(name.names.subList(0, name.names.size() - 1))
            .map(this::walk)
            .flatMap(Optional::stream)
            .findFirst();
    if (found.isEmpty()) {
      requireOurs(name.names.subList(0, name.names.size() - 1));
    }
    return found.map(
        in ->
            new TableName(
                in.lease(), TableIdentifier.of(in.namespace(), in.storedTableName(table))));
  }

  private List<String> schemaOf(SqlIdentifier table) {
    return table.names.size() > 1 ? table.names.subList(0, table.names.size() - 1) : schemaPath;
  }

  @Override
  public SchemaName schema(SqlIdentifier name) {
    return find(name)
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.SCHEMA_NOT_FOUND,
                    "Schema "
                        + name
                        + " is in no catalog: write catalog.schema; catalogs are "
                        + String.join(", ", root.getSubSchemaMap().keySet())));
  }

  @Override
  public Optional<SchemaName> findSchema(SqlIdentifier name) {
    if (paths(name.names).map(this::walk).allMatch(Optional::isEmpty)) {
      requireOurs(name.names);
    }
    return find(name);
  }

  private Optional<SchemaName> find(SqlIdentifier name) {
    Optional<IcebergSchema> existing =
        paths(name.names).map(this::walk).flatMap(Optional::stream).findFirst();
    if (existing.isPresent()) {
      return existing.map(schema -> new SchemaName(schema.lease(), schema.namespace()));
    }
    // The schema may be new; its parent tells which of the paths is meant.
    List<List<String>> paths = paths(name.names).filter(path -> path.size() > 1).toList();
    for (List<String> path : paths) {
      Optional<IcebergSchema> parent = walk(path.subList(0, path.size() - 1));
      if (parent.isPresent()) {
        return Optional.of(child(parent.get(), path.subList(path.size() - 1, path.size())));
      }
    }
    for (List<String> path : paths) {
      Optional<IcebergSchema> catalog = walk(path.subList(0, 1));
      if (catalog.isPresent()) {
        return Optional.of(child(catalog.get(), path.subList(1, path.size())));
      }
    }
    return Optional.empty();
  }

  /** Refuses the name of another source's schema, which exists although no catalog has it. */
  private void requireOurs(List<String> schema) {
    if (paths(schema).anyMatch(path -> schemaAt(path) != null)) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Schema "
              + String.join(".", schema)
              + " is not one of an Iceberg catalog: what it has is only read");
    }
  }

  private static SchemaName child(IcebergSchema parent, List<String> levels) {
    List<String> all = concat(List.of(parent.namespace().levels()), levels);
    return new SchemaName(parent.lease(), Namespace.of(all.toArray(new String[0])));
  }

  /** The full paths that a path may mean, the likeliest first. */
  private Stream<List<String>> paths(List<String> written) {
    List<String> catalog = schemaPath.subList(0, Math.min(1, schemaPath.size()));
    return Stream.of(concat(schemaPath, written), written, concat(catalog, written))
        .filter(path -> !path.isEmpty())
        .distinct();
  }

  private static List<String> concat(List<String> a, List<String> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  private Optional<IcebergSchema> walk(List<String> path) {
    CalciteSchema schema = schemaAt(path);
    return schema != null && schema.schema instanceof IcebergSchema iceberg
        ? Optional.of(iceberg)
        : Optional.empty();
  }

  private @Nullable CalciteSchema schemaAt(List<String> path) {
    CalciteSchema schema = root;
    for (String level : path) {
      schema = schema == null ? null : schema.getSubSchema(level, false);
    }
    return schema;
  }
}
