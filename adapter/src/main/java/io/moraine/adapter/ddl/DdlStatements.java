/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.catalog.WritableNames;
import io.moraine.parser.SqlCreateSchema;
import io.moraine.parser.SqlCreateTable;
import io.moraine.parser.SqlDropSchema;
import io.moraine.parser.SqlDropTable;
import io.moraine.parser.SqlTruncateTable;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;

/** Runs the statements that create and drop schemas and tables. Each takes effect at once. */
public final class DdlStatements {
  private final ObjectNames names;

  /** Statements over the catalogs that these names lead to. */
  public DdlStatements(ObjectNames names) {
    this.names = names;
  }

  /** Whether {@link #execute} takes this statement (and runs it, or refuses it with a reason). */
  public static boolean handles(SqlNode statement) {
    return statement instanceof SqlCreateSchema
        || statement instanceof SqlDropSchema
        || statement instanceof SqlCreateTable
        || statement instanceof SqlDropTable
        || statement instanceof SqlTruncateTable;
  }

  /**
   * Runs one statement.
   *
   * @throws MoraineException if it fails; the catalog is as before then, unless the code is
   *     COMMIT_UNKNOWN
   * @throws IllegalArgumentException if the statement is not one that {@link #handles} takes
   */
  public void execute(SqlNode statement) {
    if (statement instanceof SqlCreateSchema create) {
      createSchema(create);
    } else if (statement instanceof SqlDropSchema drop) {
      dropSchema(drop);
    } else if (statement instanceof SqlCreateTable create) {
      new TableCreation(create, names.table(create.getName())).run();
    } else if (statement instanceof SqlDropTable drop) {
      dropTable(drop);
    } else if (statement instanceof SqlTruncateTable truncate) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot truncate table "
              + truncate.getName()
              + ": TRUNCATE TABLE is not supported; drop the table and create it again");
    } else {
      throw new IllegalArgumentException("Not a DDL statement: " + statement.getKind());
    }
  }

  private void createSchema(SqlCreateSchema create) {
    SchemaName name = names.schema(create.getName());
    String doing = "create schema " + name;
    SupportsNamespaces namespaces = namespaces(name, doing);
    WritableNames.requireWritable(name.namespace());
    try {
      if (create.isIfNotExists() && namespaces.namespaceExists(name.namespace())) {
        return;
      }
      requireParent(namespaces, name, doing);
      namespaces.createNamespace(name.namespace(), schemaProperties(create, name));
    } catch (AlreadyExistsException e) {
      if (!create.isIfNotExists()) {
        throw new MoraineException(
            ErrorCode.SCHEMA_EXISTS,
            "Cannot " + doing + ": it exists already; use IF NOT EXISTS to accept that",
            e);
      }
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateCommit(doing, e);
    }
  }

  private static void requireParent(SupportsNamespaces namespaces, SchemaName name, String doing) {
    String[] levels = name.namespace().levels();
    if (levels.length < 2) {
      return;
    }
    Namespace parent = Namespace.of(Arrays.copyOf(levels, levels.length - 1));
    if (!namespaces.namespaceExists(parent)) {
      throw new MoraineException(
          ErrorCode.SCHEMA_NOT_FOUND,
          String.format(
              Locale.ROOT,
              "Cannot %s: schema %s.%s does not exist; create it first",
              doing,
              name.catalog().name(),
              parent));
    }
  }

  private static Map<String, String> schemaProperties(SqlCreateSchema create, SchemaName name) {
    Map<String, String> properties = new LinkedHashMap<>(create.getProperties());
    Comments.addTo(properties, create.getComment(), "schema " + name);
    String location = properties.get("location");
    if (location != null) {
      name.catalog().roots().requireAllowed(location, "location of schema " + name);
    }
    return properties;
  }

  private void dropSchema(SqlDropSchema drop) {
    Optional<SchemaName> found = names.findSchema(drop.getName());
    if (found.isEmpty() && drop.isIfExists()) {
      return;
    }
    SchemaName name = found.orElseGet(() -> names.schema(drop.getName()));
    String doing = "drop schema " + name;
    SupportsNamespaces namespaces = namespaces(name, doing);
    try {
      boolean dropped =
          namespaces.namespaceExists(name.namespace())
              && namespaces.dropNamespace(name.namespace());
      if (!dropped && !drop.isIfExists()) {
        throw new MoraineException(
            ErrorCode.SCHEMA_NOT_FOUND,
            "Cannot " + doing + ": it does not exist; use IF EXISTS to accept that");
      }
    } catch (NamespaceNotEmptyException e) {
      throw new MoraineException(
          ErrorCode.SCHEMA_NOT_EMPTY,
          "Cannot " + doing + ": it is not empty; drop its tables, views and schemas first",
          e);
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateCommit(doing, e);
    }
  }

  private void dropTable(SqlDropTable drop) {
    if (drop.isPurge()) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Cannot drop table "
              + drop.getName()
              + " with PURGE: deleting data files is not supported; leave PURGE out, which keeps"
              + " the files");
    }
    Optional<TableName> found = names.findTable(drop.getName());
    if (found.isEmpty() && drop.isIfExists()) {
      return;
    }
    TableName name = found.orElseGet(() -> names.table(drop.getName()));
    String doing = "drop table " + name;
    boolean dropped;
    try {
      dropped = name.catalog().catalog().dropTable(name.id(), false);
    } catch (RuntimeException e) {
      throw ErrorTranslation.translateCommit(doing, e);
    }
    if (!dropped && !drop.isIfExists()) {
      throw new MoraineException(
          ErrorCode.TABLE_NOT_FOUND,
          "Cannot " + doing + ": it does not exist; use IF EXISTS to accept that");
    }
  }

  private static SupportsNamespaces namespaces(SchemaName name, String doing) {
    return name.catalog()
        .namespaces()
        .orElseThrow(
            () ->
                new MoraineException(
                    ErrorCode.NOT_SUPPORTED,
                    String.format(
                        Locale.ROOT,
                        "Cannot %s: a catalog of type %s keeps no schemas",
                        doing,
                        name.catalog().config().type())));
  }
}
