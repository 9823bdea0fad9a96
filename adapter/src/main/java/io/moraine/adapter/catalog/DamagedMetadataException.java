/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import org.apache.iceberg.exceptions.NotFoundException;

/**
 * A file of metadata or of deletes that cannot be read. The one kind of error that Iceberg does not
 * retry.
 */
final class DamagedMetadataException extends NotFoundException {
  private static final long serialVersionUID = 1L;

  DamagedMetadataException(String location, Throwable cause) {
    this("metadata file", location, cause);
  }

  DamagedMetadataException(String kind, String location, Throwable cause) {
    super(cause, "The %s %s cannot be read: %s", kind, location, cause.getMessage());
  }
}
