/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What no compiler checks: sizes, headers, and what has no place in a repository. */
final class LintTest {
  private static final int MAX_LINES = 400;
  private static final Set<String> SKIPPED_FOLDERS =
      Set.of(".git", "target", "node_modules", ".idea");
  private static final Set<String> TEXT_ENDINGS =
      Set.of(
          "java",
          "xml",
          "md",
          "json",
          "yaml",
          "yml",
          "sh",
          "iq",
          "sql",
          "properties",
          "jj",
          "ftl",
          "txt",
          "args");
  private static final Pattern TODO = Pattern.compile("\\b(TODO|FIXME|XXX)\\b(?!\\(#\\d+\\))");

  /** Folders of the machines that this is written on; spelled so that this file has none itself. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w./<-])/(work|root|home/[a-z]\\w*|tmp/(wt|probe))(/|\\b(?!\\w))");

  private final Path root = SharedTables.root();

  @Test
  void mainSourceFilesStaySmall() throws IOException {
    assertThat(filesWith("java", file -> isMain(file) && lines(file).size() > MAX_LINES)).isEmpty();
  }

  @Test
  void javaFilesBeginWithTheLicenceHeader() throws IOException {
    assertThat(
            filesWith(
                "java",
                file -> !lines(file).get(0).equals("/* SPDX-License-Identifier: Apache-2.0 */")))
        .isEmpty();
  }

  @Test
  void packagesOfMainSourcesAreDocumentedAndNullMarked() throws IOException {
    assertThat(
            filesWith(
                "java",
                file -> {
                  Path about = file.resolveSibling("package-info.java");
                  return isMain(file)
                      && !(Files.exists(about) && text(about).contains("@NullMarked"));
                }))
        .isEmpty();
  }

  @Test
  void openWorkNamesAnIssue() throws IOException {
    assertThat(findings(TODO)).isEmpty();
  }

  @Test
  void noFileNamesAFolderOfOneMachine() throws IOException {
    assertThat(findings(MACHINE_PATH)).isEmpty();
  }

  @Test
  void documentsLinkOnlyToFilesThatExist() throws IOException {
    Pattern link = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#\\s]+)");
    List<String> broken = new ArrayList<>();
    for (Path file : files(Set.of("md"))) {
      link.matcher(text(file))
          .results()
          .map(match -> match.group(1))
          .filter(target -> !Files.exists(file.resolveSibling(target)))
          .forEach(target -> broken.add(root.relativize(file) + " links to " + target));
    }
    assertThat(broken).isEmpty();
  }

  private List<String> findings(Pattern pattern) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(TEXT_ENDINGS)) {
      if (file.endsWith("LintTest.java")) {
        continue;
      }
      List<String> lines = lines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          found.add(root.relativize(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
      }
    }
    return found;
  }

  private List<String> filesWith(String ending, Predicate<Path> wrong) throws IOException {
    return files(Set.of(ending)).stream()
        .filter(wrong)
        .map(file -> root.relativize(file).toString())
        .toList();
  }

  private boolean isMain(Path file) {
    return root.relativize(file).toString().contains("src/main/java")
        && !root.relativize(file).startsWith("src/test");
  }

  private List<Path> files(Set<String> endings) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED_FOLDERS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (endings.contains(name.substring(name.lastIndexOf('.') + 1))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
