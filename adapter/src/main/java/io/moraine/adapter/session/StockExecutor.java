/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.session;

import io.moraine.adapter.schema.TreeExecutor;

public final class StockExecutor {
  public static final TreeExecutor INSTANCE =
      (r, p) -> {
        throw new UnsupportedOperationException();
      };
}
