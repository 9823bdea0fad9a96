/* SPDX-License-Identifier: Apache-2.0 */
/** Namespaces and tables as Calcite schemas, looked up lazily and pinned once a statement. */
@NullMarked
package io.moraine.adapter.schema;

import org.jspecify.annotations.NullMarked;
