/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.ProcessFolder;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of data files of object stores on the local disk, where the engine reads them: of bounded
 * size, the ones unused for longest go first. Data files never change, so a copy is good for as
 * long as there is one. The folder belongs to this process and this user, and is deleted with the
 * process; within it, catalogs with other roots have other folders.
 */
public final class FileCache {
  private static final Logger LOG = LoggerFactory.getLogger(FileCache.class);

  private static @Nullable FileCache shared;

  private final ProcessFolder folder;
  private final long mostBytes;
  private final Map<Path, Entry> entries = new LinkedHashMap<>();
  private long bytes;
  private long uses;

  FileCache(ProcessFolder folder, long mostBytes) {
    this.folder = folder;
    this.mostBytes = mostBytes;
  }

  /**
   * The cache of this process, of the size that the system property {@code moraine.cache} says.
   *
   * @throws MoraineException INVALID_CONFIGURATION for another value, or IO_ERROR if there can be
   *     no folder
   */
  public static synchronized FileCache shared() {
    FileCache cache = shared;
    if (cache == null) {
      cache = create();
      shared = cache;
    }
    return cache;
  }

  private static FileCache create() {
    try {
      ProcessFolder folder = ProcessFolder.create("cache").deletedAtExit();
      return new FileCache(folder, CacheSize.ofProcess(folder.path()));
    } catch (IOException e) {
      throw new MoraineException(
          ErrorCode.IO_ERROR,
          "Cannot create the folder for copies of data files in "
              + System.getProperty("java.io.tmpdir")
              + " (-Djava.io.tmpdir=DIR names another place): "
              + e.getMessage(),
          e);
    }
  }

  private static final class Entry {
    final long length;
    final long number;
    final CompletableFuture<Void> loaded = new CompletableFuture<>();
    int users;
    long lastUse;

    Entry(long length, long number) {
      this.length = length;
      this.number = number;
    }
  }

  /** A copy that stays until it is closed. */
  public final class Copy implements AutoCloseable {
    private final Path path;
    private final Entry entry;
    private boolean closed;

    private Copy(Path path, Entry entry) {
      this.path = path;
      this.entry = entry;
    }

    /** Where it is, once {@link #await} has returned. */
    public Path path() {
      return path;
    }

    /**
     * Waits until all of the file is there, or {@code stopped} is complete.
     *
     * @throws MoraineException what the store failed with
     */
    public void await(CompletableFuture<Void> stopped) throws InterruptedException {
      CopyDownload.await(CompletableFuture.anyOf(entry.loaded, stopped));
    }

    @Override
    public void close() {
      synchronized (FileCache.this) {
        if (!closed) {
          closed = true;
          entry.users--;
        }
      }
    }
  }

  /** The folder of the copies of a catalog's files. */
  public Path folder(AllowedRoots roots) {
    return folder.path().resolve(hash(roots.toString()));
  }

  /**
   * A copy of a file, which is on its way if it is not there; empty if there is no room for it.
   *
   * @param roots where the catalog's files may lie; the caller has asked them
   * @param io reads the file
   * @param table the table's name, for messages
   */
  public Optional<Copy> copy(AllowedRoots roots, FileIO io, DataFile file, String table) {
    long length = file.fileSizeInBytes();
    Path path = folder(roots).resolve(hash(file.location() + '\n' + length) + ".parquet");
    Entry entry;
    Copy copy;
    synchronized (this) {
      Entry known = entries.get(path);
      if (known != null) {
        return Optional.of(use(path, known));
      }
      if (!makeRoom(length)) {
        return Optional.empty();
      }
      entry = new Entry(length, ++uses);
      entries.put(path, entry);
      bytes += length;
      copy = use(path, entry);
      // The download itself is a user.
      entry.users++;
    }
    CompletableFuture<Void> download = new CompletableFuture<>();
    download.whenComplete(
        (done, failure) -> {
          loaded(path, entry, failure);
          // Whoever waits for it finds it counted.
          if (failure == null) {
            entry.loaded.complete(null);
          } else {
            entry.loaded.completeExceptionally(failure);
          }
        });
    new CopyDownload(io, file, table, path, entry.number, () -> abandoned(path, entry))
        .start(download);
    return Optional.of(copy);
  }

  private Copy use(Path path, Entry entry) {
    entry.users++;
    entry.lastUse = ++uses;
    return new Copy(path, entry);
  }

  /** Forgets a copy on its way that nobody waits for: who asks later begins another. */
  private synchronized boolean abandoned(Path path, Entry entry) {
    if (entry.users > 1) {
      return false;
    }
    if (entries.remove(path, entry)) {
      bytes -= entry.length;
    }
    return true;
  }

  private synchronized void loaded(Path path, Entry entry, @Nullable Throwable failure) {
    entry.users--;
    if (failure != null && entries.remove(path, entry)) {
      bytes -= entry.length;
    }
  }

  private boolean makeRoom(long length) {
    if (length > mostBytes) {
      return false;
    }
    while (bytes > mostBytes - length) {
      Optional<Map.Entry<Path, Entry>> oldest =
          entries.entrySet().stream()
              .filter(e -> e.getValue().users == 0)
              .min(Comparator.comparingLong(e -> e.getValue().lastUse));
      if (oldest.isEmpty()) {
        return false;
      }
      remove(oldest.get().getKey(), oldest.get().getValue());
    }
    return true;
  }

  private void remove(Path path, Entry entry) {
    entries.remove(path);
    bytes -= entry.length;
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("Cannot delete the copy {}", path, e);
    }
  }

  /** The bytes of all copies. */
  synchronized long bytes() {
    return bytes;
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
