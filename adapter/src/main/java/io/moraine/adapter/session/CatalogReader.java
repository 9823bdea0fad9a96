/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.schema.IcebergSchema;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** Looks up names by the project's rules (see {@link NameMatcher}). */
final class CatalogReader extends CalciteCatalogReader {
  private final boolean hasFunctions;

  CatalogReader(
      CalciteSchema root,
      List<String> schemaPath,
      RelDataTypeFactory typeFactory,
      CalciteConnectionConfig config) {
    this(root, new NameMatcher(), paths(schemaPath), typeFactory, config);
  }

  private CatalogReader(
      CalciteSchema root,
      SqlNameMatcher nameMatcher,
      List<List<String>> schemaPaths,
      RelDataTypeFactory typeFactory,
      CalciteConnectionConfig config) {
    super(root, nameMatcher, schemaPaths, typeFactory, config);
    this.hasFunctions = hasFunctions(root);
  }

  private static boolean hasFunctions(CalciteSchema root) {
    return !root.getFunctionNames().isEmpty()
        || root.subSchemas().getNames(LikePattern.any()).stream()
            .map(name -> root.getSubSchema(name, true))
            .anyMatch(s -> s != null && mayHaveFunctions(s));
  }

  private static boolean mayHaveFunctions(CalciteSchema schema) {
    return !schema.getFunctionNames().isEmpty()
        || !(schema.schema instanceof IcebergSchema)
            && !schema.subSchemas().getNames(LikePattern.any()).isEmpty();
  }

  /** Asked for every column, which might be a function without arguments. */
  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier opName,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operatorList,
      SqlNameMatcher nameMatcher) {
    if (hasFunctions) {
      super.lookupOperatorOverloads(opName, category, syntax, operatorList, nameMatcher);
    }
  }

  /** A name is one of the default schema, else of its catalog, else a full one. */
  private static List<List<String>> paths(List<String> schemaPath) {
    return Stream.of(
            schemaPath, schemaPath.subList(0, Math.min(1, schemaPath.size())), List.<String>of())
        .distinct()
        .toList();
  }

  /** The validator has made the name a full one. */
  @Override
  public Prepare.@Nullable PreparingTable getTableForMember(List<String> names) {
    CalciteCatalogReader fromRoot =
        new CalciteCatalogReader(
            rootSchema, nameMatcher, List.of(List.of()), typeFactory, config) {};
    Prepare.PreparingTable found = fromRoot.getTable(names);
    return found == null ? super.getTableForMember(names) : found;
  }

  @Override
  public CatalogReader withSchemaPath(List<String> schemaPath) {
    return new CatalogReader(rootSchema, schemaPath, typeFactory, config);
  }
}
