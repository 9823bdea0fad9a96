/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.iceberg.arrow.vectorized.NullabilityHolder;
import org.apache.iceberg.arrow.vectorized.VectorHolder;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Copies vectors of one column of one file, as Iceberg's vectorized reader has them, into batches.
 * The values of a dictionary are converted once.
 *
 * @param <B> the form of the values in batches
 * @param <D> the values of a dictionary, converted
 */
abstract sealed class VectorColumn<B extends ColumnBuffer, D>
    permits VectorNumbers, VectorDecimals, VectorTexts {
  private int[] ids = new int[0];
  private @Nullable Dictionary dictionary;
  private @Nullable D decoded;

  static VectorColumn<?, ?> of(ReadColumn column) {
    return switch (column.form()) {
      case DECIMAL -> new VectorDecimals(column);
      case VARCHAR -> new VectorTexts(column);
      default -> new VectorNumbers(column);
    };
  }

  /** Fills the first rows of a batch's column; a failure names the column. */
  @SuppressWarnings("unchecked")
  final void copy(VectorHolder holder, int rows, ColumnBuffer buffer) {
    if (holder instanceof VectorHolder.ConstantVectorHolder<?> constant) {
      buffer.fill(constant.getConstant(), rows);
      return;
    }
    copyNulls(holder.nullabilityHolder(), rows, buffer);
    PrimitiveType type = holder.descriptor().getPrimitiveType();
    if (holder.isDictionaryEncoded()) {
      copyIds((IntVector) holder.vector(), rows);
      copyDecoded(decoded(holder.dictionary(), type), ids, rows, (B) buffer);
    } else {
      copyPlain(holder.vector(), type, rows, (B) buffer);
    }
  }

  private static void copyNulls(NullabilityHolder nulls, int rows, ColumnBuffer buffer) {
    if (nulls.hasNulls()) {
      for (int row = 0; row < rows; row++) {
        if (nulls.isNullAt(row) == 1) {
          buffer.setNull(row);
        }
      }
    }
  }

  private void copyIds(IntVector vector, int rows) {
    if (ids.length < rows) {
      ids = new int[rows];
    }
    VectorBytes.of(vector.getDataBuffer(), (long) rows * Integer.BYTES)
        .asIntBuffer()
        .get(ids, 0, rows);
  }

  private D decoded(Dictionary current, PrimitiveType type) {
    D known = decoded;
    if (known == null || dictionary != current) {
      known = decode(current, type);
      decoded = known;
      dictionary = current;
    }
    return known;
  }

  /** Converts all values of a dictionary. */
  abstract D decode(Dictionary dictionary, PrimitiveType type);

  /** Copies values by their numbers in the dictionary; those of nulls mean nothing. */
  abstract void copyDecoded(D values, int[] ids, int rows, B buffer);

  /** Copies the values themselves. */
  abstract void copyPlain(FieldVector vector, PrimitiveType type, int rows, B buffer);
}
