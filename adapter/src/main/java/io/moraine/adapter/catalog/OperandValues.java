/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the values of operands into texts, with {@code ${ENV:NAME}} replaced; notes what fails. */
final class OperandValues {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");
  private static final String ENVIRONMENT = "ENV:";

  private final Problems problems;
  private final UnaryOperator<@Nullable String> environment;

  OperandValues(Problems problems, UnaryOperator<@Nullable String> environment) {
    this.problems = problems;
    this.environment = environment;
  }

  /** A text, number or boolean as text. */
  Optional<String> text(String key, @Nullable Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      String text = value.toString();
      if (text.isBlank()) {
        problems.add("operand '" + key + "' is empty");
        return Optional.empty();
      }
      if (text.indexOf('\0') >= 0) {
        problems.add("operand '" + key + "' has a NUL character");
        return Optional.empty();
      }
      return replaceVariables(key, text);
    }
    problems.add("operand '" + key + "' must be a text, but is " + kind(value));
    return Optional.empty();
  }

  /** An array of texts, or one text with commas. */
  List<String> list(String key, @Nullable Object value) {
    if (value instanceof Iterable<?> elements) {
      List<String> texts = new ArrayList<>();
      elements.forEach(element -> text(key, element).ifPresent(texts::add));
      return texts;
    }
    return text(key, value).stream()
        .flatMap(text -> Arrays.stream(text.split(",")))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /** An object whose values are texts. */
  Map<String, String> object(String key, @Nullable Object value) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> entries) {
      entries.forEach(
          (name, element) ->
              text(key + "." + name, element).ifPresent(text -> texts.put("" + name, text)));
    } else {
      problems.add("operand '" + key + "' must be an object, but is " + kind(value));
    }
    return texts;
  }

  private Optional<String> replaceVariables(String key, String text) {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder replaced = new StringBuilder();
    boolean complete = true;
    while (matcher.find()) {
      String variable = matcher.group(1);
      if (!variable.startsWith(ENVIRONMENT)) {
        problems.add("operand '" + key + "' uses '${" + variable + "}'; only ${ENV:NAME} is known");
        complete = false;
        continue;
      }
      String name = variable.substring(ENVIRONMENT.length());
      String found = environment.apply(name);
      if (found == null) {
        problems.add(
            "operand '"
                + key
                + "' needs the environment variable '"
                + name
                + "', which is not set");
        complete = false;
        continue;
      }
      matcher.appendReplacement(replaced, Matcher.quoteReplacement(found));
    }
    return complete ? Optional.of(matcher.appendTail(replaced).toString()) : Optional.empty();
  }

  private static String kind(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Map) {
      return "an object";
    }
    return value instanceof Iterable ? "an array" : "a " + value.getClass().getSimpleName();
  }
}
