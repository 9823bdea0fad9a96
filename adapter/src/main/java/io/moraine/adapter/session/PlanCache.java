/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.IcebergScan;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/** The last compilations of a session's queries. Each is checked before it is used again. */
final class PlanCache {
  private static final int MAX_TEXT = 100_000;
  private static final int MAX_TEXTS = 1_000_000;

  /** What a short statement weighs. */
  private static final int LEAST = 2_000;

  private final Cache<Key, Compilation> plans =
      Caffeine.newBuilder()
          .maximumWeight(MAX_TEXTS)
          .weigher((Key key, Compilation plan) -> LEAST + key.sql().length())
          .build();

  /** All that the meaning of a statement depends on, apart from the catalogs. */
  record Key(String sql, List<String> schemaPath) {}

  @Nullable Compilation get(Key key) {
    return plans.getIfPresent(key);
  }

  void put(Key key, Compilation compilation) {
    if (key.sql().length() <= MAX_TEXT
        && compilation.isRepeatable()
        && compilation.statement() instanceof CompiledStatement.Query query
        && readsIcebergAlone(query.tree())) {
      plans.put(key, compilation);
    }
  }

  /** Of other tables it cannot be told whether they have changed. */
  private static boolean readsIcebergAlone(RelNode tree) {
    RelNode node = tree.stripped();
    if (node instanceof IcebergScan || node instanceof IcebergAggregate) {
      return true;
    }
    return !(node instanceof TableScan)
        && subQueriesReadIcebergAlone(node)
        && node.getInputs().stream().allMatch(PlanCache::readsIcebergAlone);
  }

  private static boolean subQueriesReadIcebergAlone(RelNode node) {
    try {
      node.accept(
          new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
              if (!readsIcebergAlone(subQuery.rel)) {
                throw Util.FoundOne.NULL;
              }
              return super.visitSubQuery(subQuery);
            }
          });
      return true;
    } catch (Util.FoundOne found) {
      return false;
    }
  }
}
