/* SPDX-License-Identifier: Apache-2.0 */
/** CREATE and DROP of schemas and tables: from syntax nodes to operations of an Iceberg catalog. */
@NullMarked
package io.moraine.adapter.ddl;

import org.jspecify.annotations.NullMarked;
