/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.sample;

/** Hears how far the sample has come. */
@FunctionalInterface
public interface SampleProgress {
  /**
   * Called now and then while a table is written, and once after its commit.
   *
   * @param table the table's name
   * @param rows rows written so far
   * @param committed whether the table is complete
   */
  void rows(String table, long rows, boolean committed);
}
