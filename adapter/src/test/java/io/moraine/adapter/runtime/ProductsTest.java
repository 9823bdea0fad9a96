/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.rules.type.MoraineTypeSystem;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.Frameworks;
import org.apache.calcite.tools.RelBuilder;
import org.junit.jupiter.api.Test;

final class ProductsTest {
  private static final String WIDE = "AS DECIMAL(19, 2))";

  private final RelBuilder builder =
      RelBuilder.create(
          Frameworks.newConfigBuilder().typeSystem(MoraineTypeSystem.INSTANCE).build());

  /** The product of two columns of so many digits each. */
  private RelBuilder product(int digits) {
    RelDataType type = builder.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, digits, 2);
    BigDecimal value = new BigDecimal("1.25");
    builder.values(
        List.of(
            List.of(
                builder.getRexBuilder().makeExactLiteral(value, type),
                builder.getRexBuilder().makeExactLiteral(value, type))),
        builder.getTypeFactory().builder().add("a", type).add("b", type).build());
    return builder.project(
        List.of(builder.call(SqlStdOperatorTable.MULTIPLY, builder.field("a"), builder.field("b"))),
        List.of("p"));
  }

  private RelBuilder sum(int digits) {
    return product(digits).aggregate(builder.groupKey(), builder.sum(builder.field("p")).as("s"));
  }

  private RelNode union(RelNode first, RelNode second) {
    return builder.push(first).push(second).union(true).build();
  }

  private static List<String> texts(RelNode tree) {
    return SqlGenerator.generate(tree).bodies().stream()
        .map(body -> String.join("?", body.pieces()))
        .toList();
  }

  @Test
  void belowAnAggregateTheFastProductIsTriedFirst() {
    List<String> texts = texts(sum(14).build());
    assertThat(texts).hasSize(2);
    assertThat(texts.get(0)).doesNotContain(WIDE);
    assertThat(texts.get(1)).contains(WIDE);
  }

  @Test
  void aSumOfFastProductsNeedsNoGuard() {
    List<String> texts = texts(sum(12).build());
    assertThat(texts.get(0)).contains("SUM(CAST(").doesNotContain("moraine_counted_sum");
    assertThat(texts.get(1)).contains("moraine_counted_sum(").doesNotContain("DECIMAL(18");
    texts = texts(sum(18).build());
    assertThat(texts).hasSizeGreaterThan(2);
    assertThat(texts.get(0)).doesNotContain("moraine_sum");
    assertThat(texts.get(1)).contains("moraine_sum(");
  }

  @Test
  void productsThatFitOrAreWideAreWrittenAsTheyAre() {
    assertThat(texts(sum(9).build())).singleElement().asString().doesNotContain(WIDE);
    assertThat(texts(sum(20).build())).isNotEmpty().noneMatch(text -> text.contains(WIDE));
  }

  @Test
  void rowsThatMayBeReadBeforeAProductFailsAreWide() {
    assertThat(texts(product(15).build())).singleElement().asString().contains(WIDE);
    assertThat(texts(union(sum(14).build(), sum(13).build())))
        .singleElement()
        .asString()
        .contains(WIDE);
  }
}
