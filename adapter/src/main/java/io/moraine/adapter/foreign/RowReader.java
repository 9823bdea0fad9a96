/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import org.jspecify.annotations.Nullable;

/** An open read of a foreign table. All but {@link #cancel} is called by one thread at a time. */
interface RowReader extends AutoCloseable {
  /** The next row's values in the form in which they are carried, or null after the last. */
  @Nullable Object @Nullable [] next();

  /** Makes a {@link #next} that waits for the source fail, from any thread. */
  void cancel();

  @Override
  void close();
}
