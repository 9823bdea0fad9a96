/* SPDX-License-Identifier: Apache-2.0 */
/** Scan planning: from a table and a scan specification to the files to read. */
@NullMarked
package io.moraine.adapter.plan;

import org.jspecify.annotations.NullMarked;
