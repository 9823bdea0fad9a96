/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.adapter.foreign.JavaFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A query in the engine's SQL that names leaves instead of files, so that it holds for any
 * snapshot.
 *
 * @param bodies the query; a faster one comes first, which may fail with NUMERIC_OUT_OF_RANGE
 *     before its first row where the last does not
 * @param leaves the leaves that the text names, in order of their first use
 * @param foreign the same for tables of other schemas
 * @param functions the functions of models that it calls
 * @param instants the columns of the result, from 0, that are instants in nanoseconds
 */
record GeneratedSql(
    List<Body> bodies,
    List<Leaf> leaves,
    List<ForeignLeaf> foreign,
    Set<JavaFunction> functions,
    Set<Integer> instants) {
  /** This query; where it fails, the last body of another that has the same leaves. */
  GeneratedSql or(GeneratedSql other) {
    List<Body> all = new ArrayList<>(bodies);
    all.add(other.bodies.get(other.bodies.size() - 1));
    return new GeneratedSql(all, leaves, foreign, functions, instants).askedOnce();
  }

  /** The same with the last body alone where it asks what is not ours, which is asked once. */
  GeneratedSql askedOnce() {
    boolean once = !foreign.isEmpty() || !functions.isEmpty();
    return once
        ? new GeneratedSql(
            List.of(bodies.get(bodies.size() - 1)), leaves, foreign, functions, instants)
        : this;
  }

  /**
   * A place where a parameter's value goes.
   *
   * @param index the parameter's number, from 0
   * @param type the type that the validator gave it
   */
  record Parameter(int index, RelDataType type) {}

  /**
   * A text over the leaves.
   *
   * @param pieces the text, cut at each parameter
   * @param parameters the parameters between the pieces, one fewer
   */
  record Body(List<String> pieces, List<Parameter> parameters) {
    /** Cuts {@code text} at marks of the form {@code nonce[index]}. */
    static Body cut(String text, String nonce, Map<Integer, RelDataType> types) {
      List<String> pieces = new ArrayList<>();
      List<Parameter> parameters = new ArrayList<>();
      Matcher mark = Pattern.compile(Pattern.quote(nonce) + "\\[(\\d+)]").matcher(text);
      int end = 0;
      while (mark.find()) {
        int index = Integer.parseInt(mark.group(1));
        pieces.add(text.substring(end, mark.start()));
        parameters.add(new Parameter(index, types.get(index)));
        end = mark.end();
      }
      pieces.add(text.substring(end));
      return new Body(List.copyOf(pieces), List.copyOf(parameters));
    }
  }
}
