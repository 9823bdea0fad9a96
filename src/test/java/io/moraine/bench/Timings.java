/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Nanoseconds that something took, each time. */
final class Timings {
  private static final double NANOS_A_MILLI = 1e6;

  private final List<Long> nanos = new ArrayList<>();

  void add(long time) {
    nanos.add(time);
  }

  /** The time in the middle. */
  long median() {
    List<Long> sorted = nanos.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%7.2f %7.2f",
        median() / NANOS_A_MILLI,
        Collections.max(nanos) / NANOS_A_MILLI);
  }
}
