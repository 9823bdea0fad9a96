/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.slf4j.LoggerFactory;

/** The memory that Arrow batches live in, outside of the heap. */
final class ArrowMemory {
  private static final AtomicLong CLAIMED = new AtomicLong();

  private ArrowMemory() {}

  /**
   * Whether batches can be read in this JVM. If not, results are read through the engine's own
   * driver.
   */
  static boolean isUsable() {
    return Probe.USABLE;
  }

  /** An allocator of its own for one result; the caller closes it. */
  static BufferAllocator newChild(String name) {
    return Root.ALLOCATOR.newChildAllocator(name, 0, Root.ALLOCATOR.getLimit());
  }

  /**
   * Counts what the engine has allocated for a statement beside its own memory, as a batch, until
   * it is {@link #release released}.
   *
   * @throws MoraineException OUT_OF_MEMORY when there are too many bytes of batches then
   */
  static void claim(long bytes) {
    long taken = CLAIMED.addAndGet(bytes);
    if (taken > RuntimeLimits.ofProcess().arrowBytes()) {
      release(bytes);
      throw new MoraineException(
          ErrorCode.OUT_OF_MEMORY,
          "The batches of this and other results take "
              + (taken - bytes)
              + " of "
              + RuntimeLimits.ofProcess().arrowBytes()
              + " bytes, and the next one "
              + bytes
              + ": close results that are not needed, select shorter values, or give the"
              + " process more memory");
    }
  }

  /** The opposite of {@link #claim}. */
  static void release(long bytes) {
    CLAIMED.addAndGet(-bytes);
  }

  /** Whether there is room for batches that nobody waits for. */
  static boolean isAmple() {
    return CLAIMED.get() <= Root.ALLOCATOR.getLimit() / 2;
  }

  /** The bytes that batches take now. */
  static long allocatedBytes() {
    return isUsable() ? Root.ALLOCATOR.getAllocatedMemory() + CLAIMED.get() : 0;
  }

  /** Asks once and, if it is not usable, says so once. */
  private static final class Probe {
    static final boolean USABLE = probe();

    private static boolean probe() {
      try {
        return Root.ALLOCATOR.getLimit() > 0;
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        Throwable root = e;
        while (root.getCause() != null) {
          root = root.getCause();
        }
        LoggerFactory.getLogger(ArrowMemory.class)
            .warn(
                "Arrow cannot reach direct memory in this JVM ({}): results are read row by row,"
                    + " which is exact and slower. Start Java with"
                    + " --add-opens=java.base/java.nio=ALL-UNNAMED",
                root.toString());
        return false;
      }
    }
  }

  private static final class Root {
    static final BufferAllocator ALLOCATOR =
        new RootAllocator(RuntimeLimits.ofProcess().arrowBytes());
  }
}
