/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogConfigTest {
  @TempDir Path folder;

  @Test
  void warehouseAloneIsSqliteBesideALocalFolder() {
    CatalogConfig config = CatalogConfig.ofWarehouse("lake", folder);
    assertThat(config.name()).isEqualTo("lake");
    assertThat(config.catalogName()).isEqualTo("moraine");
    assertThat(config.type()).isEqualTo("jdbc");
    assertThat(config.idle()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + folder + "/catalog.db?journal_mode=WAL&busy_timeout=30000",
                "warehouse",
                folder + "/warehouse",
                "io-impl",
                LocalFileIO.class.getName(),
                "jdbc.schema-version",
                "V1",
                "jdbc.strict-mode",
                "true"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void everyWayToNameAWarehouseMeansTheSame() {
    CatalogConfig expected = CatalogConfig.ofWarehouse("lake", folder);
    assertThat(CatalogConfig.fromOperands("lake", Map.of("warehouse", "file:" + folder)))
        .isEqualTo(expected);
    assertThat(CatalogConfig.fromOperands("lake", Map.of("warehouse", "file://" + folder + "/")))
        .isEqualTo(expected);
    assertThat(CatalogConfig.fromProperties("lake", Map.of("warehouse", folder + "/a/../")))
        .isEqualTo(expected);
  }

  @Test
  void relativePathsStartAtTheModelAndTildeAtHome() {
    Map<String, Object> operands = new HashMap<>();
    operands.put("warehouse", "data/lake");
    operands.put("roots", List.of("more", "s3://bucket/x"));
    operands.put("modelUri", folder + "/model.json");
    operands.put("baseDirectory", folder.toFile());
    operands.put("tables", List.of());
    CatalogConfig config = CatalogConfig.fromOperands("lake", operands);
    assertThat(config.properties()).containsEntry("warehouse", folder + "/data/lake/warehouse");
    assertThat(config.roots()).containsExactly(folder + "/more", "s3://bucket/x");

    String home = System.getProperty("user.home");
    assertThat(CatalogConfig.fromOperands("l", Map.of("warehouse", "~/x")).properties())
        .containsEntry("warehouse", Path.of(home, "x", "warehouse").toString());
  }

  @Test
  void sqliteOfAnExplicitTypeGetsTheSameDefaultsUnlessGiven() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "lake",
            Map.of(
                "type", "JDBC",
                "uri", "jdbc:sqlite:x.db?journal_mode=DELETE",
                "warehouse", "w",
                "baseDirectory", new File("/base"),
                "jdbc.schema-version", "V0"));
    assertThat(config.properties())
        .containsEntry("uri", "jdbc:sqlite:/base/x.db?journal_mode=DELETE&busy_timeout=30000")
        .containsEntry("warehouse", "/base/w")
        .containsEntry("jdbc.schema-version", "V0")
        .containsEntry("io-impl", LocalFileIO.class.getName());
    assertThat(config.catalogName()).isEqualTo("lake");
  }

  @Test
  void restKeepsItsWarehouseNameAndReadsAnyLocation() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "r", Map.of("type", "rest", "uri", "http://localhost:1", "warehouse", "prod"));
    assertThat(config.properties())
        .containsEntry("warehouse", "prod")
        .containsEntry("io-impl", LocationFileIO.class.getName());
    assertThat(config.allowedRoots().unrestricted()).isTrue();
  }

  @Test
  void numbersAndBooleansAreTexts() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "lake",
            Map.of(
                "warehouse",
                "/w",
                "clients",
                2,
                "unique-table-location",
                true,
                "idleSeconds",
                7,
                "catalogName",
                "other",
                "roots",
                "/a, /b"));
    assertThat(config.properties())
        .containsEntry("clients", "2")
        .containsEntry("unique-table-location", "true");
    assertThat(config.idle()).isEqualTo(Duration.ofSeconds(7));
    assertThat(config.catalogName()).isEqualTo("other");
    assertThat(config.roots()).containsExactly("/a", "/b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3.endpoint",
        "client.region",
        "gcs.project-id",
        "adls.sas-token.account",
        "header.X-A",
        "oauth2-server-uri",
        "token",
        "credential",
        "scope",
        "table-default.write.format.default",
        "table-override.a",
        "cache.case-sensitive",
        "io.manifest.cache-enabled",
        "rest.auth.type",
        "rest-page-size",
        "metrics-reporter-impl",
        "jdbc.user",
        "jdbc.password",
        "cache-enabled",
        "clients",
        "lock-impl",
        "glue.id",
        "prefix"
      })
  void documentedIcebergPropertiesAreKnown(String key) {
    CatalogConfig config = CatalogConfig.fromOperands("l", Map.of("warehouse", "/w", key, "v"));
    assertThat(config.properties()).containsEntry(key, "v");
  }

  @Test
  void unknownNamesPassThroughTheObjectProperties() {
    Map<String, String> unknown = Map.of("my.own", "1");
    assertThat(
            CatalogConfig.fromOperands("l", Map.of("warehouse", "/w", "properties", unknown))
                .properties())
        .containsEntry("my.own", "1");
    assertThat(
            CatalogConfig.fromProperties("l", Map.of("warehouse", "/w", "properties.my.own", "1"))
                .properties())
        .containsEntry("my.own", "1");
  }

  @Test
  void environmentVariablesAreReplacedAnywhere() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "l",
            Map.of("warehouse", "/data/${ENV:TEAM}/${ENV:TEAM}", "roots", List.of("/${ENV:R}")),
            Map.of("TEAM", "a$1", "R", "r")::get);
    assertThat(config.properties()).containsEntry("warehouse", "/data/a$1/a$1/warehouse");
    assertThat(config.roots()).containsExactly("/r");
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    Map<String, Object> operands = new HashMap<>();
    operands.put("warehose", "/w");
    operands.put("wholly-unknown-thing", "1");
    operands.put("type", "jdbc");
    operands.put("catalog-impl", "x.Y");
    operands.put("uri", Map.of("a", "b"));
    operands.put("token", "${ENV:NOT_SET}");
    operands.put("scope", "${NOPE}");
    operands.put("idleSeconds", "soon");
    operands.put("properties", "text");
    operands.put("io-impl", null);
    operands.put("client.region", " ");
    assertThatThrownBy(() -> CatalogConfig.fromOperands("lake", operands, name -> null))
        .isInstanceOfSatisfying(
            MoraineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageStartingWith("Cannot configure catalog 'lake': ")
        .hasMessageContainingAll(
            "operand 'warehose' is unknown; did you mean 'warehouse'?",
            "operand 'wholly-unknown-thing' is unknown (a property of a custom catalog",
            "'type' and 'catalog-impl' contradict each other",
            "operand 'uri' must be a text, but is an object",
            "operand 'token' needs the environment variable 'NOT_SET', which is not set",
            "operand 'scope' uses '${NOPE}'; only ${ENV:NAME} is known",
            "operand 'idleSeconds' must be a whole number of seconds from 1, but is 'soon'",
            "operand 'properties' must be an object, but is a String",
            "operand 'io-impl' must be a text, but is null",
            "operand 'client.region' is empty");
  }

  @Test
  void contradictionsAndGapsAreNamed() {
    assertProblem(Map.of(), "operand 'warehouse' (a local folder) or 'type' is missing");
    assertProblem(Map.of("uri", "http://h"), "operand 'uri' needs the operand 'type'");
    assertProblem(Map.of("warehouse", "s3://b/w"), "is not a local folder and needs the operand");
    assertProblem(Map.of("type", "rset"), "operand 'type' is 'rset'; did you mean 'rest'?");
    assertProblem(Map.of("type", "rest"), "operand 'uri' is missing, which type 'rest' needs");
    assertProblem(Map.of("type", "jdbc"), "operand 'uri' is missing", "'warehouse' is missing");
    assertProblem(Map.of("type", "hadoop"), "operand 'warehouse' is missing");
    assertProblem(Map.of("warehouse", "/a?b"), "SQLite cannot open a path with '?'");
    assertProblem(Map.of("warehouse", "/a\0b"), "operand 'warehouse' has a NUL character");
    assertProblem(Map.of("warehouse", "/w", "idleSeconds", 0), "from 1, but is '0'");
    assertProblem(
        Map.of("warehouse", "/w", "properties", Map.of("warehouse", "/v")),
        "operand 'warehouse' is also in 'properties'");
  }

  @Test
  void secretsAreNeverShown() {
    CatalogConfig config =
        CatalogConfig.fromOperands(
            "lake",
            Map.of(
                "type", "jdbc",
                "uri", "jdbc:postgresql://bob:hidden1@db/x?user=u&password=hidden2&ssl=true",
                "warehouse", "s3://b/w",
                "jdbc.password", "hidden3",
                "s3.secret-access-key", "hidden4",
                "token", "hidden5",
                "credential", "id:hidden6",
                "header.Authorization", "Bearer hidden7",
                "adls.sas-token.x", "hidden8"));
    assertThat(config.toString())
        .doesNotContain("hidden")
        .contains("//***@db/x?user=u&password=***&ssl=true", "warehouse=s3://b/w");
    assertThat(config.redact("no driver for hidden3 at x://u:p@h"))
        .isEqualTo("no driver for *** at x://***@h");
  }

  @Test
  void problemsShowNoValues() {
    assertThatThrownBy(
            () -> CatalogConfig.fromOperands("l", Map.of("pasword", "hidden", "type", "rest")))
        .hasMessageNotContaining("hidden");
  }

  @Test
  void tableOperandsAddNamespaceAndTable() {
    TableOperands dotted =
        TableOperands.fromOperands(
            "T", Map.of("warehouse", "/w", "namespace", "a.b", "table", "orders"));
    assertThat(dotted.table()).isEqualTo(TableIdentifier.of("a", "b", "orders"));
    assertThat(dotted.catalog().properties()).containsEntry("warehouse", "/w/warehouse");
    TableOperands levels =
        TableOperands.fromOperands(
            "T", Map.of("warehouse", "/w", "namespace", Arrays.asList("a.b", "c")));
    assertThat(levels.table()).isEqualTo(TableIdentifier.of("a.b", "c", "T"));
    assertThatThrownBy(() -> TableOperands.fromOperands("T", Map.of("tabel", "x")))
        .hasMessageContainingAll("table 'T'", "'tabel' is unknown", "'namespace' is missing");
  }

  private static void assertProblem(Map<String, ?> operands, String... problems) {
    assertThatThrownBy(() -> CatalogConfig.fromOperands("lake", operands))
        .isInstanceOf(MoraineException.class)
        .hasMessageContainingAll(problems);
  }
}
