/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.function.Function;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/** The one configuration of our rules: a record in place of generated code. */
record RuleConfig(
    RelBuilderFactory relBuilderFactory,
    @Nullable String description,
    RelRule.OperandTransform operandSupplier,
    Function<RuleConfig, RelOptRule> factory)
    implements RelRule.Config {

  static RuleConfig of(
      String description,
      RelRule.OperandTransform operands,
      Function<RuleConfig, RelOptRule> factory) {
    return new RuleConfig(RelFactories.LOGICAL_BUILDER, description, operands, factory);
  }

  @Override
  public RelOptRule toRule() {
    return factory.apply(this);
  }

  @Override
  public RuleConfig withRelBuilderFactory(RelBuilderFactory newFactory) {
    return new RuleConfig(newFactory, description, operandSupplier, factory);
  }

  @Override
  public RuleConfig withDescription(@Nullable String newDescription) {
    return new RuleConfig(relBuilderFactory, newDescription, operandSupplier, factory);
  }

  @Override
  public RuleConfig withOperandSupplier(RelRule.OperandTransform transform) {
    return new RuleConfig(relBuilderFactory, description, transform, factory);
  }
}
