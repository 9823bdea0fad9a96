/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.InputFile;

/**
 * Reads a metadata file token by token, without keeping any, and adds up what it will take as a
 * tree and as the objects made of it. A few kilobytes of zipped blanks or brackets are gigabytes
 * then. It also finds the numbers of snapshots that some writer took for unsigned.
 */
final class MetadataText {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private static final int BYTES_OF_OBJECT = 300;
  private static final int BYTES_OF_ARRAY = 150;
  private static final int BYTES_OF_FIELD = 120;
  private static final int BYTES_OF_VALUE = 80;

  private final long maxBytes;
  private final List<UnsignedNumber> unsigned = new ArrayList<>();
  private long bytes;

  private MetadataText(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Reads the file once to its end.
   *
   * @return the numbers of snapshots beyond those of a long, in the order of the text
   * @throws IOException if it is no JSON, names a field twice, or would take more than {@code
   *     maxBytes}
   */
  static List<UnsignedNumber> check(InputFile file, long maxBytes) throws IOException {
    try (InputStream stored = file.newStream();
        InputStream text = isZipped(file.location()) ? new GZIPInputStream(stored) : stored) {
      MetadataText metadata = new MetadataText(maxBytes);
      metadata.read(new Limited(text, maxBytes));
      return metadata.unsigned;
    }
  }

  /** Whether Iceberg reads a file of this name unzipped. */
  static boolean isZipped(String location) {
    return TableMetadataParser.Codec.fromFileName(location) == TableMetadataParser.Codec.GZIP;
  }

  private void read(InputStream text) throws IOException {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonToken token = parser.nextToken();
      if (token != JsonToken.START_OBJECT) {
        throw new IOException("it is no JSON object");
      }
      int depth = 0;
      do {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        count(token, parser);
        if (token == JsonToken.VALUE_NUMBER_INT) {
          UnsignedNumber.of(parser).ifPresent(unsigned::add);
        }
        token = depth == 0 ? null : parser.nextToken();
        if (depth > 0 && token == null) {
          throw new IOException("it ends before its time");
        }
      } while (depth > 0);
      if (parser.nextToken() != null) {
        // As where a bracket was lost, and the rest belongs to nothing.
        throw new IOException("it goes on behind its end");
      }
    }
  }

  private void count(JsonToken token, JsonParser parser) throws IOException {
    bytes +=
        switch (token) {
          case START_OBJECT -> BYTES_OF_OBJECT;
          case START_ARRAY -> BYTES_OF_ARRAY;
          case END_OBJECT, END_ARRAY -> 0;
          case FIELD_NAME -> BYTES_OF_FIELD + 2L * parser.getTextLength();
          default -> BYTES_OF_VALUE + 4L * parser.getTextLength();
        };
    if (bytes > maxBytes) {
      throw tooLarge(maxBytes);
    }
  }

  private static IOException tooLarge(long maxBytes) {
    return new IOException(
        "it would take more than " + (maxBytes >> 20) + "MB of memory" + MetadataLimits.remedy());
  }

  /** Ends a text that never ends: blanks take no memory, but time. */
  private static final class Limited extends FilterInputStream {
    private final long maxBytes;
    private long left;

    Limited(InputStream in, long maxBytes) {
      super(in);
      this.maxBytes = maxBytes;
      this.left = maxBytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int read = super.read(bytes, offset, count);
      left -= Math.max(0, read);
      if (left < 0) {
        throw tooLarge(maxBytes);
      }
      return read;
    }
  }
}
