/* SPDX-License-Identifier: Apache-2.0 */
/** Catalog configuration, shared open catalogs, and the roots under which files may lie. */
@NullMarked
package io.moraine.adapter.catalog;

import org.jspecify.annotations.NullMarked;
