/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.adapter.sample.TpchSample;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Fetches lineitem with {@code getObject}: embedded against DuckDB's driver over the same files,
 * and through the stock thin client against Avatica's stock server over the same driver. Each
 * client and server has a JVM of its own; rounds are interleaved, and medians are printed with
 * their ratios.
 *
 * <p>Options are pairs: {@code --model FILE} or {@code --warehouse DIR} with {@code --schema NAME},
 * or {@code --scale FACTOR} for a sample of TPC-H in a temporary folder; {@code --rounds N}, {@code
 * --warm N}, {@code --rows N} (read no further than N rows, 0 for all), {@code --only
 * embedded|embedded2|remote|remote2}.
 */
final class FetchBenchmark {
  private static final Set<String> OPTIONS =
      Set.of(
          "--model",
          "--warehouse",
          "--schema",
          "--scale",
          "--rounds",
          "--warm",
          "--rows",
          "--only");
  private static final String TWO_COLUMNS = "l_orderkey, l_extendedprice";

  private static final String REMOTE = "jdbc:avatica:remote:url=";

  private final String server;
  private final String serverArgument;
  private final String url;
  private final String table;
  private final long limit;
  private final int warm;
  private final int rounds;

  private FetchBenchmark(Map<String, String> options, String kind, String place) {
    server = "--" + kind;
    serverArgument = place;
    url = "jdbc:moraine:" + kind + "=" + place;
    table = options.getOrDefault("--schema", "tpch") + ".lineitem";
    limit = Long.parseLong(options.getOrDefault("--rows", "0"));
    warm = Integer.parseInt(options.getOrDefault("--warm", "2"));
    rounds = Integer.parseInt(options.getOrDefault("--rounds", "5"));
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    if (arguments.length % 2 != 0 || !OPTIONS.containsAll(options.keySet())) {
      System.err.println("options are pairs of a name and a value; names: " + OPTIONS);
      System.exit(2);
    }
    String only = options.getOrDefault("--only", "");
    if (options.containsKey("--model")) {
      new FetchBenchmark(options, "model", options.get("--model")).run(only);
    } else if (options.containsKey("--warehouse")) {
      new FetchBenchmark(options, "warehouse", options.get("--warehouse")).run(only);
    } else {
      Path folder = Files.createTempDirectory("moraine-fetch");
      double scale = Double.parseDouble(options.getOrDefault("--scale", "0.1"));
      TpchSample.writeTo(folder, "tpch", scale, line -> {});
      new FetchBenchmark(options, "warehouse", folder.toString()).run(only);
    }
  }

  private void run(String only) throws IOException, SQLException {
    if (only.isEmpty() || only.equals("embedded")) {
      embedded("all columns", "*");
    }
    if (only.isEmpty() || only.equals("embedded2")) {
      embedded("two columns", TWO_COLUMNS);
    }
    if (only.isEmpty() || only.equals("remote")) {
      remote("all columns", "*");
    }
    if (only.isEmpty() || only.equals("remote2")) {
      remote("two columns", TWO_COLUMNS);
    }
  }

  private void embedded(String title, String columns) throws IOException, SQLException {
    String files = "read_parquet(" + files() + ", hive_partitioning = false)";
    try (Contender duckdb =
            Contender.start(
                "duckdb_jdbc, streaming",
                null,
                "jdbc:duckdb:",
                "SELECT " + columns + " FROM " + files,
                limit,
                "jdbc_stream_results=true");
        Contender moraine =
            Contender.start("moraine", null, url, "SELECT " + columns + " FROM " + table, limit)) {
      compete("Embedded, " + title, List.of(duckdb, moraine));
    }
  }

  private void remote(String title, String columns) throws IOException {
    String sql = "SELECT " + columns + " FROM " + table;
    // What warms the planner up would count as fetching.
    Path settings =
        Files.writeString(
            Files.createTempFile("moraine", ".properties"), "port=0\nwarm-up=false\n");
    List<String> serve = List.of("serve", server, serverArgument, "--config", settings.toString());
    try (JavaProcess stock = JavaProcess.start(StockServer.class.getName(), List.of(url));
        JavaProcess ours = JavaProcess.start("io.moraine.launcher.Main", serve)) {
      String stockUrl = REMOTE + stock.answer(StockServer.READY);
      String ourUrl = REMOTE + ours.answer("Moraine is ready: ");
      for (String form : List.of("json", "protobuf")) {
        String suffix = ";serialization=" + form;
        try (Contender base =
                Contender.start("stock " + form, stock, stockUrl + suffix, sql, limit);
            Contender moraine =
                Contender.start("moraine " + form, ours, ourUrl + suffix, sql, limit)) {
          compete("Remote, " + form + ", " + title, List.of(base, moraine));
        }
      }
    }
  }

  private void compete(String title, List<Contender> contenders) throws IOException {
    Map<String, String> results = new TreeMap<>();
    for (Contender contender : contenders) {
      results.put(contender.name(), contender.check());
    }
    System.out.println(title);
    if (Set.copyOf(results.values()).size() > 1) {
      System.out.println("  RESULTS DIFFER " + results);
    }
    for (int round = 0; round < warm + rounds; round++) {
      for (Contender contender : contenders) {
        contender.run(round >= warm);
      }
    }
    for (Contender contender : contenders) {
      System.out.println("  " + contender.report(contenders.get(0)));
    }
  }

  /** The table's data files as a list in DuckDB's SQL. */
  private String files() throws SQLException {
    String[] name = table.split("\\.");
    String sql = "SELECT file_path FROM " + name[0] + ".\"" + name[1] + "$files\"";
    List<String> paths = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        String path = rows.getString(1);
        paths.add(path.startsWith("file:") ? path.replaceFirst("^file:/*", "/") : path);
      }
    }
    return paths.stream().map(path -> "'" + path + "'").collect(Collectors.joining(", ", "[", "]"));
  }
}
