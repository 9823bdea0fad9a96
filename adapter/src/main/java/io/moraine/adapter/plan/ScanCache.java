/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.apache.iceberg.FileScanTask;
import org.jspecify.annotations.Nullable;

/** Plans of scans of states of tables, which never change; as many as a share of the heap holds. */
final class ScanCache {
  /** A sixteenth of the heap, of which a plan's files take most. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 16;

  private static final int BYTES_A_FILE = 1_000;
  private static final int BYTES_A_COLUMN = 300;
  private static final int BYTES_A_DELETE = 200;
  private static final int BYTES_A_LEVEL = 200;

  private static final Cache<ScanKey, ScanPlan> PLANS =
      Caffeine.newBuilder().maximumWeight(MAX_BYTES).weigher(ScanCache::bytes).build();

  private ScanCache() {}

  static @Nullable ScanPlan get(ScanKey key) {
    ScanPlan plan = PLANS.getIfPresent(key);
    return plan != null || key.columnStats() ? plan : PLANS.getIfPresent(key.withColumnStats());
  }

  static void put(ScanKey key, ScanPlan plan) {
    PLANS.put(key, plan);
  }

  /** What a plan and the texts that are made of it may take. */
  private static int bytes(ScanKey key, ScanPlan plan) {
    long aFile = BYTES_A_FILE;
    if (key.columnStats()) {
      aFile += (long) BYTES_A_COLUMN * plan.schema().columns().size();
    }
    long bytes = (long) BYTES_A_LEVEL * (1 + key.filter().toString().length());
    for (FileScanTask file : plan.files()) {
      bytes += aFile + 4L * file.file().location().length();
      // Files share their deletes, but not the keys of texts and bits that are made of them.
      bytes += (long) BYTES_A_DELETE * file.deletes().size();
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }
}
