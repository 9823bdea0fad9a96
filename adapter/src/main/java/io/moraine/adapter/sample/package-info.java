/* SPDX-License-Identifier: Apache-2.0 */
/** Sample data to try things on. */
@NullMarked
package io.moraine.adapter.sample;

import org.jspecify.annotations.NullMarked;
