/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;

/** The records of a file that must not have fewer than its metadata says. */
record CountedRecords(CloseableIterable<Record> records, long expected)
    implements CloseableIterable<Record> {
  @Override
  public CloseableIterator<Record> iterator() {
    return new Counting(records.iterator());
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  private final class Counting implements CloseableIterator<Record> {
    private final CloseableIterator<Record> iterator;
    private long count;

    Counting(CloseableIterator<Record> iterator) {
      this.iterator = iterator;
    }

    @Override
    public boolean hasNext() {
      if (iterator.hasNext()) {
        return true;
      }
      if (count < expected) {
        throw new AvroRuntimeException(
            "the file has " + count + " records, not " + expected + ": its end is missing");
      }
      return false;
    }

    @Override
    public Record next() {
      count++;
      return iterator.next();
    }

    @Override
    public void close() throws IOException {
      iterator.close();
    }
  }
}
