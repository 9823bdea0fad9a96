/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import io.moraine.adapter.foreign.ForeignColumn;
import io.moraine.adapter.foreign.ForeignTable;
import io.moraine.adapter.schema.IcebergTable;
import io.moraine.adapter.session.CatalogBrowser;
import io.moraine.adapter.session.CatalogBrowser.SchemaEntry;
import io.moraine.rules.error.MoraineException;
import io.moraine.rules.type.TypeMapping;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.Table;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The result sets of {@link DatabaseMetaData}; an unreadable table never hides its neighbours. */
final class MetadataQueries {
  private static final String TABLE = "TABLE";

  private final MoraineConnection connection;
  private final CatalogBrowser browser;
  private final RelDataTypeFactory types;

  MetadataQueries(MoraineConnection connection) {
    this.connection = connection;
    this.browser = connection.session().catalogs();
    this.types = connection.session().typeFactory();
  }

  private MoraineResultSet show(String what, MetadataColumns columns, List<@Nullable Object[]> rows)
      throws SQLException {
    MoraineStatement statement = (MoraineStatement) connection.createStatement();
    return statement.show(what, columns.of(types), rows);
  }

  MoraineResultSet catalogs() throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    browser.everything().forEach(catalog -> rows.add(new Object[] {catalog}));
    return show("getCatalogs", MetadataColumns.CATALOGS, rows);
  }

  MoraineResultSet schemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaEntry schema : schemaEntries(catalog, schemaPattern)) {
      rows.add(new Object[] {schema.name(), schema.catalog()});
    }
    return show("getSchemas", MetadataColumns.SCHEMAS, rows);
  }

  private List<SchemaEntry> schemaEntries(
      @Nullable String catalog, @Nullable String schemaPattern) {
    NamePattern pattern = new NamePattern(schemaPattern);
    return browser.everything().stream()
        .filter(name -> catalog == null || catalog.isEmpty() || name.equals(catalog))
        .flatMap(name -> browser.schemas(name).stream())
        .filter(schema -> pattern.matches(schema.name()))
        .sorted(Comparator.comparing(SchemaEntry::catalog).thenComparing(SchemaEntry::name))
        .toList();
  }

  MoraineResultSet tableTypes() throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {TABLE});
    return show("getTableTypes", MetadataColumns.TABLE_TYPES, rows);
  }

  MoraineResultSet tables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable List<String> tableTypes)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    NamePattern pattern = new NamePattern(tablePattern);
    if (tableTypes == null || tableTypes.contains(TABLE)) {
      for (SchemaEntry schema : schemaEntries(catalog, schemaPattern)) {
        browser.tables(schema).stream()
            .filter(pattern::matches)
            .forEach(table -> rows.add(tableRow(schema, table)));
      }
    }
    return show("getTables", MetadataColumns.TABLES, rows);
  }

  private @Nullable Object[] tableRow(SchemaEntry schema, String table) {
    return new @Nullable Object[] {
      schema.catalog(),
      schema.name(),
      table,
      TABLE,
      remarks(schema, table),
      null,
      null,
      null,
      null,
      null
    };
  }

  private @Nullable String remarks(SchemaEntry schema, String table) {
    try {
      return browser.table(schema, table) instanceof IcebergTable iceberg
          ? iceberg.state().properties().get("comment")
          : null;
    } catch (MoraineException e) {
      return e.getMessage();
    }
  }

  MoraineResultSet columns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    NamePattern tables = new NamePattern(tablePattern);
    NamePattern columns = new NamePattern(columnPattern);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaEntry schema : schemaEntries(catalog, schemaPattern)) {
      browser.tables(schema).stream()
          .filter(tables::matches)
          .forEach(table -> addColumns(rows, schema, table, columns));
    }
    return show("getColumns", MetadataColumns.COLUMNS, rows);
  }

  private void addColumns(
      List<@Nullable Object[]> rows, SchemaEntry schema, String table, NamePattern pattern) {
    List<Column> columns;
    try {
      columns = columns(browser.table(schema, table));
    } catch (MoraineException e) {
      return;
    }
    int ordinal = 0;
    for (Column column : columns) {
      ordinal++;
      if (pattern.matches(column.name())) {
        rows.add(columnRow(schema, table, column, ordinal));
      }
    }
  }

  private record Column(String name, JdbcType type, boolean isOptional, @Nullable String doc) {}

  private List<Column> columns(Table table) {
    if (table instanceof IcebergTable iceberg) {
      return iceberg.schema().columns().stream()
          .map(c -> new Column(c.name(), type(c), c.isOptional(), c.doc()))
          .toList();
    }
    List<RelDataTypeField> fields = table.getRowType(types).getFieldList();
    return table instanceof ForeignTable foreign
        ? foreign.columns().stream()
            .map(c -> new Column(c.name(), type(c), c.type().isNullable(), null))
            .toList()
        : fields.stream()
            .map(f -> new Column(f.getName(), JdbcType.of(f.getType()), true, null))
            .toList();
  }

  private static JdbcType type(ForeignColumn column) {
    return column.type().getSqlTypeName() == SqlTypeName.ANY
        ? unreadable(column.sourceType())
        : JdbcType.of(column.type());
  }

  private @Nullable Object[] columnRow(
      SchemaEntry schema, String table, Column column, int ordinal) {
    JdbcType type = column.type();
    boolean number = SqlTypeName.NUMERIC_TYPES.contains(type.sqlType());
    boolean octets = type.sqlType() == SqlTypeName.VARCHAR;
    return new @Nullable Object[] {
      schema.catalog(),
      schema.name(),
      table,
      column.name(),
      type.jdbcType(),
      type.name(),
      type.precision(),
      null,
      number || type.isDateTime() ? (Integer) type.scale() : null,
      number ? (Integer) (type.sqlType() == SqlTypeName.DECIMAL ? 10 : radix(type)) : null,
      column.isOptional() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
      column.doc(),
      null,
      null,
      null,
      octets ? (Integer) type.precision() : null,
      ordinal,
      column.isOptional() ? "YES" : "NO",
      null,
      null,
      null,
      null,
      "NO",
      "NO"
    };
  }

  private static int radix(JdbcType type) {
    return SqlTypeName.APPROX_TYPES.contains(type.sqlType()) ? 2 : 10;
  }

  /** A column that cannot be read yet is there all the same, under Iceberg's name of its type. */
  private JdbcType type(Types.NestedField column) {
    if (TypeMapping.refusal(column.type()).isPresent()) {
      return unreadable(column.type().toString());
    }
    RelDataType type = TypeMapping.toSql(types, column.type(), column.isOptional());
    return JdbcType.of(type);
  }

  private static JdbcType unreadable(String typeName) {
    String text = JdbcType.varchar().className();
    return new JdbcType(SqlTypeName.OTHER, java.sql.Types.OTHER, typeName, text, 0, 0, 0);
  }

  MoraineResultSet primaryKeys(@Nullable String catalog, @Nullable String schemaName, String table)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaEntry schema : schemaEntries(catalog, null)) {
      boolean wanted = schemaName == null || schemaName.equals(schema.name());
      if (wanted && browser.tables(schema).contains(table)) {
        if (!(browser.table(schema, table) instanceof IcebergTable found)) {
          continue;
        }
        List<String> key = new ArrayList<>(found.schema().identifierFieldNames());
        key.sort(Comparator.comparing(name -> found.schema().findField(name).fieldId()));
        for (int i = 0; i < key.size(); i++) {
          rows.add(
              new @Nullable Object[] {
                schema.catalog(), schema.name(), table, key.get(i), i + 1, null
              });
        }
      }
    }
    rows.sort(Comparator.comparing(row -> String.valueOf(row[3])));
    return show("getPrimaryKeys", MetadataColumns.PRIMARY_KEYS, rows);
  }

  MoraineResultSet typeInfo() throws SQLException {
    return show("getTypeInfo", MetadataColumns.TYPE_INFO, TypeInfo.rows(types));
  }
}
