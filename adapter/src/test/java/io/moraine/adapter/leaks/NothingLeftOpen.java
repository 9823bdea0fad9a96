/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.leaks;

import io.moraine.adapter.catalog.UnusedCatalogs;
import io.moraine.adapter.runtime.ColumnarRuntime;
import io.moraine.adapter.runtime.RuntimeUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Registered for all tests of all modules: after each of them no batch is in memory, no engine has
 * a connection and no statement runs; after each class no file is open that was not open before.
 */
public final class NothingLeftOpen
    implements Extension, BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(NothingLeftOpen.class);

  /**
   * What the JVM and its libraries keep open as long as they live; Calcite pools the connections of
   * the databases in a model, as shop.db.
   */
  private static final Pattern LASTING =
      Pattern.compile(
          "(/proc|/dev|/sys)/.*|.*\\.(jar|so|lck|dat|db-journal)|.*/lib/modules|.*/moraine-[^/]*\\.lock"
              + "|.*/surefire[^/]*/.*|.*/(stdout|stderr)|[a-z_]+:.*|/memfd:.*|.*/shop\\.db");

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(HERE).put("files", openFiles());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    RuntimeUsage usage = ColumnarRuntime.usage();
    if (usage.arrowBytes() != 0 || usage.connections() != 0 || usage.running() != 0) {
      throw new AssertionError(context.getDisplayName() + " left open: " + usage);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    ColumnarRuntime.closeUnusedEngines();
    UnusedCatalogs.close();
    Set<String> left = openFiles();
    left.removeAll((Set<?>) context.getStore(HERE).get("files", Set.class));
    if (!left.isEmpty()) {
      throw new AssertionError(context.getDisplayName() + " left files open: " + left);
    }
  }

  private static Set<String> openFiles() {
    Set<String> files = new TreeSet<>();
    Path descriptors = Path.of("/proc/self/fd");
    if (Files.isDirectory(descriptors)) {
      try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
        for (Path descriptor : open) {
          try {
            files.add(Files.readSymbolicLink(descriptor).toString());
          } catch (NoSuchFileException e) {
            // The one through which this is read.
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    files.removeIf(file -> LASTING.matcher(file).matches());
    return files;
  }
}
