/* SPDX-License-Identifier: Apache-2.0 */
/** Iceberg types as SQL types, and the type system and conformance that keep every digit. */
@NullMarked
package io.moraine.rules.type;

import org.jspecify.annotations.NullMarked;
