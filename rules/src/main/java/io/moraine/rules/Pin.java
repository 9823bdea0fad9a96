/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

/**
 * The one state of a table that a statement sees.
 *
 * @param metadataLocation where the table's metadata file lies; empty for a table that has none yet
 * @param snapshotId the snapshot read, or {@link #NO_SNAPSHOT} for a table without data
 * @param schemaId the schema that the statement was validated against
 */
public record Pin(String metadataLocation, long snapshotId, int schemaId) {
  /**
   * The snapshot id of a table that nothing was ever written to; Iceberg's own ids are positive.
   */
  public static final long NO_SNAPSHOT = -1;
}
