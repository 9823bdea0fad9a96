/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The operands of one table in a model: those of its catalog, and {@code namespace} (a text with
 * dots, or an array of levels) and {@code table}.
 *
 * @param catalog the catalog that has the table
 * @param table the table in that catalog
 */
public record TableOperands(CatalogConfig catalog, TableIdentifier table) {
  private static final String NAMESPACE = "namespace";
  private static final String TABLE = "table";

  /**
   * Reads the operands of a table.
   *
   * @param name the table's name in the model, which names its catalog in messages and is the
   *     default of {@code table}
   * @throws io.moraine.rules.error.MoraineException INVALID_CONFIGURATION that lists every problem
   */
  public static TableOperands fromOperands(String name, Map<String, ?> operands) {
    Problems problems = new Problems("table '" + name + "'");
    CatalogOperands reader = new CatalogOperands(problems, System::getenv, operands);
    Map<String, Object> ofCatalog = new HashMap<>(operands);
    ofCatalog.keySet().removeAll(List.of(NAMESPACE, TABLE));
    CatalogConfig catalog = reader.catalog(name, ofCatalog);
    Namespace namespace = namespace(reader.values(), operands, problems);
    Optional<String> table =
        operands.containsKey(TABLE)
            ? reader.values().text(TABLE, operands.get(TABLE))
            : Optional.of(name);
    problems.throwIfAny();
    return new TableOperands(catalog, TableIdentifier.of(namespace, table.orElseThrow()));
  }

  private static Namespace namespace(
      OperandValues values, Map<String, ?> operands, Problems problems) {
    Object given = operands.get(NAMESPACE);
    if (given instanceof Iterable<?>) {
      return Namespace.of(values.list(NAMESPACE, given).toArray(String[]::new));
    }
    if (!operands.containsKey(NAMESPACE)) {
      problems.add("operand 'namespace' is missing");
      return Namespace.empty();
    }
    return values
        .text(NAMESPACE, given)
        .map(text -> Namespace.of(text.split("\\.", -1)))
        .orElse(Namespace.empty());
  }
}
