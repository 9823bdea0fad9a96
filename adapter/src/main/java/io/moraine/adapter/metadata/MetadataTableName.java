/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.metadata;

import org.apache.iceberg.MetadataTableType;

/**
 * The parsed name of a metadata table, as {@code orders$snapshots}.
 *
 * @param table the name of the table that it is about
 * @param type which of its metadata tables
 */
public record MetadataTableName(String table, MetadataTableType type) {}
