/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

/**
 * The first rows in an order, of which planning needs to know the first key.
 *
 * @param column the key's position among the table's columns
 * @param descending whether large values come first
 * @param nullsFirst whether NULLs come before all values
 * @param rows how many rows are needed, those that an OFFSET leaves out with them
 */
public record TopN(int column, boolean descending, boolean nullsFirst, long rows) {}
