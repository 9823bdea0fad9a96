/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Where the rows of one part of a data file come from; used by one thread at a time. */
interface PartRows extends AutoCloseable {
  /**
   * The next rows, perhaps none; null after the last.
   *
   * @param stop whether there is no use in going on
   */
  @Nullable Batch next(BooleanSupplier stop);

  @Override
  void close() throws IOException;
}
