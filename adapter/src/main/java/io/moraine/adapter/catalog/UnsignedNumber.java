/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A snapshot's number in a metadata file, written without a sign, that is too large for a long.
 *
 * @param start where its digits begin, in characters of the text
 * @param signed the long of the same 64 bits
 */
record UnsignedNumber(long start, long signed) {
  private static final Set<String> FIELDS =
      Set.of("snapshot-id", "current-snapshot-id", "parent-snapshot-id");

  /** The parser's number, if it is one. */
  static Optional<UnsignedNumber> of(JsonParser parser) throws IOException {
    long start = parser.currentTokenLocation().getCharOffset();
    if (start < 0
        || parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
        || !FIELDS.contains(parser.currentName())) {
      return Optional.empty();
    }
    BigInteger number = parser.getBigIntegerValue();
    // Iceberg takes −1 for no snapshot.
    return number.signum() < 0 || number.bitLength() > Long.SIZE || number.longValue() == -1
        ? Optional.empty()
        : Optional.of(new UnsignedNumber(start, number.longValue()));
  }

  /** Copies a text with these of its numbers, in their order, signed. */
  static void replaceAll(List<UnsignedNumber> numbers, Reader text, Writer out) throws IOException {
    long read = 0;
    for (UnsignedNumber number : numbers) {
      out.write(next(text, number.start() - read));
      String digits = Long.toUnsignedString(number.signed());
      if (!next(text, digits.length()).equals(digits)) {
        throw new IOException("it changed while it was read, or is no UTF-8");
      }
      out.write(Long.toString(number.signed()));
      read = number.start() + digits.length();
    }
    text.transferTo(out);
  }

  private static String next(Reader text, long count) throws IOException {
    char[] characters = new char[Math.toIntExact(count)];
    int read = 0;
    while (read < characters.length) {
      int more = text.read(characters, read, characters.length - read);
      if (more < 0) {
        break;
      }
      read += more;
    }
    return new String(characters, 0, read);
  }
}
