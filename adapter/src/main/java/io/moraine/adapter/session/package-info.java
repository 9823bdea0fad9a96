/* SPDX-License-Identifier: Apache-2.0 */
/** The settings of a connection and the pipeline of a statement. */
@NullMarked
package io.moraine.adapter.session;

import org.jspecify.annotations.NullMarked;
