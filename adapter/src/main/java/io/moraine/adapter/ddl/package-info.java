/* SPDX-License-Identifier: Apache-2.0 */
/** DDL statements as catalog operations. */
@NullMarked
package io.moraine.adapter.ddl;

import org.jspecify.annotations.NullMarked;
