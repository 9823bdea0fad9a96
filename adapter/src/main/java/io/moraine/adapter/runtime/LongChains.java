/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitor;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Chains such as {@code a + b + c …} of very many operands, in pieces: the engine looks for equal
 * parts in a time that grows with the cube of their number. What a piece starts from has a name
 * within it, by a list of one element, and the engine looks into each piece by itself.
 */
final class LongChains {
  /** So many operators are written as they are; the engine needs milliseconds for them. */
  private static final int SHORT = 128;

  private static final int PIECE = 64;

  private final EngineCalls calls;

  LongChains(EngineCalls calls) {
    this.calls = calls;
  }

  /** Whether a call is the end of a chain that is written in pieces. */
  static boolean isLong(RexCall call) {
    int length = 0;
    for (RexNode node = call; isLink(node); node = ((RexCall) node).getOperands().get(0)) {
      length++;
    }
    // No lambda can hold a sub-query or a window.
    return length > SHORT
        && RexUtil.SubQueryFinder.find(call) == null
        && !RexOver.containsOver(call);
  }

  private static boolean isLink(RexNode node) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return false;
    }
    SqlOperator operator = call.getOperator();
    return operator == SqlStdOperatorTable.CONCAT
        || switch (call.getKind()) {
          case PLUS,
              MINUS,
              TIMES,
              DIVIDE,
              MOD,
              CHECKED_PLUS,
              CHECKED_MINUS,
              CHECKED_TIMES,
              CHECKED_DIVIDE ->
              true;
          default -> false;
        };
  }

  /** The chain, whose pieces a rewriting translates. */
  RexNode translate(RexCall end, RexVisitor<RexNode> rewriting) {
    Deque<RexCall> links = new ArrayDeque<>();
    for (RexNode node = end; isLink(node); node = ((RexCall) node).getOperands().get(0)) {
      links.push((RexCall) node);
    }
    RexNode done = null;
    int pieces = 0;
    while (!links.isEmpty()) {
      String name = "\"moraine$c" + pieces++ + "\"";
      RexNode start =
          done == null
              ? links.element().getOperands().get(0)
              : calls.verbatim(done.getType(), name);
      RexNode piece = piece(start, links).accept(rewriting);
      done =
          done == null
              ? piece
              : calls.call(
                  piece.getType(),
                  Repetition.NAMED + "$0], lambda " + name + ": $1)[1]",
                  List.of(done, piece));
    }
    return done == null ? end : done;
  }

  private static RexNode piece(RexNode start, Deque<RexCall> links) {
    RexNode piece = start;
    for (int i = 0; i < PIECE && !links.isEmpty(); i++) {
      RexCall link = links.pop();
      List<RexNode> operands = new ArrayList<>(link.getOperands());
      operands.set(0, piece);
      piece = link.clone(link.getType(), operands);
    }
    return piece;
  }
}
