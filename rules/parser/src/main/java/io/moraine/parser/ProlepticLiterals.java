/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.parser;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Date and timestamp literals by the Gregorian calendar of all times, which is Iceberg's. Calcite
 * reads them by the calendar that people used: it refuses the ten days that October 1582 lacked,
 * and takes leap days of 1500 and the like, which are none.
 */
public final class ProlepticLiterals extends SqlShuttle {
  private static final Pattern SKIPPED =
      Pattern.compile(
          "(1582-10-(?:0[5-9]|1[0-4]))"
              + "( (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)?(?:\\.(\\d{1,9}))?");
  private static final Pattern YEAR = Pattern.compile("([-+]?\\d+)-\\d{1,2}-\\d{1,2}( .*)?");
  private static final BigInteger LAST_YEAR = BigInteger.valueOf(9999);
  private static final Pattern CENTURY = Pattern.compile("((?:0\\d|1[0-5])00)-02-29.*");

  private ProlepticLiterals() {}

  /**
   * The statement with such literals resolved.
   *
   * @throws SqlParseException if a literal names a day that never was; with a {@link
   *     YearOutOfRange} as its cause, if its year is not one of 1 to 9999
   */
  public static SqlNode in(SqlNode statement) throws SqlParseException {
    try {
      SqlNode resolved = statement.accept(new ProlepticLiterals());
      return resolved == null ? statement : resolved;
    } catch (NoSuchDay e) {
      throw new SqlParseException(e.getMessage(), e.position, null, null, e.getCause());
    }
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (!(literal instanceof SqlUnknownLiteral unknown)) {
      return literal;
    }
    boolean date = "DATE".equals(unknown.tag);
    boolean local = "TIMESTAMP WITH LOCAL TIME ZONE".equals(unknown.tag);
    if (!date && !local && !"TIMESTAMP".equals(unknown.tag)) {
      return literal;
    }
    Matcher year = YEAR.matcher(unknown.getValue());
    if (year.matches() && !isYear(new BigInteger(year.group(1)))) {
      throw new NoSuchDay(unknown, "its year is not one of 1 to 9999", new YearOutOfRange());
    }
    Matcher century = CENTURY.matcher(unknown.getValue());
    if (century.matches() && Integer.parseInt(century.group(1)) % 400 != 0) {
      throw new NoSuchDay(unknown, "no such day", null);
    }
    Matcher skipped = SKIPPED.matcher(unknown.getValue());
    if (!skipped.matches() || date == (skipped.group(2) != null)) {
      return literal;
    }
    return date
        ? SqlLiteral.createDate(new DateString(skipped.group(1)), literal.getParserPosition())
        : timestamp(
            local ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE : SqlTypeName.TIMESTAMP,
            skipped,
            literal.getParserPosition());
  }

  private static SqlNode timestamp(SqlTypeName type, Matcher text, SqlParserPos position) {
    String fraction = text.group(3) == null ? "" : text.group(3);
    return SqlLiteral.createTimestamp(
        type,
        new TimestampString(text.group(1) + text.group(2)).withFraction(fraction),
        fraction.length(),
        position);
  }

  private static boolean isYear(BigInteger year) {
    return year.signum() > 0 && year.compareTo(LAST_YEAR) <= 0;
  }

  /** Why a literal is refused that Calcite would take for one of another year. */
  public static final class YearOutOfRange extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final class NoSuchDay extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SqlParserPos position;

    NoSuchDay(SqlUnknownLiteral literal, String reason, @Nullable Throwable cause) {
      super("Illegal " + literal.tag + " literal '" + literal.getValue() + "': " + reason, cause);
      this.position = literal.getParserPosition();
    }
  }
}
