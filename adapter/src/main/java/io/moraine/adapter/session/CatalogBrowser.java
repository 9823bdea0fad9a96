/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.schema.IcebergSchema;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.lookup.LikePattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Lists what the catalogs of a connection hold, as JDBC metadata shows it. */
public final class CatalogBrowser {
  private final CalciteSchema root;

  CatalogBrowser(CalciteSchema root) {
    this.root = root;
  }

  /** The names of the catalogs, sorted. */
  public List<String> catalogs() {
    return root.subSchemas().getNames(LikePattern.any()).stream()
        .filter(name -> root.getSubSchema(name, true).schema instanceof IcebergSchema)
        .sorted()
        .toList();
  }

  /** The names of the catalogs and of all other schemas of the connection, sorted. */
  public List<String> everything() {
    return root.subSchemas().getNames(LikePattern.any()).stream().sorted().toList();
  }

  /**
   * A namespace.
   *
   * @param levels its levels below the catalog; empty where a model makes one namespace a schema
   */
  public record SchemaEntry(String catalog, List<String> levels) {
    /** The flat name, levels joined by dots. */
    public String name() {
      return String.join(".", levels);
    }
  }

  /** The namespaces of a catalog at every level, sorted by name. */
  public List<SchemaEntry> schemas(String catalog) {
    List<SchemaEntry> found = new ArrayList<>();
    CalciteSchema schema = root.getSubSchema(catalog, true);
    if (!(schema.schema instanceof IcebergSchema) && !names(schema).isEmpty()) {
      found.add(new SchemaEntry(catalog, List.of()));
    }
    collect(catalog, schema, List.of(), found);
    return found;
  }

  /** The names of tables; a source that does not answer must not hide its neighbours. */
  private static Set<String> names(CalciteSchema schema) {
    if (schema.schema instanceof IcebergSchema) {
      return schema.tables().getNames(LikePattern.any());
    }
    try {
      return schema.tables().getNames(LikePattern.any());
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(CatalogBrowser.class)
          .warn("The tables of schema {} cannot be listed", schema.name, e);
      return Set.of();
    }
  }

  private static void collect(
      String catalog, CalciteSchema schema, List<String> levels, List<SchemaEntry> found) {
    if (!levels.isEmpty()) {
      found.add(new SchemaEntry(catalog, levels));
    }
    for (String name : new TreeSet<>(schema.subSchemas().getNames(LikePattern.any()))) {
      CalciteSchema child = schema.getSubSchema(name, true);
      if (child != null) {
        collect(catalog, child, Stream.concat(levels.stream(), Stream.of(name)).toList(), found);
      }
    }
  }

  /** The names of the tables of a namespace, sorted; no table is opened. */
  public List<String> tables(SchemaEntry schema) {
    CalciteSchema found = walk(schema);
    return found == null ? List.of() : names(found).stream().sorted().toList();
  }

  /**
   * A table of a namespace.
   *
   * @throws MoraineException TABLE_NOT_FOUND if it was dropped meanwhile
   */
  public Table table(SchemaEntry schema, String name) {
    CalciteSchema found = walk(schema);
    CalciteSchema.TableEntry entry = found == null ? null : found.getTable(name, true);
    Table table = entry == null ? null : entry.getTable();
    if (table != null) {
      return table;
    }
    throw new MoraineException(
        ErrorCode.TABLE_NOT_FOUND,
        "Table " + schema.catalog() + "." + schema.name() + "." + name + " does not exist");
  }

  private @Nullable CalciteSchema walk(SchemaEntry entry) {
    CalciteSchema schema = root.getSubSchema(entry.catalog(), true);
    for (String level : entry.levels()) {
      schema = schema == null ? null : schema.getSubSchema(level, true);
    }
    return schema;
  }

  /**
   * The path that a dotted schema name means: with its catalog, or in the only catalog.
   *
   * @throws MoraineException SCHEMA_NOT_FOUND if it means none
   */
  public List<String> schemaPath(String dotted) {
    List<String> names = List.of(dotted.split("\\.", -1));
    List<String> catalogs = catalogs();
    List<List<String>> candidates = new ArrayList<>();
    candidates.add(names);
    catalogs.forEach(c -> candidates.add(Stream.concat(Stream.of(c), names.stream()).toList()));
    for (List<String> candidate : candidates) {
      List<String> stored = stored(candidate);
      if (!stored.isEmpty()) {
        return stored;
      }
    }
    throw new MoraineException(
        ErrorCode.SCHEMA_NOT_FOUND,
        "Schema '" + dotted + "' does not exist; catalogs are " + String.join(", ", catalogs));
  }

  /** A path as its names are stored, or empty if there is no such schema. */
  private List<String> stored(List<String> path) {
    List<String> names = new ArrayList<>();
    CalciteSchema schema = root;
    for (String level : path) {
      schema = schema.getSubSchema(level, false);
      if (schema == null) {
        return List.of();
      }
      names.add(schema.name);
    }
    return names;
  }
}
