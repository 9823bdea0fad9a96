/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import io.moraine.adapter.sample.TpchSample;
import io.moraine.e2e.S3Process;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.jdbc.JdbcCatalog;

/**
 * Times of the 22 queries of TPC-H over tables in S3Proxy: the first pass, which copies their
 * files; further ones, which read the copies; passes over the same files in place; and those of
 * Trino on the same server. All take turns after a pass over the local files that does not count.
 *
 * <p>Options are pairs: {@code --scale FACTOR} of a sample; or {@code --uri}, {@code --warehouse}
 * and {@code --catalog} of an Iceberg catalog in a database, and {@code --schema NAME} in it;
 * {@code --rounds N}; {@code --trino URL}, for which a line of input is waited for.
 */
final class StoreBenchmark {
  private static final Set<String> OPTIONS =
      Set.of("--scale", "--uri", "--warehouse", "--catalog", "--schema", "--rounds", "--trino");
  private static final double NANOS_A_SECOND = 1e9;

  private final Map<String, String> options;
  private final Path folder;
  private final Map<String, long[]> passes = new LinkedHashMap<>();

  private StoreBenchmark(Map<String, String> options) throws IOException {
    this.options = options;
    this.folder = Files.createTempDirectory("moraine-s3");
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
    new StoreBenchmark(options).run();
  }

  private void run() throws Exception {
    String schema = options.getOrDefault("--schema", "tpch");
    if (!options.containsKey("--uri")) {
      TpchSample.writeTo(
          folder, schema, Double.parseDouble(options.getOrDefault("--scale", "0.1")), l -> {});
    }
    String name = options.getOrDefault("--catalog", "moraine");
    String uri = options.getOrDefault("--uri", "jdbc:sqlite:" + folder.resolve("catalog.db"));
    String warehouse = options.getOrDefault("--warehouse", "file:" + folder.resolve("warehouse"));
    try (S3Process s3 = S3Process.start(folder);
        JdbcCatalog source = StoreTables.local(name, uri, warehouse);
        JdbcCatalog target = s3.library()) {
      long start = System.nanoTime();
      long bytes = StoreTables.copy(source, target, schema);
      System.out.printf(
          Locale.ROOT,
          "%d MB copied into %s in %.1f s; catalog 'lake': %s%n",
          bytes >> 20,
          s3.catalog("").get("s3.endpoint"),
          (System.nanoTime() - start) / NANOS_A_SECOND,
          s3.catalog("").get("uri"));
      Properties local = new Properties();
      local.setProperty("url", "jdbc:moraine:");
      local.setProperty("catalog." + name + ".type", "jdbc");
      local.setProperty("catalog." + name + ".uri", uri);
      local.setProperty("catalog." + name + ".warehouse", warehouse);
      local.setProperty("schema", schema);
      write("local", local);
      Properties stored = s3.connection(S3Process.SECRET);
      stored.setProperty("url", "jdbc:moraine:");
      stored.setProperty("schema", schema);
      write("s3", stored);
      contest();
    }
    report();
  }

  private void write(String name, Properties properties) throws IOException {
    try (Writer out = Files.newBufferedWriter(folder.resolve(name))) {
      properties.store(out, null);
    }
  }

  private void contest() throws IOException {
    boolean trino = options.containsKey("--trino");
    if (trino) {
      Properties properties = new Properties();
      properties.setProperty("url", options.get("--trino"));
      properties.setProperty("user", "bench");
      write("trino", properties);
      System.out.println("start Trino over this catalog, then give a line of input");
      if (System.in.read() < 0) {
        throw new IOException("The input ended before Trino was started");
      }
    }
    int rounds = Integer.parseInt(options.getOrDefault("--rounds", "3"));
    String worker = StoreWorker.class.getName();
    try (JavaProcess ours = JavaProcess.start(worker, List.of(folder.toString()));
        JavaProcess other = JavaProcess.start(worker, List.of(folder.toString()))) {
      pass(ours, "local", "warm-up");
      pass(ours, "s3", "s3 first");
      for (int round = 1; round <= rounds; round++) {
        if (trino) {
          pass(other, "trino", round == 1 ? "trino first" : "trino again");
        }
        pass(ours, "s3", "s3 again");
        pass(ours, "local", "local");
      }
    }
  }

  /** Of passes of one kind each query's shortest time counts. */
  private void pass(JavaProcess process, String connection, String kind) throws IOException {
    process.ask(connection);
    long[] nanos =
        Arrays.stream(process.answer(StoreWorker.ANSWER).split(" "))
            .mapToLong(Long::parseLong)
            .toArray();
    passes.merge(
        kind,
        nanos,
        (a, b) -> {
          long[] least = new long[a.length];
          Arrays.setAll(least, i -> Math.min(a[i], b[i]));
          return least;
        });
    System.out.printf(
        Locale.ROOT, "  %-12s %8.2f s%n", kind, Arrays.stream(nanos).sum() / NANOS_A_SECOND);
  }

  private void report() {
    ratio("s3 again", "local");
    ratio("s3 first", "local");
    if (passes.containsKey("trino first")) {
      ratio("s3 first", "trino first");
      ratio("s3 again", "trino again");
    }
  }

  private void ratio(String kind, String base) {
    long[] times = passes.get(kind);
    long[] others = passes.get(base);
    if (times == null || others == null) {
      return;
    }
    double logs = 0;
    for (int i = 0; i < times.length; i++) {
      logs += Math.log((double) times[i] / others[i]);
    }
    System.out.printf(
        Locale.ROOT,
        "%s to %s: sum %.2f, geometric mean %.2f%n",
        kind,
        base,
        (double) Arrays.stream(times).sum() / Arrays.stream(others).sum(),
        Math.exp(logs / times.length));
  }
}
