/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of a query for one of the two.
 *
 * @param parameters the values of its question marks
 */
record Sql(String text, List<Object> parameters) {
  static Sql ours(Node query, boolean prepared) {
    return new Writer(true, prepared).write(query);
  }

  static Sql theirs(Node query) {
    return new Writer(false, false).write(query);
  }

  private static final class Writer {
    private final boolean isOurs;
    private final boolean prepared;
    private final StringBuilder text = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();

    Writer(boolean isOurs, boolean prepared) {
      this.isOurs = isOurs;
      this.prepared = prepared;
    }

    Sql write(Node query) {
      append(query);
      return new Sql(text.toString(), parameters);
    }

    private void append(Node node) {
      String template = isOurs ? node.ours() : node.theirs();
      if (prepared && node.parameter() != null) {
        text.append("CAST(? AS ").append(node.typed().ours()).append(')');
        parameters.add(node.parameter());
      } else if (node.role() == Node.Role.LIST) {
        for (int i = 0; i < node.parts().size(); i++) {
          text.append(i == 0 ? "" : template);
          append(node.parts().get(i));
        }
      } else if (node.parts().isEmpty()) {
        text.append(template);
      } else {
        fill(template, node.parts());
      }
    }

    private void fill(String template, List<Node> parts) {
      int from = 0;
      for (int at = template.indexOf('$'); at >= 0; at = template.indexOf('$', from)) {
        text.append(template, from, at);
        append(parts.get(template.charAt(at + 1) - '0'));
        from = at + 2;
      }
      text.append(template.substring(from));
    }
  }
}
