/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.demo;

/** The demo cannot go on. */
final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }
}
