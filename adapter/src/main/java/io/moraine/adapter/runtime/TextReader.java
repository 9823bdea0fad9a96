/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of {@code String}. Short texts that come again and again are made once. */
public final class TextReader extends ColumnReader {
  private static final int LONGEST_KEPT = VariableData.SLACK;
  private static final int WORDS = LONGEST_KEPT / Long.BYTES;
  private static final int KEPT_BITS = 8;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final VariableData data;
  private final Recurrence recurrence = new Recurrence();
  private final @Nullable String[] kept = new @Nullable String[1 << KEPT_BITS];
  private final int[] lengths = new int[1 << KEPT_BITS];

  /** The bytes of the kept texts, {@link #WORDS} longs each, zero behind the end. */
  private final long[] words = new long[WORDS << KEPT_BITS];

  TextReader(RowReader rows, ArrowColumn column) {
    super(rows, column);
    this.data = new VariableData(rows, column);
  }

  @Override
  void load(int rowCount) {
    data.load(rowCount);
    recurrence.next(rowCount);
  }

  @Override
  Object notNull(int row) {
    int start = data.locate(row);
    int length = data.length(row);
    return length <= LONGEST_KEPT && recurrence.worthwhile()
        ? recurring(start, length)
        : text(start, length);
  }

  /** Where in {@link #bytes} the value in a {@link #row} that is not negative begins. */
  public int start(int row) {
    return data.locate(row);
  }

  /** The number of bytes of the value in a {@link #row} that is not negative. */
  public int length(int row) {
    return data.length(row);
  }

  /** Texts in UTF-8, among them that of the last {@link #start}; not to be changed. */
  public byte[] bytes() {
    return data.bytes();
  }

  /** The bytes in UTF-8 of the value in the current row, which is not NULL. */
  public byte[] utf8() {
    int row = row();
    int start = data.locate(row);
    return Arrays.copyOfRange(data.bytes(), start, start + data.length(row));
  }

  private String text(int start, int length) {
    return new String(data.bytes(), start, length, StandardCharsets.UTF_8);
  }

  private String recurring(int start, int length) {
    long hash = length;
    for (int i = 0; i < length; i += Long.BYTES) {
      hash = (hash ^ word(start, length, i)) * MIX;
    }
    int slot = (int) (hash >>> Long.SIZE - KEPT_BITS);
    String known = kept[slot];
    if (known != null && isAt(slot, start, length)) {
      recurrence.hit();
      return known;
    }
    return keep(slot, start, length);
  }

  private boolean isAt(int slot, int start, int length) {
    boolean same = lengths[slot] == length;
    for (int i = 0; same && i < length; i += Long.BYTES) {
      same = words[slot * WORDS + i / Long.BYTES] == word(start, length, i);
    }
    return same;
  }

  private String keep(int slot, int start, int length) {
    String text = text(start, length);
    kept[slot] = text;
    lengths[slot] = length;
    for (int i = 0; i < length; i += Long.BYTES) {
      words[slot * WORDS + i / Long.BYTES] = word(start, length, i);
    }
    return text;
  }

  /** Eight bytes of a text from its {@code i}-th, zero behind its end. */
  private long word(int start, int length, int i) {
    long word = (long) LONGS.get(data.bytes(), start + i);
    int behind = Long.BYTES - (length - i);
    return behind <= 0 ? word : word & -1L >>> behind * Byte.SIZE;
  }
}
