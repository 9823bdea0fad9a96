/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.launcher.config.ConfigLoader;
import io.moraine.rules.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The user documents are true: their SQL runs as they say, their configurations load, their links
 * lead somewhere.
 *
 * <p>The statements of a document run in order on one new warehouse. Behind a statement's semicolon
 * {@code -- = text} gives its result, columns separated by {@code |} and rows by {@code /}, and
 * {@code -- error 22012} its SQLSTATE.
 */
final class DocumentsTest {
  private static final Path ROOT = SharedTables.root();
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!https?:|mailto:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*?) *$", Pattern.MULTILINE);

  @TempDir private Path folder;

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String name : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")) {
      documents.add(ROOT.resolve(name));
    }
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
    }
    return documents;
  }

  private static List<DocumentBlocks.Block> blocks(Path document) throws IOException {
    return DocumentBlocks.of(Files.readString(document));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void statementsDoWhatTheDocumentSays(Path document) throws Exception {
    List<String> wrong = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:moraine:warehouse=" + folder)) {
      for (DocumentBlocks.Block block : blocks(document)) {
        if (!block.is("sql")) {
          continue;
        }
        for (DocumentBlocks.Statement statement : DocumentBlocks.statements(block.text())) {
          String said = (statement.outcome() + " " + statement.expected()).strip();
          String found = outcome(connection, statement.sql());
          boolean right = said.isEmpty() ? !found.startsWith("error") : found.startsWith(said);
          if (!right || said.startsWith("=") && !found.equals(said)) {
            wrong.add(statement.sql() + "\n  said:  " + said + "\n  found: " + found);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String outcome(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "= " + statement.getLargeUpdateCount();
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.getResultSet()) {
        while (result.next()) {
          List<String> row = new ArrayList<>();
          for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.add(String.valueOf(result.getString(i)));
          }
          rows.add(String.join(" | ", row));
        }
      }
      return "= " + String.join(" / ", rows);
    } catch (SQLException e) {
      return "error " + e.getSQLState() + " " + e.getMessage();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void configurationsCanBeRead(Path document) throws Exception {
    for (DocumentBlocks.Block block : blocks(document)) {
      if (block.info().startsWith("json")) {
        assertThatCode(() -> new ObjectMapper().readTree(block.text())).doesNotThrowAnyException();
      }
      if (block.is("json model")) {
        Path model = Files.writeString(folder.resolve("model.json"), block.text());
        try (Connection connection = DriverManager.getConnection("jdbc:moraine:model=" + model);
            ResultSet catalogs = connection.getMetaData().getCatalogs()) {
          assertThat(catalogs.next()).isTrue();
        }
      }
      if (block.is("properties server")) {
        Path settings = Files.writeString(folder.resolve("server.properties"), block.text());
        assertThatCode(() -> new ConfigLoader(name -> "value").load(settings, Map.of()))
            .doesNotThrowAnyException();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadToFilesAndHeadingsThatExist(Path document) throws IOException {
    List<String> broken =
        LINK.matcher(DocumentBlocks.prose(Files.readString(document)))
            .results()
            .filter(
                link -> {
                  Path target =
                      link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                  return !Files.exists(target)
                      || link.group(2) != null && !anchors(target).contains(link.group(2));
                })
            .map(link -> link.group())
            .toList();
    assertThat(broken).isEmpty();
  }

  private static List<String> anchors(Path document) {
    try {
      return HEADING
          .matcher(DocumentBlocks.prose(Files.readString(document)))
          .results()
          .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
          .map(text -> text.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Test
  void everyErrorCodeHasItsRemedy() throws IOException {
    List<String> rows =
        Files.readString(ROOT.resolve("docs/troubleshooting.md"))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .toList();
    for (ErrorCode code : ErrorCode.values()) {
      String start = "| `" + code.sqlState() + "` | " + code + " |";
      assertThat(rows).as("row of %s", code).anyMatch(row -> row.startsWith(start));
    }
  }
}
