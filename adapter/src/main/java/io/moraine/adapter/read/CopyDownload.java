/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import io.moraine.adapter.catalog.ErrorTranslation;
import io.moraine.adapter.catalog.Secrets;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** One data file on its way from a store to the disk, in ranges that are read in parallel. */
final class CopyDownload {
  /** So many bytes are asked for at once; as many are in memory for each thread that reads. */
  private static final int RANGE_BYTES = 8 << 20;

  private final FileIO io;
  private final DataFile file;
  private final String table;
  private final Path target;
  private final Path partial;
  private final BooleanSupplier abandoned;

  /**
   * A download.
   *
   * @param number tells it apart from others of the same file
   * @param abandoned is asked before each range; once nobody needs the file, no more is read
   */
  CopyDownload(
      FileIO io, DataFile file, String table, Path target, long number, BooleanSupplier abandoned) {
    this.io = io;
    this.file = file;
    this.table = table;
    this.target = target;
    this.partial = target.resolveSibling(target.getFileName() + "." + number + ".part");
    this.abandoned = abandoned;
  }

  /** Begins; {@code done} completes when the whole file is there, or with a MoraineException. */
  void start(CompletableFuture<Void> done) {
    CompletableFuture.runAsync(this::create, ReaderThreads::execute)
        .thenCompose(created -> CompletableFuture.allOf(ranges()))
        .thenRun(this::publish)
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                done.complete(null);
              } else {
                discard();
                done.completeExceptionally(translate(failure));
              }
            });
  }

  private void create() {
    try {
      Files.createDirectories(target.getParent());
      Files.deleteIfExists(partial);
      Files.createFile(partial);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private CompletableFuture<?>[] ranges() {
    List<CompletableFuture<Void>> ranges = new ArrayList<>();
    for (long start = 0; start < file.fileSizeInBytes(); start += RANGE_BYTES) {
      long from = start;
      int length = (int) Math.min(RANGE_BYTES, file.fileSizeInBytes() - start);
      ranges.add(CompletableFuture.runAsync(() -> read(from, length), ReaderThreads::execute));
    }
    return ranges.toArray(CompletableFuture<?>[]::new);
  }

  private void read(long start, int length) {
    if (abandoned.getAsBoolean()) {
      throw new MoraineException(
          ErrorCode.CANCELLED, "Nobody needs the copy of " + file.location() + " any more");
    }
    byte[] bytes = new byte[length];
    InputFile input = io.newInputFile(file);
    try (SeekableInputStream stream = input.newStream()) {
      if (stream instanceof RangeReadable ranged) {
        ranged.readFully(start, bytes);
      } else {
        stream.seek(start);
        IOUtil.readFully(stream, bytes, 0, length);
      }
      try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer, start + buffer.position());
        }
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private void publish() {
    try {
      if (Files.size(partial) != file.fileSizeInBytes()) {
        throw new EOFException("it has fewer bytes than the table's metadata says");
      }
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private void discard() {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      // The folder is deleted with the process.
      partial.toFile().deleteOnExit();
    }
  }

  private MoraineException translate(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof MoraineException ours) {
      return ours;
    }
    return ErrorTranslation.translateFile(
        "read data file " + Secrets.redact(file.location()) + " of table " + table, cause);
  }

  static void await(CompletableFuture<?> done) throws InterruptedException {
    try {
      done.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof MoraineException ours) {
        // Each that waits gets a stack of its own.
        throw new MoraineException(ours.code(), String.valueOf(ours.getMessage()), ours);
      }
      throw new MoraineException(ErrorCode.INTERNAL, "A copy failed: " + e.getCause(), e);
    }
  }
}
