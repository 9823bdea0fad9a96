/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.validate.SqlNameMatcher;

/** Looks up names by the project's rules (see {@link NameMatcher}). */
final class CatalogReader extends CalciteCatalogReader {
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
  }

  /** A name is one of the default schema, else of its catalog, else a full one. */
  private static List<List<String>> paths(List<String> schemaPath) {
    return Stream.of(
            schemaPath, schemaPath.subList(0, Math.min(1, schemaPath.size())), List.<String>of())
        .distinct()
        .toList();
  }

  @Override
  public CatalogReader withSchemaPath(List<String> schemaPath) {
    return new CatalogReader(rootSchema, schemaPath, typeFactory, config);
  }
}
