/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e.fuzz;

import io.moraine.e2e.fuzz.Type.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fault that Moraine could have. It is planted between the fuzzer and Moraine: in the text of the
 * query, which asks for what a faulty engine would compute, in the rows that come back, or in the
 * rows that a table has.
 */
enum Fault {
  NAN_ORDER_LOST {
    @Override
    @Nullable String instead(Node node) {
      if (!isOf(node, Kind.DOUBLE)) {
        return null;
      }
      return switch (node.operator()) {
        case "<", "<=", ">", ">=", "=" ->
            "(" + node.ours() + " AND $0 <> " + NAN + " AND $1 <> " + NAN + ")";
        case "MAX" -> "MAX(NULLIF($0, " + NAN + "))";
        default -> null;
      };
    }
  },
  SUM_WRAPPED {
    @Override
    boolean concerns(Node query) {
      return query.has(Risks.MARK + "SUM");
    }

    @Override
    Outcome instead(Node query, Outcome outcome) {
      return outcome.sqlState().equals("22003")
          ? rows("-40282366920938463463374607431768211456")
          : outcome;
    }
  },
  DIVISION_UNGUARDED {
    @Override
    @Nullable String instead(Node node) {
      return node.operator().equals(Risks.MARK + "/") ? "($0 / NULLIF($1, 0))" : null;
    }
  },
  PATH_GLOBBED {
    @Override
    boolean concerns(Node query) {
      return true;
    }

    @Override
    boolean readsASibling() {
      return true;
    }
  },
  MICROSECOND_LOST {
    @Override
    boolean concerns(Node query) {
      return query.columns().stream().anyMatch(type -> type.kind() == Kind.TIMESTAMP);
    }

    @Override
    Outcome instead(Node query, Outcome outcome) {
      return mapped(
          query, outcome, Kind.TIMESTAMP, text -> text.replaceAll("(\\.\\d{3})\\d+$", "$1"));
    }
  },
  CHAR_PADDED {
    @Override
    @Nullable String instead(Node node) {
      return Set.of("=", "<>").contains(node.operator()) && isOf(node, Kind.TEXT)
          ? "(RTRIM_0 %s RTRIM_1)"
              .replace("RTRIM_0", "TRIM(TRAILING ' ' FROM $0)")
              .replace("RTRIM_1", "TRIM(TRAILING ' ' FROM $1)")
              .replace("%s", node.operator())
          : null;
    }
  },
  UUID_ORDER_SIGNED {
    @Override
    @Nullable String instead(Node node) {
      return Set.of("<", "<=", ">", ">=").contains(node.operator()) && isOf(node, Kind.UUID)
          ? "(CASE WHEN (SUBSTRING(CAST($0 AS VARCHAR) FROM 1 FOR 1) >= '8')"
              + " = (SUBSTRING(CAST($1 AS VARCHAR) FROM 1 FOR 1) >= '8')"
              + " THEN "
              + node.ours()
              + " ELSE $1 "
              + node.operator()
              + " $0 END)"
          : null;
    }
  },
  ZEROS_APART {
    @Override
    @Nullable String instead(Node node) {
      return node.operator().equals("=") && isOf(node, Kind.DOUBLE)
          ? "(CAST($0 AS VARCHAR) = CAST($1 AS VARCHAR))"
          : null;
    }
  },
  NOT_IN_AS_ANTI_JOIN {
    @Override
    @Nullable String instead(Node node) {
      return node.operator().equals("NOT IN query") ? "COALESCE($0 NOT IN ($1), TRUE)" : null;
    }
  },
  DECIMAL_CUT {
    @Override
    @Nullable String instead(Node node) {
      if (!node.operator().equals("CAST to INTEGER") || !isOf(node, Kind.DECIMAL)) {
        return null;
      }
      return "CAST(FLOOR($0) AS INTEGER)";
    }
  },
  BACKSLASH_ESCAPES {
    @Override
    @Nullable String instead(Node node) {
      return node.operator().endsWith("LIKE") && !node.operator().contains("ESCAPE")
          ? node.ours().replace("$1)", "REPLACE($1, '\\', '!') ESCAPE '!')")
          : null;
    }
  },
  NULLS_FIRST_LOST {
    @Override
    @Nullable String instead(Node node) {
      return node.ours().contains("NULLS FIRST")
          ? node.ours().replace("NULLS FIRST", "NULLS LAST")
          : null;
    }
  };

  private static final String NAN = "CAST('NaN' AS DOUBLE)";

  /** The text that a faulty engine would compute for an operator; null for what it says. */
  @Nullable String instead(Node node) {
    return null;
  }

  /** What a faulty engine would answer. */
  Outcome instead(Node query, Outcome outcome) {
    return outcome;
  }

  /** Whether a query asks for what the fault makes wrong. */
  boolean concerns(Node query) {
    return !plantedIn(query).equals(query);
  }

  /** Whether tables have the rows of a file that a pattern would match as well. */
  boolean readsASibling() {
    return false;
  }

  /** The query that Moraine gets. */
  final Node plantedIn(Node node) {
    Node planted = node.with(node.parts().stream().map(this::plantedIn).toList());
    String text = instead(node);
    return text == null ? planted : planted.saying(text);
  }

  private static boolean isOf(Node node, Kind kind) {
    return !node.parts().isEmpty()
        && node.parts().get(0).type() != null
        && node.parts().get(0).kind() == kind;
  }

  private static Outcome rows(String value) {
    return new Outcome(List.of(List.of(new BigDecimal(value).toPlainString())), "", "");
  }

  private interface Change {
    String of(String text);
  }

  private static Outcome mapped(Node query, Outcome outcome, Kind kind, Change change) {
    List<Type> types = query.columns();
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (List<@Nullable String> row : outcome.rows()) {
      List<@Nullable String> changed = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        String cell = row.get(i);
        changed.add(cell == null || types.get(i).kind() != kind ? cell : change.of(cell));
      }
      rows.add(changed);
    }
    return new Outcome(rows, outcome.sqlState(), outcome.message());
  }
}
