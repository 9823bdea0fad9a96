/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;

/** Arrow's memory, to be read in bulk. */
final class VectorBytes {
  private VectorBytes() {}

  /** The first bytes of a buffer, in its order; valid for as long as the buffer is. */
  static ByteBuffer of(ArrowBuf buffer, long bytes) {
    return buffer.nioBuffer(0, Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
  }
}
