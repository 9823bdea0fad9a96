/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorTranslationTest {

  static Stream<Arguments> translations() {
    IOException io = new IOException("disk");
    return Stream.of(
        Arguments.of(ErrorCode.TABLE_NOT_FOUND, new NoSuchTableException("no t")),
        Arguments.of(ErrorCode.SCHEMA_NOT_FOUND, new NoSuchNamespaceException("no s")),
        Arguments.of(ErrorCode.SCHEMA_NOT_EMPTY, new NamespaceNotEmptyException("full")),
        Arguments.of(ErrorCode.TABLE_EXISTS, new AlreadyExistsException("Table already exists: t")),
        Arguments.of(ErrorCode.SCHEMA_EXISTS, new AlreadyExistsException("Namespace exists")),
        Arguments.of(
            ErrorCode.COMMIT_CONFLICT, new CommitFailedException(new NotFoundException("f"), "c")),
        Arguments.of(
            ErrorCode.COMMIT_UNKNOWN,
            new CommitStateUnknownException(new ServiceUnavailableException("503"))),
        Arguments.of(ErrorCode.COMMIT_CONFLICT, new ValidationException("Found conflicting files")),
        Arguments.of(ErrorCode.INVALID_ARGUMENT, new ValidationException("Cannot find field")),
        Arguments.of(ErrorCode.FILE_NOT_FOUND, new NotFoundException("f")),
        Arguments.of(
            ErrorCode.FILE_NOT_FOUND, new UncheckedIOException(new FileNotFoundException("f"))),
        Arguments.of(ErrorCode.IO_ERROR, new RuntimeIOException(io)),
        Arguments.of(ErrorCode.IO_ERROR, new UncheckedIOException(io)),
        Arguments.of(
            ErrorCode.CATALOG_UNAVAILABLE, new UncheckedSQLException(new SQLException(), "")),
        Arguments.of(ErrorCode.CATALOG_UNAVAILABLE, new RESTException("gone")),
        Arguments.of(ErrorCode.INVALID_ARGUMENT, new BadRequestException("bad")),
        Arguments.of(ErrorCode.ACCESS_DENIED, new ForbiddenException("no")),
        Arguments.of(ErrorCode.ACCESS_DENIED, new NotAuthorizedException("no")),
        Arguments.of(
            ErrorCode.CORRUPT_FILE, new RuntimeIOException(new JsonParseException(null, "bad"))),
        Arguments.of(ErrorCode.CORRUPT_FILE, new AvroRuntimeException("bad")),
        Arguments.of(ErrorCode.NOT_SUPPORTED, new UnsupportedOperationException("no")),
        Arguments.of(ErrorCode.TOO_COMPLEX, new StackOverflowError()),
        Arguments.of(ErrorCode.INTERNAL, new IllegalStateException("odd")));
  }

  @ParameterizedTest
  @MethodSource("translations")
  void foreignExceptionsGetACodeOnce(ErrorCode code, Throwable thrown) {
    MoraineException translated =
        ErrorTranslation.translate("load table l.d.t", new RuntimeException("wrapped", thrown));
    assertThat(translated.code()).isEqualTo(code);
    assertThat(translated).hasMessageStartingWith("Cannot load table l.d.t: ");
    assertThat(ErrorTranslation.translate("do more", new RuntimeException(translated)))
        .isSameAs(translated);
  }

  @Test
  void messagesHideSecretsAndSayWhatToDo() {
    MoraineException translated =
        ErrorTranslation.translate("list lake", new RESTException("POST http://u:pw@h failed"));
    assertThat(translated)
        .hasMessage(
            "Cannot list lake: POST http://***@h failed; check that the catalog can be reached");
  }

  @Test
  void aLostConnectionInACommitLeavesItsOutcomeUnknown() {
    assertThat(ErrorTranslation.translateCommit("insert", new RESTException("cut")).code())
        .isEqualTo(ErrorCode.COMMIT_UNKNOWN);
    assertThat(ErrorTranslation.translateCommit("insert", new NoSuchTableException("t")).code())
        .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
  }
}
