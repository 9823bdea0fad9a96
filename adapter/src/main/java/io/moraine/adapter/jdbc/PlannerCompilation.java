/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the JVM compiles the code that plans statements. Planning is thousands of methods that run a
 * few times a statement: HotSpot's optimizing compiler needs tens of milliseconds of a core for
 * each of the first thousands of statements, and in the end saves one or two of each. On few cores
 * it takes them from the engine.
 */
final class PlannerCompilation {
  private static final Logger LOG = LoggerFactory.getLogger(PlannerCompilation.class);

  /** Packages that plan, and none that moves rows. */
  private static final List<String> PACKAGES =
      List.of(
          "org/apache/calcite/plan/",
          "org/apache/calcite/prepare/",
          "org/apache/calcite/rel/",
          "org/apache/calcite/rex/",
          "org/apache/calcite/schema/",
          "org/apache/calcite/sql/",
          "org/apache/calcite/sql2rel/",
          "org/apache/calcite/tools/",
          "org/apache/calcite/util/",
          "com/google/common/",
          "io/moraine/parser/",
          "io/moraine/rules/",
          "io/moraine/adapter/schema/",
          "io/moraine/adapter/session/");

  private static boolean done;

  private PlannerCompilation() {}

  /**
   * Leaves the planner's code to the quick compiler, in the whole process, from now on. A JVM that
   * knows no compiler directives stays as it is.
   */
  static synchronized void quick() {
    if (done) {
      return;
    }
    done = true;
    try {
      Path file = Files.createTempFile("moraine", ".json");
      try {
        Files.writeString(file, directives());
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "compilerDirectivesAdd",
                new Object[] {new String[] {file.toString()}},
                new String[] {String[].class.getName()});
      } finally {
        Files.delete(file);
      }
    } catch (JMException | IOException | RuntimeException e) {
      LOG.warn("This JVM cannot be told how to compile the planner: {}", e.toString());
    }
  }

  private static String directives() {
    return PACKAGES.stream()
        .map(name -> '"' + name + "*.*\"")
        .collect(Collectors.joining(", ", "[{match: [", "], c2: {Exclude: true}}]"));
  }
}
