/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A column of {@code BigDecimal} of up to 18 digits, which the engine exports in 32 or 64 bits. */
public final class DecimalReader extends FixedReader {
  private static final int KEPT = 1_024;

  private final int bits;
  private final int scale;
  private final @Nullable BigDecimal[] kept = new @Nullable BigDecimal[KEPT];
  private final long[] keys = new long[KEPT];
  private final Recurrence recurrence = new Recurrence();

  /** A reader of decimals of 32 bits or 64. */
  DecimalReader(RowReader rows, ArrowColumn column, int bits, int scale) {
    super(rows, column, bits);
    this.bits = bits;
    this.scale = scale;
  }

  /** The number of digits after the point, the same for all values. */
  public int scale() {
    return scale;
  }

  /** The digits as a whole number in a {@link #row} that is not negative. */
  public long unscaled(int row) {
    return bits == Long.SIZE
        ? (long) LONGS.get(data(), row << 3)
        : (int) INTS.get(data(), row << 2);
  }

  @Override
  void load(int rowCount) {
    super.load(rowCount);
    recurrence.next(rowCount);
  }

  @Override
  Object notNull(int row) {
    long unscaled = unscaled(row);
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
