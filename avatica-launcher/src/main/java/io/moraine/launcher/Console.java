/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

import java.io.BufferedWriter;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where results and messages go: results to {@code out}, everything else to {@code err}, both in
 * UTF-8. {@code out} is buffered; whoever writes to it flushes it.
 */
public record Console(InputStream in, PrintWriter out, PrintWriter err) {
  /** The process's own streams. */
  @ProcessBoundary
  public static Console ofProcess() {
    return new Console(System.in, writer(System.out), writer(System.err));
  }

  /** Writes one line to standard error at once. */
  public void note(String line) {
    out.flush();
    err.println(line);
    err.flush();
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), false);
  }
}
