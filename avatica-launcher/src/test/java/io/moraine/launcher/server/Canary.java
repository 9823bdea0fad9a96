/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

/** A class that leaves a trace when it is initialized, as code of an attacker's choice would. */
public final class Canary {
  static final String TRACE = "io.moraine.launcher.canary";

  static {
    System.setProperty(TRACE, "initialized");
  }

  /** What a model would declare as a function. */
  public static int eval(int value) {
    return value;
  }
}
