/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.util.List;
import java.util.function.Function;
import org.apache.calcite.avatica.Meta;

/**
 * The next rows of a result before it is known how they are to be written; they are not read yet.
 */
final class PendingFrame extends Meta.Frame {
  private final Function<RowWriter, EncodedFrame> reading;

  /**
   * A frame to come.
   *
   * @param reading reads the rows and writes them; a failure is a {@link WireException}
   */
  PendingFrame(long offset, Function<RowWriter, EncodedFrame> reading) {
    super(offset, false, List.of());
    this.reading = reading;
  }

  /** Reads the rows. */
  EncodedFrame encode(RowWriter writer) {
    return reading.apply(writer);
  }
}
