/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Somebody who fetches rows, and how long it took. */
final class Contender implements AutoCloseable {
  private static final double GIGA = 1e9;

  private final String name;
  private final JavaProcess client;
  private final @Nullable JavaProcess server;
  private final List<Double> rowsASecond = new ArrayList<>();
  private final List<Double> clientCpu = new ArrayList<>();
  private final List<Double> serverCpu = new ArrayList<>();

  private Contender(String name, JavaProcess client, @Nullable JavaProcess server) {
    this.name = name;
    this.client = client;
    this.server = server;
  }

  /**
   * Starts a client.
   *
   * @param server the process whose processor time counts as the server's, or null; not closed here
   */
  static Contender start(
      String name,
      @Nullable JavaProcess server,
      String url,
      String sql,
      long limit,
      String... properties)
      throws IOException {
    List<String> arguments =
        Stream.concat(Stream.of(url, sql, Long.toString(limit)), Stream.of(properties)).toList();
    JavaProcess client = JavaProcess.start(FetchWorker.class.getName(), arguments);
    client.answer(FetchWorker.ANSWER);
    return new Contender(name, client, server);
  }

  /** The number of rows and a hash of all values. */
  String check() throws IOException {
    client.ask("check");
    return client.answer(FetchWorker.ANSWER);
  }

  /** Fetches once; only what is {@code counted} goes into the report. */
  void run(boolean counted) throws IOException {
    double before = server == null ? 0 : server.cpu().toNanos() / GIGA;
    client.ask("run");
    String[] answer = client.answer(FetchWorker.ANSWER).split(" ");
    double after = server == null ? 0 : server.cpu().toNanos() / GIGA;
    double rows = Double.parseDouble(answer[0]);
    if (counted) {
      rowsASecond.add(rows * GIGA / Double.parseDouble(answer[1]));
      clientCpu.add(Double.parseDouble(answer[2]) / rows / 1e3);
      serverCpu.add((after - before) / rows * 1e6);
    }
  }

  /** Its medians, and how they compare with those of {@code base}. */
  String report(Contender base) {
    return String.format(
        Locale.ROOT,
        "%-28s %10.0f rows/s (%5.2f x)   client %6.3f us/row (%5.2f x)   server %6.3f us/row%s",
        name,
        median(rowsASecond),
        median(rowsASecond) / median(base.rowsASecond),
        median(clientCpu),
        median(clientCpu) / median(base.clientCpu),
        median(serverCpu),
        base.server == null
            ? ""
            : String.format(Locale.ROOT, " (%5.2f x)", median(serverCpu) / median(base.serverCpu)));
  }

  String name() {
    return name;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
