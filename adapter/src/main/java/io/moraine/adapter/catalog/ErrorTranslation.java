/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static io.moraine.rules.error.ErrorCode.ACCESS_DENIED;
import static io.moraine.rules.error.ErrorCode.CANCELLED;
import static io.moraine.rules.error.ErrorCode.CATALOG_UNAVAILABLE;
import static io.moraine.rules.error.ErrorCode.COMMIT_CONFLICT;
import static io.moraine.rules.error.ErrorCode.COMMIT_UNKNOWN;
import static io.moraine.rules.error.ErrorCode.CORRUPT_FILE;
import static io.moraine.rules.error.ErrorCode.FILE_NOT_FOUND;
import static io.moraine.rules.error.ErrorCode.INTERNAL;
import static io.moraine.rules.error.ErrorCode.INVALID_ARGUMENT;
import static io.moraine.rules.error.ErrorCode.INVALID_CONFIGURATION;
import static io.moraine.rules.error.ErrorCode.INVALID_STATEMENT;
import static io.moraine.rules.error.ErrorCode.IO_ERROR;
import static io.moraine.rules.error.ErrorCode.NOT_SUPPORTED;
import static io.moraine.rules.error.ErrorCode.OUT_OF_MEMORY;
import static io.moraine.rules.error.ErrorCode.SCHEMA_EXISTS;
import static io.moraine.rules.error.ErrorCode.SCHEMA_NOT_EMPTY;
import static io.moraine.rules.error.ErrorCode.SCHEMA_NOT_FOUND;
import static io.moraine.rules.error.ErrorCode.SYNTAX_ERROR;
import static io.moraine.rules.error.ErrorCode.TABLE_EXISTS;
import static io.moraine.rules.error.ErrorCode.TABLE_NOT_FOUND;
import static io.moraine.rules.error.ErrorCode.TOO_COMPLEX;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.ZipException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.InvalidAvroMagicException;
import org.apache.avro.InvalidNumberEncodingException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.jdbc.UncheckedInterruptedException;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.apache.orc.FileFormatException;
import org.apache.parquet.io.ParquetDecodingException;

/** Turns what Iceberg, Calcite and Java throw into the one exception of this project. */
public final class ErrorTranslation {
  /** Enough for any real chain; a longer one is a cycle. */
  private static final int MAX_CAUSES = 50;

  /**
   * Earlier rules win over later ones whatever the depth at which they match: an unknown outcome
   * must not be taken for the network error inside of it, nor damaged metadata for an I/O error.
   */
  private static final List<Rule> RULES =
      List.of(
          Rule.of(CommitStateUnknownException.class, COMMIT_UNKNOWN),
          Rule.of(CommitFailedException.class, COMMIT_CONFLICT),
          Rule.of(DamagedMetadataException.class, CORRUPT_FILE),
          Rule.of(OutsideRootsException.class, ACCESS_DENIED),
          Rule.of(NoSuchTableException.class, TABLE_NOT_FOUND),
          Rule.of(NoSuchViewException.class, TABLE_NOT_FOUND),
          Rule.of(NoSuchNamespaceException.class, SCHEMA_NOT_FOUND),
          Rule.of(NoSuchWarehouseException.class, INVALID_CONFIGURATION),
          Rule.of(NamespaceNotEmptyException.class, SCHEMA_NOT_EMPTY),
          new Rule(AlreadyExistsException.class::isInstance, ErrorTranslation::existing),
          new Rule(ErrorTranslation::isBusy, t -> COMMIT_CONFLICT),
          Rule.of(NotAuthorizedException.class, ACCESS_DENIED),
          Rule.of(ForbiddenException.class, ACCESS_DENIED),
          Rule.of(AccessDeniedException.class, ACCESS_DENIED),
          Rule.of(NotFoundException.class, FILE_NOT_FOUND),
          Rule.of(NoSuchFileException.class, FILE_NOT_FOUND),
          Rule.of(FileNotFoundException.class, FILE_NOT_FOUND),
          Rule.of(BadRequestException.class, INVALID_ARGUMENT),
          Rule.of(UnprocessableEntityException.class, INVALID_ARGUMENT),
          new Rule(ErrorTranslation::isUnreachable, t -> CATALOG_UNAVAILABLE),
          new Rule(ErrorTranslation::isDamage, t -> CORRUPT_FILE),
          new Rule(ValidationException.class::isInstance, ErrorTranslation::validation),
          Rule.of(UncheckedInterruptedException.class, CANCELLED),
          Rule.of(InterruptedException.class, CANCELLED),
          Rule.of(SqlParseException.class, SYNTAX_ERROR),
          Rule.of(CalciteContextException.class, INVALID_STATEMENT),
          Rule.of(RuntimeIOException.class, IO_ERROR),
          Rule.of(UncheckedIOException.class, IO_ERROR),
          Rule.of(IOException.class, IO_ERROR),
          Rule.of(UnsupportedOperationException.class, NOT_SUPPORTED),
          Rule.of(OutOfMemoryError.class, OUT_OF_MEMORY),
          Rule.of(OutOfMemoryException.class, OUT_OF_MEMORY),
          Rule.of(StackOverflowError.class, TOO_COMPLEX),
          Rule.of(NoClassDefFoundError.class, INVALID_CONFIGURATION),
          Rule.of(IllegalArgumentException.class, INVALID_ARGUMENT));

  private ErrorTranslation() {}

