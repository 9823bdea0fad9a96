/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.iceberg.deletes.PositionDeleteIndex;

/**
 * The deleted rows of one data file as bits, 1 where a row is deleted, in pieces of {@link
 * #pieceBits} low bits of the rows' numbers. The engine copies a constant for each of its vectors
 * of rows, so that long constants are slow; and pieces without deleted rows need no test at all.
 */
final class DeletedBits {
  /** 64 KB a piece: shorter ones take more time to choose among than they save. */
  private static final int LEAST_PIECE_BITS = 19;

  /** The engine is given each piece by a statement. */
  private static final int MOST_PIECES_BITS = 6;

  private static final String ROW = "file_row_number";

  private final SortedMap<Integer, byte[]> pieces;

  private DeletedBits(SortedMap<Integer, byte[]> pieces) {
    this.pieces = pieces;
  }

  /** The bits of a file with so many rows; positions that it does not have are left out. */
  static DeletedBits of(PositionDeleteIndex positions, long rows) {
    int bits = pieceBits(rows);
    long rowsOfPiece = 1L << bits;
    SortedMap<Integer, byte[]> pieces = new TreeMap<>();
    positions.forEach(
        position -> {
          if (position >= 0 && position < rows) {
            int piece = (int) (position >> bits);
            long inPiece = position & (rowsOfPiece - 1);
            byte[] bytes =
                pieces.computeIfAbsent(
                    piece,
                    p -> {
                      long rest = rows - ((long) p << bits);
                      return new byte[Math.toIntExact(bytes(Math.min(rowsOfPiece, rest)))];
                    });
            bytes[(int) (inPiece >> 3)] |= (byte) (128 >> (inPiece & 7));
          }
        });
    return new DeletedBits(pieces);
  }

  /** The bytes of a bit for each row. */
  static long bytes(long rows) {
    return (rows + 7) / 8;
  }

  private static int pieceBits(long rows) {
    int bitsOfLast = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, rows - 1));
    return Math.max(LEAST_PIECE_BITS, bitsOfLast - MOST_PIECES_BITS);
  }

  /** By their numbers, the pieces that have deleted rows. */
  SortedMap<Integer, byte[]> pieces() {
    return pieces;
  }

  /** The bytes of all pieces. */
  int size() {
    return pieces.values().stream().mapToInt(piece -> piece.length).sum();
  }

  /** The numbers of the pieces that have deleted rows. */
  BitSet numbers() {
    BitSet numbers = new BitSet();
    pieces.keySet().forEach(numbers::set);
    return numbers;
  }

  /** The name of the variable of a piece. */
  static String variable(String name, int piece) {
    return name + "_" + piece;
  }

  /**
   * The condition of the rows of the one file that are not deleted.
   *
   * @param name the common part of the variables' names
   * @param numbers of the pieces that have deleted rows
   * @param rows how many rows the file has
   */
  static String areClear(String name, BitSet numbers, long rows) {
    int bits = pieceBits(rows);
    int pieces = (int) (Math.max(0, rows - 1) >> bits) + 1;
    return new Condition(name, numbers, bits).of(0, pieces);
  }

  private record Condition(String name, BitSet numbers, int bits) {
    /** A binary tree: each vector of rows, which hardly ever is in two pieces, takes one way. */
    String of(int first, int end) {
      int next = numbers.nextSetBit(first);
      if (next < 0 || next >= end) {
        return "TRUE";
      }
      if (end - first == 1) {
        return isClear(first);
      }
      int middle = (first + end) >>> 1;
      return "CASE WHEN "
          + ROW
          + " < "
          + ((long) middle << bits)
          + " THEN "
          + of(first, middle)
          + " ELSE "
          + of(middle, end)
          + " END";
    }

    private String isClear(int piece) {
      return "get_bit(getvariable("
          + SqlText.string(variable(name, piece))
          + "), CAST("
          + ROW
          + " & "
          + ((1L << bits) - 1)
          + " AS INTEGER)) = 0";
    }
  }
}
