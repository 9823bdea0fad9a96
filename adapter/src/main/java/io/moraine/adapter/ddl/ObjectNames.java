/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;

/** Finds the catalog that a name in a statement belongs to; the object itself need not exist. */
public interface ObjectNames {
  /**
   * The table that a name means.
   *
   * @throws io.moraine.rules.error.MoraineException SCHEMA_NOT_FOUND if the name fits no catalog,
   *     AMBIGUOUS_NAME if it fits several objects
   */
  TableName table(SqlIdentifier name);

  /**
   * The table that a name means; empty where its schema does not exist.
   *
   * @throws io.moraine.rules.error.MoraineException SCHEMA_NOT_FOUND if the name has no schema,
   *     AMBIGUOUS_NAME if it fits several objects, NOT_SUPPORTED if the schema is another source's
   */
  Optional<TableName> findTable(SqlIdentifier name);

  /**
   * The schema that a name means; empty where it can be in no catalog.
   *
   * @throws io.moraine.rules.error.MoraineException AMBIGUOUS_NAME if it fits several objects,
   *     NOT_SUPPORTED if it is another source's
   */
  Optional<SchemaName> findSchema(SqlIdentifier name);

  /**
   * The schema that a name means.
   *
   * @throws io.moraine.rules.error.MoraineException SCHEMA_NOT_FOUND if the name fits no catalog,
   *     AMBIGUOUS_NAME if it fits several objects
   */
  SchemaName schema(SqlIdentifier name);
}
