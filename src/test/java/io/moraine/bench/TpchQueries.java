/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The 22 queries of TPC-H. */
final class TpchQueries {
  private TpchQueries() {}

  /** Their texts, in their order. */
  static List<String> all() throws IOException {
    List<String> queries = new ArrayList<>();
    for (int number : IntStream.rangeClosed(1, 22).toArray()) {
      String name = String.format(Locale.ROOT, "/tpch/q%02d.sql", number);
      try (InputStream in = TpchQueries.class.getResourceAsStream(name)) {
        queries.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return queries;
  }
}
