/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import org.jspecify.annotations.Nullable;

/**
 * The value of a constant operand.
 *
 * @param value null for SQL NULL, else a Boolean, BigDecimal (exact numerics), Float (REAL), Double
 *     (FLOAT and DOUBLE), String, byte[], LocalDate, LocalTime, LocalDateTime, Instant or
 *     LocalInstant
 */
record Constant(@Nullable Object value) {}
