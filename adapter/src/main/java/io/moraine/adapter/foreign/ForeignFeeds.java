/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.error.MoraineException;
import io.moraine.rules.expr.ParameterValues;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The scans of foreign tables in one execution of a statement. */
public final class ForeignFeeds implements AutoCloseable {
  private final ParameterValues parameters;
  private final ZoneId zone;
  private final long deadline;
  private final int timeoutSeconds;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final List<String> handles = new ArrayList<>();
  private final List<RowFeed> feeds = new ArrayList<>();
  private @Nullable MoraineException failure;

  /**
   * No scans yet.
   *
   * @param timeoutSeconds how long the execution may run from now on, 0 for any time
   */
  public ForeignFeeds(ParameterValues parameters, ZoneId zone, int timeoutSeconds) {
    this.parameters = parameters;
    this.zone = zone;
    this.timeoutSeconds = timeoutSeconds;
    this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
  }

  /** The query of the engine that returns the rows of a scan. */
  public synchronized String sql(ForeignScan scan) {
    return published(
        scan.columns(),
        scan.getRowType().getFieldNames(),
        () -> scan.source().open(scan.request(parameters), zone, cancelled));
  }

  private String published(
      List<ForeignColumn> columns, List<String> names, Supplier<RowReader> source) {
    String handle = UUID.randomUUID().toString();
    ForeignFunction.publish(handle, new Scan(columns, source));
    handles.add(handle);
    return IntStream.range(0, columns.size())
        .mapToObj(i -> columns.get(i).sql(carriedName(i)) + " AS " + quoted(names.get(i)))
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + ForeignFunction.call(handle)));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String carriedName(int column) {
    return "c" + column;
  }

  /** What a source failed with, or null; the engine has only the text of it. */
  public synchronized @Nullable MoraineException failure() {
    return failure;
  }

  /** Makes all reads fail, from any thread; returns at once. */
  public void cancel() {
    cancelled.set(true);
    opened().forEach(RowFeed::cancel);
  }

  private synchronized List<RowFeed> opened() {
    return List.copyOf(feeds);
  }

  /** Ends all reads and releases the sources. */
  @Override
  public void close() {
    cancelled.set(true);
    synchronized (this) {
      handles.forEach(ForeignFunction::withdraw);
    }
    opened().forEach(RowFeed::close);
  }

  /** A scan that the engine may read as often as it likes. */
  final class Scan {
    private final List<ForeignColumn> columns;
    private final Supplier<RowReader> source;

    Scan(List<ForeignColumn> columns, Supplier<RowReader> source) {
      this.columns = columns;
      this.source = source;
    }

    List<ForeignColumn> columns() {
      return columns;
    }

    RowFeed open() {
      RowFeed feed = new RowFeed(source, deadline, timeoutSeconds);
      synchronized (ForeignFeeds.this) {
        feeds.add(feed);
      }
      if (cancelled.get()) {
        feed.cancel();
      }
      return feed;
    }

    @Nullable List<@Nullable Object[]> take(RowFeed feed) {
      try {
        return feed.take();
      } catch (MoraineException e) {
        synchronized (ForeignFeeds.this) {
          failure = failure == null ? e : failure;
        }
        throw e;
      }
    }

    void close(RowFeed feed) {
      synchronized (ForeignFeeds.this) {
        feeds.remove(feed);
      }
      feed.close();
    }
  }
}
