/* SPDX-License-Identifier: Apache-2.0 */
/** What a model JSON names: the schema and table factories. */
@NullMarked
package io.moraine.adapter;

import org.jspecify.annotations.NullMarked;
