/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.adapter.catalog.AllowedRoots;
import io.moraine.adapter.catalog.LocalFileIO;
import io.moraine.adapter.catalog.ProcessFolder;
import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of files, with a folder in the place of a store. */
final class FileCacheTest {
  private static final AllowedRoots ROOTS = AllowedRoots.of(List.of("s3://bucket"));
  private static final CompletableFuture<Void> NEVER = new CompletableFuture<>();

  @TempDir private Path store;
  private ProcessFolder folder;
  private FileCache cache;

  @BeforeEach
  void open() throws Exception {
    folder = ProcessFolder.create("cache-test");
    cache = new FileCache(folder, 100);
  }

  @AfterEach
  void close() throws Exception {
    folder.close();
  }

  private DataFile file(String name, int length) throws Exception {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Path path = Files.write(store.resolve(name), bytes);
    return describe(path, length);
  }

  private static DataFile describe(Path path, long length) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(path.toString())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(length)
        .withRecordCount(1)
        .build();
  }

  private Optional<FileCache.Copy> copy(DataFile file) throws Exception {
    Optional<FileCache.Copy> copy = cache.copy(ROOTS, new LocalFileIO(), file, "lake.s.t");
    if (copy.isPresent()) {
      copy.get().await(NEVER);
    }
    return copy;
  }

  @Test
  void theOneUnusedForLongestGoesFirst() throws Exception {
    DataFile a = file("a", 40);
    DataFile b = file("b", 40);
    DataFile c = file("c", 40);
    Path pathA;
    Path pathB;
    try (FileCache.Copy first = copy(a).orElseThrow();
        FileCache.Copy second = copy(b).orElseThrow()) {
      pathA = first.path();
      pathB = second.path();
      assertThat(pathA).hasSameBinaryContentAs(Path.of(a.location()));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
          .isEqualTo("rwx------");
      assertThat(copy(c)).as("both others are in use").isEmpty();
    }
    copy(a).orElseThrow().close();
    try (FileCache.Copy third = copy(c).orElseThrow()) {
      assertThat(third.path()).hasSameBinaryContentAs(Path.of(c.location()));
    }
    assertThat(pathA).exists();
    assertThat(pathB).doesNotExist();
    assertThat(cache.bytes()).isEqualTo(80);
    assertThat(copy(file("d", 101))).as("larger than all").isEmpty();
  }

  @Test
  void aCopyNeedsNoStore() throws Exception {
    DataFile a = file("a", 9);
    copy(a).orElseThrow().close();
    Files.delete(Path.of(a.location()));
    copy(a).orElseThrow().close();
    AllowedRoots others = AllowedRoots.of(List.of("s3://other"));
    assertThat(cache.folder(others)).isNotEqualTo(cache.folder(ROOTS));
    try (FileCache.Copy copy = cache.copy(others, new LocalFileIO(), a, "lake.s.t").orElseThrow()) {
      assertThatThrownBy(() -> copy.await(NEVER)).hasMessageContaining(a.location());
    }
  }

  @Test
  void aFailureIsNotKept() throws Exception {
    DataFile a = file("a", 9);
    DataFile longer = describe(Path.of(a.location()), 10);
    assertThatThrownBy(() -> copy(longer))
        .isInstanceOf(MoraineException.class)
        .hasMessageContaining("lake.s.t")
        .hasMessageContaining(a.location());
    assertThat(cache.bytes()).isZero();
    copy(a).orElseThrow().close();
  }

  /** Files whose reads wait, and are counted. */
  private static final class Waiting implements FileIO {
    private static final long serialVersionUID = 1L;
    private final transient LocalFileIO files = new LocalFileIO();
    private final transient CountDownLatch begun = new CountDownLatch(1);
    private final transient CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger reads = new AtomicInteger();

    @Override
    public InputFile newInputFile(DataFile file) {
      reads.incrementAndGet();
      begun.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return files.newInputFile(file);
    }

    @Override
    public InputFile newInputFile(String location) {
      return files.newInputFile(location);
    }

    @Override
    public OutputFile newOutputFile(String location) {
      return files.newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
      files.deleteFile(location);
    }
  }

  @Test
  void whatNobodyWaitsForIsNotCopiedToItsEnd() throws Exception {
    cache = new FileCache(folder, 1L << 40);
    Path large = store.resolve("large");
    long length = 64L << 23;
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(length);
    }
    Waiting io = new Waiting();
    FileCache.Copy copy = cache.copy(ROOTS, io, describe(large, length), "t").orElseThrow();
    io.begun.await();
    copy.close();
    io.released.countDown();
    assertThatThrownBy(() -> copy.await(NEVER)).hasMessageContaining("Nobody needs");
    assertThat(io.reads.get()).as("of 64 ranges").isLessThan(64);
    assertThat(cache.bytes()).isZero();
    // Who asks later begins anew.
    DataFile a = file("a", 9);
    copy(a).orElseThrow().close();
    assertThat(cache.bytes()).isEqualTo(9);
  }

  @Test
  void sizes() {
    assertThat(CacheSize.bytes("512MB")).isEqualTo(512L << 20);
    assertThat(CacheSize.bytes("0")).isZero();
    assertThatThrownBy(() -> CacheSize.bytes("much"))
        .isInstanceOfSatisfying(
            MoraineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
  }
}
