/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.ddl;

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
   * The schema that a name means.
   *
   * @throws io.moraine.rules.error.MoraineException SCHEMA_NOT_FOUND if the name fits no catalog,
   *     AMBIGUOUS_NAME if it fits several objects
   */
  SchemaName schema(SqlIdentifier name);
}
