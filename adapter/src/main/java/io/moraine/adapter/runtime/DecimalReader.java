/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import org.apache.arrow.vector.DecimalVector;
import org.jspecify.annotations.Nullable;

/** A column of {@code BigDecimal} of up to 18 digits, which are in the low half of the 128 bits. */
public final class DecimalReader extends FixedReader {
  static final int MOST_DIGITS = 18;

  private static final int KEPT = 1_024;
  private static final int BYTES = DecimalVector.TYPE_WIDTH;

  private final int scale;
  private final @Nullable BigDecimal[] kept = new @Nullable BigDecimal[KEPT];
  private final long[] keys = new long[KEPT];
  private final Recurrence recurrence = new Recurrence();

  DecimalReader(RowReader rows, ArrowColumn column, int scale) {
    super(rows, column, BYTES * Byte.SIZE);
    this.scale = scale;
  }

  /** The number of digits after the point, the same for all values. */
  public int scale() {
    return scale;
  }

  @Override
  void load(int rowCount) {
    super.load(rowCount);
    recurrence.next(rowCount);
  }

  @Override
  Object notNull(int row) {
    long unscaled = (long) LONGS.get(data(), row * BYTES);
    return recurrence.worthwhile() ? recurring(unscaled) : BigDecimal.valueOf(unscaled, scale);
  }

  private BigDecimal recurring(long unscaled) {
    int slot = (int) (unscaled ^ unscaled >>> 10) & KEPT - 1;
    BigDecimal known = kept[slot];
    if (known != null && keys[slot] == unscaled) {
      recurrence.hit();
      return known;
    }
    BigDecimal decimal = BigDecimal.valueOf(unscaled, scale);
    kept[slot] = decimal;
    keys[slot] = unscaled;
    return decimal;
  }
}
