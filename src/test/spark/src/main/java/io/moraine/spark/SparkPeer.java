/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark with its Iceberg runtime as a process: each line of standard input is one SQL statement as
 * a JSON string, each line of standard output its answer: {@code {"rows": [[text or null, ...],
 * ...]}} or {@code {"error": text}}. Everything else goes to standard error.
 */
public final class SparkPeer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SparkPeer() {}

  /**
   * Serves statements until standard input ends.
   *
   * @param args the catalog's name, its JDBC URI and the warehouse's location
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    SparkSession spark = start(args[0], args[1], args[2]);
    try (BufferedReader statements =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      answers.println("{\"ready\": true}");
      answers.flush();
      for (String line = statements.readLine(); line != null; line = statements.readLine()) {
        Map<String, Object> answer = run(spark, JSON.readValue(line, String.class));
        answers.write((JSON.writeValueAsString(answer) + "\n").getBytes(StandardCharsets.UTF_8));
        answers.flush();
      }
    } finally {
      spark.stop();
    }
  }

  private static SparkSession start(String name, String uri, String warehouse) {
    String catalog = "spark.sql.catalog." + name;
    SparkSession spark =
        SparkSession.builder()
            .appName("moraine-peer")
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.datetime.java8API.enabled", true)
            .config(
                "spark.sql.extensions",
                "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
            .config(catalog, "org.apache.iceberg.spark.SparkCatalog")
            .config(catalog + ".type", "jdbc")
            .config(catalog + ".uri", uri)
            .config(catalog + ".jdbc.schema-version", "V1")
            .config(catalog + ".warehouse", warehouse)
            .config(catalog + ".cache-enabled", false)
            .config("spark.sql.defaultCatalog", name)
            .getOrCreate();
    spark.sparkContext().setLogLevel("WARN");
    return spark;
  }

  private static Map<String, Object> run(SparkSession spark, String sql) {
    try {
      List<List<String>> rows = new ArrayList<>();
      for (Row row : spark.sql(sql).collectAsList()) {
        String[] cells = new String[row.size()];
        Arrays.setAll(cells, i -> ExactText.of(row.get(i)));
        rows.add(Arrays.asList(cells));
      }
      return Map.of("rows", rows);
    } catch (Exception e) {
      e.printStackTrace();
      return Map.of("error", String.valueOf(e.getMessage()));
    }
  }
}
