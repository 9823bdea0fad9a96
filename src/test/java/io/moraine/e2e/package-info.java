/* SPDX-License-Identifier: Apache-2.0 */
/** Tests across modules: every way in, real catalogs, other engines' tables. */
@NullMarked
package io.moraine.e2e;

import org.jspecify.annotations.NullMarked;
