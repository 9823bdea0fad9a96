/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import org.apache.iceberg.exceptions.NotFoundException;

/** A file that metadata names where none may lie; Iceberg does not try again for this one. */
final class OutsideRootsException extends NotFoundException {
  private static final long serialVersionUID = 1L;

  OutsideRootsException(String location, AllowedRoots roots) {
    super("The file '%s' may not be read: %s", Secrets.redact(location), roots.refusal(location));
  }
}
