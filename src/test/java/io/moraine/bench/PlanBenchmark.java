/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.adapter.sample.TpchSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Times of planning: the 22 queries of TPC-H from their text to the engine's SQL, with the plan
 * cache off, and what comes on top in each execution; then a predicate on one day of a table of
 * many files, in new JVMs and again.
 *
 * <p>Options are pairs: {@code --scale FACTOR} of the sample, {@code --files N} and {@code --days
 * N} of the table of many files (0 files: none), {@code --warm N}, {@code --rounds N}, {@code
 * --only tpch|files}, {@code --with PROPERTIES} of the connections' URLs.
 */
final class PlanBenchmark {
  private static final Set<String> OPTIONS =
      Set.of("--scale", "--files", "--days", "--warm", "--rounds", "--only", "--with");

  private final Map<String, String> options;
  private final int warm;
  private final int rounds;

  private PlanBenchmark(Map<String, String> options) {
    this.options = options;
    this.warm = number("--warm", 50);
    this.rounds = number("--rounds", 30);
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
    new PlanBenchmark(options).run(options.getOrDefault("--only", ""));
  }

  private int number(String option, int otherwise) {
    return Integer.parseInt(options.getOrDefault(option, Integer.toString(otherwise)));
  }

  private void run(String only) throws IOException, SQLException {
    if (only.isEmpty() || only.equals("tpch")) {
      tpch();
    }
    if (only.isEmpty() || only.equals("files")) {
      manyFiles();
    }
  }

  private void tpch() throws IOException, SQLException {
    Path folder = Files.createTempDirectory("moraine-plan");
    double scale = Double.parseDouble(options.getOrDefault("--scale", "0.01"));
    TpchSample.writeTo(folder, "tpch", scale, line -> {});
    Timings compile = new Timings();
    Timings bind = new Timings();
    try (Planning planning = Planning.open(url(folder), "tpch")) {
      List<String> queries = TpchQueries.all();
      for (int round = 0; round < warm; round++) {
        for (String sql : queries) {
          planning.compile(sql);
          planning.again(sql, 1);
        }
      }
      System.out.println("TPC-H, warm, plan cache off, milliseconds (median, maximum)");
      for (int i = 0; i < queries.size(); i++) {
        Timings one = new Timings();
        for (int round = 0; round < rounds; round++) {
          one.add(planning.compile(queries.get(i)));
        }
        Timings again = planning.again(queries.get(i), rounds);
        System.out.printf(
            Locale.ROOT, "  q%02d  text to SQL %s   execution adds %s%n", i + 1, one, again);
        compile.add(one.median());
        bind.add(again.median());
      }
    }
    System.out.println("  of the medians: text to SQL " + compile + "   execution adds " + bind);
  }

  private String url(Path folder) {
    String url = "jdbc:moraine:warehouse=" + folder;
    return options.containsKey("--with") ? url + ";" + options.get("--with") : url;
  }

  private void manyFiles() throws IOException, SQLException {
    int files = number("--files", 10_000);
    if (files == 0) {
      return;
    }
    int days = number("--days", 1_000);
    Path folder = Files.createTempDirectory("moraine-files");
    String url = "jdbc:moraine:warehouse=" + folder;
    ManyFiles.create(url, folder, files, days);
    LocalDate day = ManyFiles.FIRST_DAY.plusDays(days / 2);
    String sql =
        "SELECT COUNT(*), SUM(amount) FROM "
            + ManyFiles.TABLE
            + " WHERE ts >= TIMESTAMP '"
            + day
            + " 00:00:00' AND ts < TIMESTAMP '"
            + day.plusDays(1)
            + " 00:00:00'";
    Map<String, Timings> times = new TreeMap<>();
    for (int round = 0; round < PlanWorker.PROCESSES; round++) {
      try (JavaProcess process =
          JavaProcess.start(PlanWorker.class.getName(), List.of(url(folder), sql))) {
        for (int i = 0; i < PlanWorker.STEPS.size(); i++) {
          String[] answer = process.answer(PlanWorker.ANSWER).split(" ");
          Timings step = times.computeIfAbsent(PlanWorker.STEPS.get(i), s -> new Timings());
          for (String nanos : answer) {
            step.add(Long.parseLong(nanos));
          }
        }
      }
    }
    System.out.println(
        "One of " + days + " days of " + files + " files, milliseconds (median, maximum)");
    times.forEach((step, timings) -> System.out.println("  " + timings + "  " + step));
  }
}
