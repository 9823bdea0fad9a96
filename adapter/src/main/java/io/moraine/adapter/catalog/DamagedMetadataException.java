/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import org.apache.iceberg.exceptions.NotFoundException;

/** A metadata file that cannot be parsed. The one kind of error that Iceberg does not retry. */
final class DamagedMetadataException extends NotFoundException {
  private static final long serialVersionUID = 1L;

  DamagedMetadataException(String location, Throwable cause) {
    super(cause, "The metadata file %s cannot be parsed: %s", location, cause.getMessage());
  }
}
