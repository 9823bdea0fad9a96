/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** The memory that Arrow batches live in, outside of the heap. */
final class ArrowMemory {
  private ArrowMemory() {}

  /** An allocator of its own for one result; the caller closes it. */
  static BufferAllocator newChild(String name) {
    try {
      return Root.ALLOCATOR.newChildAllocator(name, 0, Long.MAX_VALUE);
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Arrow cannot reach direct memory in this JVM: start it with the option"
              + " --add-opens=java.base/java.nio=ALL-UNNAMED",
          e);
    }
  }

  private static final class Root {
    static final BufferAllocator ALLOCATOR = new RootAllocator(Long.MAX_VALUE);
  }
}
