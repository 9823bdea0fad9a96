/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * The last line of the build: how many tests of all modules passed, failed and were skipped. Only
 * reports that this build wrote count. A test class without a report counts as failed, because that
 * is what a crashed test process leaves behind.
 */
public final class TestSummary {
  private static final int DEPTH = 6;

  private TestSummary() {}

  /**
   * Prints the summary and throws when a test failed or none ran.
   *
   * @param args the root of the repository and the time when the build began
   */
  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    Instant begin = Instant.parse(args[1]);
    Counts counts = Counts.ZERO;
    for (Path report : find(root, "target/surefire-reports", "TEST-.*\\.xml")) {
      if (isOf(begin, report)) {
        counts = counts.plus(read(report));
      }
    }
    List<String> silent =
        System.getProperty("test") == null ? silentClasses(root, begin) : List.of();
    for (String name : silent) {
      System.out.println("no report of " + name + ": its process ended early");
    }
    counts = counts.plus(new Counts(0, silent.size(), 0));
    Path fuzzed = root.resolve("src/test/target/fuzz-counts.txt");
    if (isOf(begin, fuzzed)) {
      List<String> lines = Files.readAllLines(fuzzed);
      System.out.println("fuzzed: " + lines.get(lines.size() - 1));
    }
    System.out.println(counts);
    if (counts.failed() > 0 || counts.passed() == 0) {
      throw new IllegalStateException("The build fails because of its tests: " + counts);
    }
  }

  private static List<String> silentClasses(Path root, Instant begin) throws IOException {
    List<String> silent = new ArrayList<>();
    for (Path file : find(root, "target/test-classes", ".*Test\\.class")) {
      Path target = file;
      while (!target.endsWith("target")) {
        target = target.getParent();
      }
      String name =
          target
              .resolve("test-classes")
              .relativize(file)
              .toString()
              .replace(File.separatorChar, '.');
      String type = name.substring(0, name.length() - ".class".length());
      Path report = target.resolve("surefire-reports").resolve("TEST-" + type + ".xml");
      Path source = Path.of(type.replace('.', '/') + ".java");
      if (!isOf(begin, report) && hasSource(target.getParent(), source)) {
        silent.add(type);
      }
    }
    return silent;
  }

  /** A class whose source is gone is a leftover of an earlier build. */
  private static boolean hasSource(Path module, Path source) {
    return Files.exists(module.resolve("src/test/java").resolve(source))
        || Files.exists(module.resolve("java").resolve(source));
  }

  private static boolean isOf(Instant begin, Path report) throws IOException {
    return Files.exists(report) && !Files.getLastModifiedTime(report).toInstant().isBefore(begin);
  }

  private static List<Path> find(Path root, String folder, String name) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path directory : directories(root, DEPTH)) {
      if (directory.endsWith(folder)) {
        try (Stream<Path> files = Files.walk(directory)) {
          files.filter(f -> f.getFileName().toString().matches(name)).sorted().forEach(found::add);
        }
      }
    }
    return found;
  }

  private static List<Path> directories(Path root, int depth) throws IOException {
    try (Stream<Path> all = Files.walk(root, depth)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static Counts read(Path report)
      throws IOException, ParserConfigurationException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element suite = factory.newDocumentBuilder().parse(report.toFile()).getDocumentElement();
    int failed = number(suite, "failures") + number(suite, "errors");
    int skipped = number(suite, "skipped");
    return new Counts(number(suite, "tests") - failed - skipped, failed, skipped);
  }

  private static int number(Element suite, String attribute) {
    String text = suite.getAttribute(attribute);
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private record Counts(int passed, int failed, int skipped) {
    static final Counts ZERO = new Counts(0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(passed + other.passed, failed + other.failed, skipped + other.skipped);
    }

    @Override
    public String toString() {
      return passed + " passed, " + failed + " failed, " + skipped + " skipped";
    }
  }
}
