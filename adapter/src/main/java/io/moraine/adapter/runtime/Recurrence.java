/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/**
 * Whether a column's values come again and again, so that objects made before are worth looking
 * for. Judged batch by batch; a column found not to be so is tried again after a while.
 */
final class Recurrence {
  private static final int PAUSE = 64;

  private boolean worthwhile = true;
  private int hits;
  private int rows;
  private int paused;

  /** A batch begins. */
  void next(int rowCount) {
    if (worthwhile) {
      worthwhile = hits >= rows / 2;
      paused = 0;
    } else if (++paused >= PAUSE) {
      worthwhile = true;
    }
    hits = 0;
    rows = worthwhile ? rowCount : 0;
  }

  void hit() {
    hits++;
  }

  boolean worthwhile() {
    return worthwhile;
  }
}
