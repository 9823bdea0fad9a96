/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.launcher.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the server's settings: defaults, then the file, then the arguments. {@code ${ENV:NAME}} in
 * the file stands for an environment variable. All problems are collected before any is reported.
 */
public final class ConfigLoader {
  private static final Set<String> KEYS =
      Set.of(
          "host",
          "port",
          "model",
          "warehouse",
          "timestamps",
          "max-request-bytes",
          "max-connections",
          "connection-idle-minutes",
          "max-statements",
          "statement-timeout-seconds",
          "memory",
          "warm-up");
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1", "[::1]");
  private static final Set<String> TIMESTAMPS = Set.of("millis", "text", "exact");
  private static final Pattern ENV = Pattern.compile("\\$\\{ENV:([A-Za-z_][A-Za-z0-9_]*)}");

  private final Function<String, @Nullable String> environment;
  private final List<String> problems = new ArrayList<>();

  /** A loader that looks up environment variables through {@code environment}. */
  public ConfigLoader(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /**
   * The settings of {@code file}, if any, overridden by {@code arguments} (the same keys).
   *
   * @throws ConfigException with every problem found
   */
  public ServerConfig load(@Nullable Path file, Map<String, String> arguments) {
    Map<String, String> settings = new TreeMap<>();
    if (file != null) {
      settings.putAll(read(file));
    }
    if (arguments.containsKey("model") || arguments.containsKey("warehouse")) {
      settings.remove("model");
      settings.remove("warehouse");
    }
    settings.putAll(arguments);
    for (String key : settings.keySet()) {
      if (!KEYS.contains(key)) {
        problems.add(key + ": unknown setting");
      }
    }
    ServerConfig config =
        new ServerConfig(endpoint(settings), host(settings), port(settings), limits(settings));
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return config;
  }

  private Endpoint endpoint(Map<String, String> settings) {
    try {
      Endpoint endpoint =
          Endpoint.of(null, path(settings.get("model")), path(settings.get("warehouse")));
      String memory = settings.get("memory");
      // The driver knows what a size is.
      Endpoint limited = memory == null ? endpoint : endpoint.with(Map.of("memory", memory));
      return isWarmedUp(settings) ? limited.staying() : limited;
    } catch (ConfigException e) {
      problems.addAll(e.problems());
      return Endpoint.ofWarehouse(Endpoint.home());
    }
  }

  private boolean isWarmedUp(Map<String, String> settings) {
    String value = settings.getOrDefault("warm-up", "true");
    if (!value.equals("true") && !value.equals("false")) {
      problems.add("warm-up: must be true or false");
    }
    return value.equals("true");
  }

  private static @Nullable Path path(@Nullable String text) {
    return text == null ? null : Path.of(text);
  }

  private String host(Map<String, String> settings) {
    String host = settings.getOrDefault("host", ServerConfig.DEFAULT_HOST);
    if (!LOOPBACK.contains(host)) {
      problems.add(
          "host: "
              + host
              + " is not a loopback address; without authentication the server listens on 127.0.0.1,"
              + " localhost or ::1 only");
    }
    return host;
  }

  private int port(Map<String, String> settings) {
    return number(settings, "port", ServerConfig.DEFAULT_PORT, 0, 65535);
  }

  private ServerConfig.Limits limits(Map<String, String> settings) {
    ServerConfig.Limits standard = ServerConfig.Limits.DEFAULT;
    String timestamps = settings.getOrDefault("timestamps", standard.timestamps());
    if (!TIMESTAMPS.contains(timestamps)) {
      problems.add("timestamps: must be millis, text or exact");
    }
    int most = Integer.MAX_VALUE;
    return new ServerConfig.Limits(
        number(settings, "max-request-bytes", standard.maxRequestBytes(), 1024, most),
        number(settings, "max-connections", standard.maxConnections(), 1, most),
        Duration.ofMinutes(
            number(
                settings,
                "connection-idle-minutes",
                Math.toIntExact(standard.connectionIdle().toMinutes()),
                1,
                most)),
        number(settings, "max-statements", standard.maxStatements(), 1, most),
        Duration.ofSeconds(number(settings, "statement-timeout-seconds", 0, 0, most)),
        timestamps);
  }

  private int number(Map<String, String> settings, String key, int standard, int least, int most) {
    String text = settings.get(key);
    if (text == null) {
      return standard;
    }
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number out of range is.
    }
    problems.add(key + ": must be a whole number from " + least + " to " + most);
    return standard;
  }

  private Map<String, String> read(Path file) {
    Map<String, String> raw = new TreeMap<>();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      if (file.toString().endsWith(".json")) {
        readJson(reader, file, raw);
      } else {
        Properties properties = new Properties();
        properties.load(reader);
        properties.stringPropertyNames().forEach(k -> raw.put(k, properties.getProperty(k)));
      }
    } catch (JsonProcessingException e) {
      problems.add("config: " + file + " is not JSON");
    } catch (IOException | IllegalArgumentException e) {
      problems.add("config: cannot read " + file);
    }
    raw.replaceAll(this::expand);
    return raw;
  }

  private void readJson(Reader reader, Path file, Map<String, String> into) throws IOException {
    JsonNode root = new ObjectMapper().readTree(reader);
    if (!root.isObject()) {
      problems.add("config: " + file + " must hold one JSON object");
      return;
    }
    root.properties()
        .forEach(
            entry -> {
              if (entry.getValue().isValueNode() && !entry.getValue().isNull()) {
                into.put(entry.getKey(), entry.getValue().asText());
              } else {
                problems.add(entry.getKey() + ": must be a text or a number");
              }
            });
  }

  private String expand(String key, String value) {
    Matcher matcher = ENV.matcher(value);
    return matcher.replaceAll(
        found -> {
          String replacement = environment.apply(found.group(1));
          if (replacement == null) {
            problems.add(key + ": the environment variable " + found.group(1) + " is not set");
            return "";
          }
          return Matcher.quoteReplacement(replacement);
        });
  }
}
