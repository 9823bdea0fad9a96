/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.AvaticaDatabaseMetaData;
import org.jspecify.annotations.Nullable;

/** What the driver and its catalogs have, as JDBC asks for it. */
final class MoraineDatabaseMetaData extends AvaticaDatabaseMetaData {
  private final MoraineConnection connection;

  MoraineDatabaseMetaData(MoraineConnection connection) {
    super(connection);
    this.connection = connection;
  }

  private MetadataQueries queries() {
    return new MetadataQueries(connection);
  }

  private static SQLException failed(RuntimeException e) {
    return SqlExceptions.of(e);
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    try {
      return queries().catalogs();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    try {
      return queries().schemas(catalog, schemaPattern);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return queries().tableTypes();
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      String @Nullable [] types)
      throws SQLException {
    try {
      return queries()
          .tables(
              catalog,
              schemaPattern,
              tableNamePattern,
              types == null ? null : List.copyOf(Arrays.asList(types)));
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      @Nullable String columnNamePattern)
      throws SQLException {
    try {
      return queries().columns(catalog, schemaPattern, tableNamePattern, columnNamePattern);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    try {
      return queries().primaryKeys(catalog, schema, table);
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return queries().typeInfo();
  }

  @Override
  public String getDatabaseProductName() {
    return "Moraine";
  }

  @Override
  public String getDatabaseProductVersion() {
    return "0.1.0";
  }

  @Override
  public String getIdentifierQuoteString() {
    return "\"";
  }

  @Override
  public String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public String getCatalogTerm() {
    return "catalog";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public boolean isCatalogAtStart() {
    return true;
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() {
    return true;
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() {
    return true;
  }

  @Override
  public boolean supportsSchemasInDataManipulation() {
    return true;
  }

  @Override
  public boolean supportsSchemasInTableDefinitions() {
    return true;
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() {
    return true;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() {
    return false;
  }

  @Override
  public boolean supportsTransactions() {
    return false;
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) {
    return true;
  }

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public boolean supportsSavepoints() {
    return false;
  }

  @Override
  public boolean supportsBatchUpdates() {
    return false;
  }

  @Override
  public boolean supportsResultSetType(int type) {
    return type == ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public Connection getConnection() {
    return connection;
  }
}
