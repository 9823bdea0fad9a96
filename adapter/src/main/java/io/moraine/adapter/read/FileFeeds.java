/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.rules.error.MoraineException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The reads of data files by Iceberg's library in one execution of a statement. */
public final class FileFeeds implements AutoCloseable {
  private final long deadline;
  private final int timeoutSeconds;
  private final List<String> handles = new ArrayList<>();
  private final List<FileFeed> feeds = new ArrayList<>();
  private final List<FileCache.Copy> copies = new ArrayList<>();
  private @Nullable MoraineException failure;
  private boolean cancelled;

  /**
   * No reads yet.
   *
   * @param timeoutSeconds how long the execution may run from now on, 0 for any time
   */
  public FileFeeds(int timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
    this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
  }

  /**
   * The query of the engine that returns the rows of a read.
   *
   * @param names the names that the columns get
   */
  public synchronized String sql(FileRead read, List<String> names) {
    String handle = UUID.randomUUID().toString();
    FileFunction.publish(handle, new Scan(read));
    handles.add(handle);
    return IntStream.range(0, names.size())
        .mapToObj(i -> read.columns().get(i).sql(carriedName(i)) + " AS " + quoted(names.get(i)))
        .collect(Collectors.joining(", ", "SELECT ", " FROM " + FileFunction.call(handle)));
  }

  /** Keeps a copy of a file for as long as the execution lasts. */
  public synchronized void keep(FileCache.Copy copy) {
    copies.add(copy);
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String carriedName(int column) {
    return "c" + column;
  }

  /** What a read failed with, or null; the engine has only the text of it. */
  public synchronized @Nullable MoraineException failure() {
    return failure;
  }

  /** Makes all reads fail, from any thread; returns at once. */
  public synchronized void cancel() {
    cancelled = true;
    feeds.forEach(FileFeed::cancel);
  }

  /** Ends all reads and closes the files. */
  @Override
  public void close() {
    List<FileFeed> open;
    synchronized (this) {
      cancelled = true;
      handles.forEach(FileFunction::withdraw);
      open = List.copyOf(feeds);
      feeds.clear();
      copies.forEach(FileCache.Copy::close);
      copies.clear();
    }
    open.forEach(FileFeed::close);
  }

  /** A read that the engine may start as often as it likes. */
  final class Scan {
    private final FileRead read;

    Scan(FileRead read) {
      this.read = read;
    }

    List<ReadColumn> columns() {
      return read.columns();
    }

    FileFeed open() {
      FileFeed feed = new FileFeed(read, deadline, timeoutSeconds);
      synchronized (FileFeeds.this) {
        feeds.add(feed);
        if (cancelled) {
          feed.cancel();
        }
      }
      return feed;
    }

    @Nullable Batch take(FileFeed feed) {
      try {
        return feed.take();
      } catch (MoraineException e) {
        synchronized (FileFeeds.this) {
          failure = failure == null ? e : failure;
        }
        throw e;
      }
    }

    void close(FileFeed feed) {
      synchronized (FileFeeds.this) {
        feeds.remove(feed);
      }
      feed.close();
    }
  }
}