  /**
   * The error to throw in place of another one.
   *
   * @param doing what failed, with the names of its objects, to follow "Cannot": {@code "load table
   *     lake.db.t"}
   * @param thrown what was caught; one that already is, or was caused by, an error of ours is given
   *     back as that error
   */
  public static MoraineException translate(String doing, Throwable thrown) {
    MoraineException ours = MoraineException.findIn(thrown);
    if (ours != null) {
      return ours;
    }
    for (Rule rule : RULES) {
      Optional<Throwable> match = first(thrown, rule.matches());
      if (match.isPresent()) {
        ErrorCode code = rule.code().apply(match.get());
        return new MoraineException(code, message(doing, match.get(), code), thrown);
      }
    }
    return new MoraineException(INTERNAL, message(doing, thrown, INTERNAL), thrown);
  }

  /**
   * As {@link #translate}, for a failure while a table's metadata or manifests were read: what
   * Iceberg's library trips over in them is damage.
   */
  public static MoraineException translateRead(String doing, Throwable thrown) {
    return translateRead(
        doing, thrown, "its metadata is not as Iceberg's specification has it: ", "");
  }

  /** As {@link #translateRead}, for a failure while a data file was read. */
  public static MoraineException translateFile(String doing, Throwable thrown) {
    return translateRead(doing, thrown, "", remedy(CORRUPT_FILE));
  }

  private static MoraineException translateRead(
      String doing, Throwable thrown, String damage, String remedy) {
    MoraineException translated = translate(doing, thrown);
    boolean unexpected =
        translated.getCause() == thrown
            && (translated.code() == INTERNAL || translated.code() == INVALID_ARGUMENT);
    return unexpected
        ? new MoraineException(
            CORRUPT_FILE,
            Secrets.redact("Cannot " + doing + ": " + damage + reason(thrown) + remedy),
            thrown)
        : translated;
  }

  /**
   * As {@link #translate}, for a failure while a commit was sent: when the connection to the
   * catalog failed, the commit may have been applied.
   */
  public static MoraineException translateCommit(String doing, Throwable thrown) {
    MoraineException translated = translate(doing, thrown);
    if (translated.code() != CATALOG_UNAVAILABLE) {
      return translated;
    }
    return new MoraineException(
        COMMIT_UNKNOWN, message(doing, thrown, COMMIT_UNKNOWN), translated.getCause());
  }

  private static Optional<Throwable> first(Throwable thrown, Predicate<Throwable> matches) {
    Throwable t = thrown;
    for (int depth = 0; t != null && depth < MAX_CAUSES; depth++) {
      if (matches.test(t)) {
        return Optional.of(t);
      }
      t = t.getCause();
    }
    return Optional.empty();
  }

  private static ErrorCode existing(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    if (message.startsWith("Namespace")) {
      return SCHEMA_EXISTS;
    }
    return message.startsWith("File") ? IO_ERROR : TABLE_EXISTS;
  }

  /** Iceberg validates both the request and that nobody changed what it was computed from. */
  private static ErrorCode validation(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    boolean conflict = message.contains("onflict") || message.contains("Missing required files");
    return conflict ? COMMIT_CONFLICT : INVALID_ARGUMENT;
  }

  private static boolean isUnreachable(Throwable thrown) {
    return thrown instanceof UncheckedSQLException
        || thrown instanceof SQLException
        || thrown instanceof RESTException;
  }

  /** SQLite refused a write because another connection held its lock for too long. */
  private static boolean isBusy(Throwable thrown) {
    int primaryCode = thrown instanceof SQLException sql ? sql.getErrorCode() & 0xff : 0;
    return thrown.getClass().getName().startsWith("org.sqlite.")
        && (primaryCode == 5 || primaryCode == 6);
  }

  private static boolean isDamage(Throwable thrown) {
    return thrown instanceof JsonProcessingException
        || thrown instanceof AvroRuntimeException
        || thrown instanceof ParquetDecodingException
        || thrown instanceof EOFException
        || thrown instanceof InvalidNumberEncodingException
        || thrown instanceof ZipException
        || thrown instanceof FileFormatException
        // Of the footers of ORC files; in a package that ORC's jar has moved.
        || thrown.getClass().getSimpleName().equals("InvalidProtocolBufferException")
        || thrown.getCause() instanceof InvalidAvroMagicException
        || String.valueOf(thrown.getMessage()).contains("is not a Parquet file");
  }

  private static String message(String doing, Throwable thrown, ErrorCode code) {
    return Secrets.redact("Cannot " + doing + ": " + reason(thrown)) + remedy(code);
  }

  /** What an exception says, and what its first cause says if that is not the same. */
  static String reason(Throwable thrown) {
    Throwable root = thrown;
    for (int depth = 0; root.getCause() != null && depth < MAX_CAUSES; depth++) {
      root = root.getCause();
    }
    String outer = text(thrown);
    String inner = text(root);
    return outer.contains(inner) ? outer : outer + " (" + inner + ")";
  }

  private static String text(Throwable thrown) {
    String found = thrown.getMessage();
    if (found == null || found.isBlank() || thrown instanceof LinkageError) {
      return thrown.toString();
    }
    return found;
  }

  private static String remedy(ErrorCode code) {
    return switch (code) {
      case COMMIT_CONFLICT -> "; another commit won, run the statement again";
      case COMMIT_UNKNOWN ->
          "; it may or may not have been applied, look at the table before running it again";
      case CATALOG_UNAVAILABLE -> "; check that the catalog can be reached";
      case CORRUPT_FILE -> "; the file is damaged, restore it or go back to an older snapshot";
      case FILE_NOT_FOUND -> "; the table's metadata names it, restore it";
      case INVALID_CONFIGURATION ->
          "; check the catalog's configuration, and that the libraries it needs are on the class path";
      case INTERNAL -> "; this is a fault of Moraine, please report it";
      default -> "";
    };
  }

  private record Rule(Predicate<Throwable> matches, Function<Throwable, ErrorCode> code) {
    static Rule of(Class<? extends Throwable> type, ErrorCode code) {
      return new Rule(type::isInstance, thrown -> code);
    }
  }
}
