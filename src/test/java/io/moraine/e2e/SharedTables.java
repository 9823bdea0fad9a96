/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.Assumptions;

/**
 * Real tables that other engines wrote, kept beside the checkout in {@code ../shared/tables}. Their
 * metadata records paths below {@value #FIXTURES}, so that is where they are copied to.
 */
final class SharedTables {
  static final String FIXTURES = "/tmp/moraine-fixtures";

  private static final ObjectMapper JSON = new ObjectMapper();

  private SharedTables() {}

  /** Root of the checkout. */
  static Path root() {
    String root = System.getProperty("moraine.root");
    return root == null ? Path.of("").toAbsolutePath().getParent().getParent() : Path.of(root);
  }

  /**
   * The tables' folder, copied to where their metadata expects it; without it the test is skipped.
   */
  static Path copied() throws IOException {
    Optional<Path> source = find();
    Assumptions.assumeTrue(
        source.isPresent(), "no folder shared/tables beside the checkout (-Dmoraine.shared=DIR)");
    Path target = Path.of(FIXTURES);
    copyOnce(source.orElseThrow(), target);
    return target;
  }

  /** Names of the tables in the folder. */
  static List<String> names(Path tables) throws IOException {
    try (Stream<Path> all = Files.list(tables)) {
      return all.filter(table -> Files.exists(table.resolve("expected.json")))
          .map(table -> table.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** The location of a table's metadata. */
  static String metadata(Path tables, String name) {
    return "file:" + tables.resolve(name).resolve("metadata/v1.metadata.json");
  }

  /** What an independent reader saw in the table. */
  static JsonNode expected(Path tables, String name) throws IOException {
    return JSON.readTree(tables.resolve(name).resolve("expected.json").toFile());
  }

  /**
   * Registers every table in the catalog under the namespace.
   *
   * @return names of the tables whose metadata Iceberg's library cannot parse; they are there as
   *     well
   */
  static Set<String> register(SqliteCatalog sqlite, Path tables, String namespace)
      throws IOException, SQLException {
    Set<String> unreadable = new TreeSet<>();
    try (JdbcCatalog catalog = sqlite.open()) {
      catalog.createNamespace(Namespace.of(namespace));
      for (String name : names(tables)) {
        String metadata = metadata(tables, name);
        try {
          catalog.registerTable(TableIdentifier.of(namespace, name), metadata);
        } catch (IllegalArgumentException e) {
          sqlite.insertRow(namespace, name, metadata);
          unreadable.add(name);
        }
      }
    }
    return unreadable;
  }

  private static Optional<Path> find() {
    String shared = System.getProperty("moraine.shared");
    Path folder = shared == null ? root().resolveSibling("shared") : Path.of(shared);
    Path tables = folder.resolve("tables");
    return Files.isDirectory(tables) ? Optional.of(tables) : Optional.empty();
  }

  /** Safe against another build on this machine that does the same at the same time. */
  private static synchronized void copyOnce(Path source, Path target) throws IOException {
    Path lock = target.resolveSibling(target.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      if (held.isValid() && !sameContent(source, target)) {
        String suffix = "." + UUID.randomUUID();
        Path fresh = target.resolveSibling(target.getFileName() + suffix);
        copy(source, fresh);
        if (Files.exists(target)) {
          Files.move(target, target.resolveSibling(target.getFileName() + suffix + ".old"));
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static boolean sameContent(Path source, Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(source)) {
      return files.allMatch(file -> same(file, target.resolve(source.relativize(file))));
    }
  }

  private static boolean same(Path file, Path copy) {
    try {
      return Files.isDirectory(file)
          ? Files.isDirectory(copy)
          : Files.exists(copy) && Files.mismatch(file, copy) == -1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path source, Path target) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(source)) {
      files = all.sorted().toList();
    }
    for (Path file : files) {
      Files.copy(file, target.resolve(source.relativize(file).toString()));
    }
  }
}
