/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.server;

import java.sql.SQLException;

/** Carries an {@link SQLException} through Avatica's interfaces, which declare none. */
final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WireException(SQLException cause) {
    super(cause.getMessage(), cause);
  }
}
