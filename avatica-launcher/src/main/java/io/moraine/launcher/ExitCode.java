/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher;

/** What the process returns to whoever started it. */
public final class ExitCode {
  /** All went well. */
  public static final int OK = 0;

  /** A statement, or the work itself, failed. */
  public static final int FAILED = 1;

  /** The command line or a setting is wrong; nothing was started. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
