/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import java.time.LocalDateTime;

/**
 * The constant {@code CAST(local AS TIMESTAMP WITH LOCAL TIME ZONE)} in a zone whose offset
 * changes. Which instant that is, the engine's rules of zones say, and they may be of another year
 * than Java's.
 *
 * @param local a time of the session's zone
 */
record LocalInstant(LocalDateTime local) {}
