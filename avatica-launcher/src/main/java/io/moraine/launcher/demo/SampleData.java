/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.demo;

import io.moraine.launcher.Console;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/**
 * The sample's writer, found as a tool of the JDK's kind on the class path: the launcher knows its
 * name and arguments, and nothing of what it writes with.
 */
final class SampleData {
  private static final String TOOL = "moraine-sample";

  private SampleData() {}

  /**
   * Writes the tables of TPC-H. Progress goes to standard error.
   *
   * @param warehouse the folder of the catalog, made when it is not there
   * @param schema the schema that holds the tables
   * @param scale the scale factor; 0.01 is about ten megabytes
   * @throws DemoException when there is no writer, or it failed and has said why
   */
  static void write(Console console, Path warehouse, String schema, double scale) {
    ToolProvider tool =
        ToolProvider.findFirst(TOOL)
            .orElseThrow(() -> new DemoException("no " + TOOL + " on the class path"));
    int code =
        tool.run(
            console.err(),
            console.err(),
            "--warehouse",
            warehouse.toString(),
            "--schema",
            schema,
            "--scale",
            Double.toString(scale));
    console.err().flush();
    if (code != 0) {
      throw new DemoException("the sample data could not be written");
    }
  }
}
