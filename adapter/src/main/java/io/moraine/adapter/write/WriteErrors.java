/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.jspecify.annotations.Nullable;

/** Failures before a commit's swap, so nothing was committed, as errors of ours. */
final class WriteErrors {
  private WriteErrors() {}

  /** The error to throw for {@code failure}: one of ours that it holds, or one about the table. */
  static RuntimeException translate(Table table, Exception failure) {
    MoraineException known = MoraineException.findIn(failure);
    if (known != null) {
      return known;
    }
    ErrorCode code = codeOf(failure);
    if (code == null && failure instanceof RuntimeException fromRows) {
      return fromRows;
    }
    return new MoraineException(
        code == null ? ErrorCode.INTERNAL : code,
        "Writing to table "
            + table.name()
            + " failed and nothing was committed: "
            + failure.getMessage(),
        failure);
  }

  private static @Nullable ErrorCode codeOf(Exception failure) {
    if (failure instanceof NotFoundException) {
      return ErrorCode.FILE_NOT_FOUND;
    }
    if (failure instanceof IOException || failure instanceof UncheckedIOException) {
      return ErrorCode.IO_ERROR;
    }
    if (failure instanceof ForbiddenException || failure instanceof NotAuthorizedException) {
      return ErrorCode.ACCESS_DENIED;
    }
    if (failure instanceof ServiceUnavailableException) {
      return ErrorCode.CATALOG_UNAVAILABLE;
    }
    if (failure instanceof UnsupportedOperationException) {
      return ErrorCode.NOT_SUPPORTED;
    }
    return failure instanceof ValidationException ? ErrorCode.INVALID_STATEMENT : null;
  }
}
