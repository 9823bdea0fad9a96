/* SPDX-License-Identifier: Apache-2.0 */
/** A look into data files before they are read: whether their parts agree. */
@NullMarked
package io.moraine.adapter.verify;

import org.jspecify.annotations.NullMarked;
