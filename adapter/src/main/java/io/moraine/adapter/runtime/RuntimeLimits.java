/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime of this process may use: one budget for all connections, fixed when the first
 * statement runs.
 *
 * @param engineBytes the memory of all engines together
 * @param arrowBytes the memory of the batches on their way from an engine to their reader
 * @param spillBytes the space for what does not fit into memory; empty for 90 % of what is free
 * @param statements how many statements run at a time
 * @param patience how long one more waits
 */
public record RuntimeLimits(
    long engineBytes, long arrowBytes, OptionalLong spillBytes, int statements, Duration patience) {
  /** The memory of the process, all in all. */
  static final String MEMORY = "moraine.memory";

  static final String SPILL = "moraine.spill";
  static final String STATEMENTS = "moraine.statements";
  static final String PATIENCE = "moraine.statement-wait-seconds";

  private static final long LEAST_MEMORY = 128L << 20;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([KMGT]?)I?B?");

  /** The one that counts: what a connection asked for, or the system properties say. */
  private static final class Choice {
    static final Choice OF_PROCESS = new Choice();

    private @Nullable String asked;
    private @Nullable RuntimeLimits limits;

    synchronized RuntimeLimits limits() {
      RuntimeLimits known = limits;
      if (known == null) {
        known = of(asked == null ? System.getProperty(MEMORY) : asked, machineBytes());
        limits = known;
      }
      return known;
    }

    synchronized void ask(String memory) {
      if (limits == null && asked == null) {
        asked = memory;
      } else if (limits == null
          ? bytes("memory", String.valueOf(asked)) != bytes("memory", memory)
          : !limits.equals(of(memory, machineBytes()))) {
        throw new MoraineException(
            ErrorCode.INVALID_CONFIGURATION,
            "Cannot set memory to '"
                + memory
                + "': an earlier connection of this process has fixed it"
                + (asked == null ? "" : " at '" + asked + "'")
                + "; give all connections the same value, or none");
      }
    }
  }

  /** The limits of this process. */
  static RuntimeLimits ofProcess() {
    return Choice.OF_PROCESS.limits();
  }

  /**
   * Fixes the memory of this process, as {@code 8GB}, before its first statement.
   *
   * @throws MoraineException INVALID_CONFIGURATION if it is no size, or if it was fixed before at
   *     another value
   */
  public static void memory(String size) {
    requireEnough("memory", size);
    Choice.OF_PROCESS.ask(size);
  }

  /** The limits by the system properties and the memory of the machine. */
  static RuntimeLimits of(@Nullable String memory, long machineBytes) {
    String spill = System.getProperty(SPILL);
    int processors = Runtime.getRuntime().availableProcessors();
    long given = memory == null ? machineBytes : requireEnough(MEMORY, memory);
    // Where nobody said how much, the heap may have been given more than its half.
    long beside = memory == null ? Math.max(0, given - Runtime.getRuntime().maxMemory()) : given;
    long engine = Math.max(LEAST_MEMORY / 4, Math.min(given / 10 * 4, beside / 10 * 8));
    return new RuntimeLimits(
        engine,
        engine / 4,
        spill == null ? OptionalLong.empty() : OptionalLong.of(bytes(SPILL, spill)),
        number(STATEMENTS, Math.max(16, 4 * processors)),
        Duration.ofSeconds(number(PATIENCE, 60)));
  }

  private static long machineBytes() {
    // The JVM answers for its container.
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 2 * Runtime.getRuntime().maxMemory();
  }

  private static int number(String property, int standard) {
    String text = System.getProperty(property);
    if (text == null) {
      return standard;
    }
    if (!text.strip().matches("0*[1-9]\\d{0,8}")) {
      throw invalid(property, text, "a whole number from 1 to 999999999");
    }
    return Integer.parseInt(text.strip());
  }

  private static long requireEnough(String name, String size) {
    long bytes = bytes(name, size);
    if (bytes < LEAST_MEMORY) {
      throw invalid(name, size, "at least 128MB");
    }
    return bytes;
  }

  private static long bytes(String name, String size) {
    Matcher matcher = SIZE.matcher(size.strip().toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw invalid(name, size, "a size such as 512MB or 8GB");
    }
    int exponent = matcher.group(2).isEmpty() ? 0 : 1 + "KMGT".indexOf(matcher.group(2));
    BigInteger bytes = new BigInteger(matcher.group(1)).shiftLeft(10 * exponent);
    if (bytes.bitLength() > 62) {
      throw invalid(name, size, "a size such as 512MB or 8GB");
    }
    return bytes.longValueExact();
  }

  private static MoraineException invalid(String name, String value, String wanted) {
    return new MoraineException(
        ErrorCode.INVALID_CONFIGURATION, "'" + name + "' is '" + value + "', not " + wanted);
  }
}
