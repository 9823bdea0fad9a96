/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.adapter.plan.ScanPlan;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The texts of leaves over plans, for as long as the plans themselves are kept. */
final class LeafTexts {
  /** Sets of columns that are read by the same plan. */
  private static final int MAX_TEXTS_A_PLAN = 4;

  private static final Cache<ScanPlan, LeafTexts> OF_PLANS =
      Caffeine.newBuilder().weakKeys().build();

  private final Map<Key, LeafText> texts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, LeafText> eldest) {
          return size() > MAX_TEXTS_A_PLAN;
        }
      };

  private LeafTexts() {}

  private record Key(List<Types.NestedField> columns, List<String> names, boolean byLibrary) {}

  interface Writer {
    LeafText write() throws SQLException;
  }

  /** The text of some columns of a plan, written at its first use unless no other can use it. */
  static LeafText of(
      ScanPlan plan, List<Types.NestedField> columns, List<String> names, Writer writer)
      throws SQLException {
    LeafTexts ofPlan = OF_PLANS.get(plan, p -> new LeafTexts());
    Key key = new Key(columns, names, FileRoutes.libraryReadsAll());
    LeafText known = ofPlan.get(key);
    if (known != null) {
      return known;
    }
    LeafText written = writer.write();
    if (!written.fed()) {
      ofPlan.put(key, written);
    }
    return written;
  }

  private synchronized @Nullable LeafText get(Key key) {
    return texts.get(key);
  }

  private synchronized void put(Key key, LeafText text) {
    texts.put(key, text);
  }
}
