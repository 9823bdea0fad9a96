/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;

/** The memory that Arrow batches live in, outside of the heap. */
final class ArrowMemory {
  private ArrowMemory() {}

  /** An allocator of its own for one result; the caller closes it. */
  static BufferAllocator newChild(String name) {
    try {
      return Root.ALLOCATOR.newChildAllocator(name, 0, Root.ALLOCATOR.getLimit());
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new MoraineException(
          ErrorCode.NOT_SUPPORTED,
          "Arrow cannot reach direct memory in this JVM: start it with the option"
              + " --add-opens=java.base/java.nio=ALL-UNNAMED",
          e);
    }
  }

  /** What it means that no batch fits any more. */
  static MoraineException exhausted(OutOfMemoryException thrown) {
    return new MoraineException(
        ErrorCode.OUT_OF_MEMORY,
        "The batches of this and other results take "
            + Root.ALLOCATOR.getAllocatedMemory()
            + " of "
            + Root.ALLOCATOR.getLimit()
            + " bytes: close results that are not needed, select shorter values, or give the"
            + " process more memory",
        thrown);
  }

  /** The bytes that batches take now. */
  static long allocatedBytes() {
    return Root.ALLOCATOR.getAllocatedMemory();
  }

  private static final class Root {
    static final BufferAllocator ALLOCATOR =
        new RootAllocator(RuntimeLimits.ofProcess().arrowBytes());
  }
}
