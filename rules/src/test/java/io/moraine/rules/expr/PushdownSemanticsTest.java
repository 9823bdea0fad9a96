/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.rules.type.MoraineTypeSystem;
import io.moraine.rules.type.TypeMapping;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.Projections;
import org.apache.iceberg.expressions.ResidualEvaluator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random predicates: what Iceberg makes of the translation against SQL evaluated row by row. */
class PushdownSemanticsTest {
  /** Zones whose clocks are set back at 3, at midnight and, once, by a day; and one without. */
  private static final List<ZoneId> ZONES =
      Stream.of(
              "Europe/Warsaw", "America/Sao_Paulo", "America/St_Johns", "Pacific/Kwajalein", "UTC")
          .map(ZoneId::of)
          .toList();

  private static final int PREDICATES = 1_500;

  private final RexBuilder rex =
      new RexBuilder(new JavaTypeFactoryImpl(MoraineTypeSystem.INSTANCE));
  private final RelDataType rowType =
      TypeMapping.rowType(rex.getTypeFactory(), RandomPredicates.SCHEMA);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void translationAgreesWithSqlOnEveryRowFileAndPartition(long fixedSeed) {
    run(fixedSeed);
  }

  @Test
  void translationAgreesWithSqlForAnotherSeedInEveryRun() {
    run(System.nanoTime());
  }

  private void run(long seed) {
    ZONES.forEach(zone -> run(seed, zone));
  }

  private void run(long seed, ZoneId zone) {
    Random random = new Random(seed);
    PredicateTranslator translator =
        new PredicateTranslator(RandomPredicates.SCHEMA, ParameterValues.UNBOUND, zone);
    RandomPredicates source = new RandomPredicates(random, rex, rowType);
    Map<Exactness, Integer> counts = new EnumMap<>(Exactness.class);
    for (int i = 0; i < PREDICATES; i++) {
      RexNode predicate = source.predicate(3);
      Pushdown pushdown = translator.translate(predicate);
      counts.merge(pushdown.exactness(), 1, Integer::sum);
      String context =
          "seed %d, zone %s, predicate %s, pushed as %s".formatted(seed, zone, predicate, pushdown);
      List<Object[]> rows = new ArrayList<>();
      for (int r = 0; r < 6; r++) {
        rows.add(source.row());
      }
      Checked checked = new Checked(predicate, pushdown, zone, context);
      checkRows(checked, rows);
      checkFile(checked, rows.subList(0, 1 + random.nextInt(rows.size())), random);
      checkPartitions(checked, rows, random);
    }
    assertThat(counts.get(Exactness.EXACT)).as("seed %d", seed).isGreaterThan(PREDICATES / 3);
    assertThat(counts).as("seed %d", seed).containsOnlyKeys(Exactness.values());
  }

  private record Checked(RexNode predicate, Pushdown pushdown, ZoneId zone, String context) {}

  private boolean matches(Checked checked, Object[] row) {
    return new ReferenceSql(rex, checked.zone(), row).isTrue(checked.predicate());
  }

  private void checkRows(Checked checked, List<Object[]> rows) {
    Pushdown pushdown = checked.pushdown();
    Evaluator evaluator = new Evaluator(RandomPredicates.SCHEMA.asStruct(), pushdown.expression());
    for (Object[] row : rows) {
      IcebergRow data = new IcebergRow(row);
      boolean expected = matches(checked, row);
      boolean actual = evaluator.eval(data);
      String at = checked.context() + " on " + data;
      if (pushdown.exactness() == Exactness.EXACT) {
        assertThat(actual).as(at).isEqualTo(expected);
      } else {
        assertThat(actual || !expected).as(at).isTrue();
      }
    }
  }

  private void checkFile(Checked checked, List<Object[]> rows, Random random) {
    boolean mustRead = rows.stream().anyMatch(row -> matches(checked, row));
    boolean read =
        new InclusiveMetricsEvaluator(RandomPredicates.SCHEMA, checked.pushdown().expression())
            .eval(FileMetrics.of(rows, random));
    assertThat(read || !mustRead)
        .as("%s, file of %s", checked.context(), rows.stream().map(IcebergRow::new).toList())
        .isTrue();
  }

  private void checkPartitions(Checked checked, List<Object[]> rows, Random random) {
    Pushdown pushdown = checked.pushdown();
    PartitionSpec spec = spec(random);
    Evaluator partitions =
        new Evaluator(
            spec.partitionType(), Projections.inclusive(spec).project(pushdown.expression()));
    ResidualEvaluator residuals = ResidualEvaluator.of(spec, pushdown.expression(), true);
    for (Object[] row : rows) {
      PartitionKey key = new PartitionKey(spec, RandomPredicates.SCHEMA);
      key.partition(new IcebergRow(row));
      boolean expected = matches(checked, row);
      String at = "%s in partition %s of %s".formatted(checked.context(), key, spec);
      assertThat(partitions.eval(key) || !expected).as(at).isTrue();
      Expression.Operation residual = residuals.residualFor(key).op();
      if (residual == Expression.Operation.FALSE) {
        assertThat(expected).as(at).isFalse();
      }
      if (residual == Expression.Operation.TRUE && pushdown.exactness() == Exactness.EXACT) {
        assertThat(expected).as(at).isTrue();
      }
    }
  }

  private static PartitionSpec spec(Random random) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(RandomPredicates.SCHEMA);
    return switch (random.nextInt(4)) {
      case 0 -> spec.identity("i").identity("d").identity("s").identity("ts").build();
      case 1 -> spec.bucket("i", 4).bucket("n", 4).bucket("s", 4).bucket("y", 4).build();
      case 2 -> spec.truncate("l", 2).truncate("n", 50).truncate("s", 1).day("ts").build();
      default -> spec.identity("f").identity("b").hour("tz").year("dt").identity("n").build();
    };
  }
}
