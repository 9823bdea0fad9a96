/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;

/**
 * An aggregate that metadata may answer. Whether it does is decided when a statement is executed,
 * from the files that planning finds; over those that cannot answer exactly, the aggregate runs as
 * it was written.
 */
public final class IcebergAggregate extends AbstractRelNode {
  private final Aggregate written;
  private final IcebergScan scan;
  private final List<MetadataAggregate> aggregates;

  IcebergAggregate(Aggregate written, IcebergScan scan, List<MetadataAggregate> aggregates) {
    super(written.getCluster(), written.getCluster().traitSetOf(MoraineConvention.INSTANCE));
    this.written = written;
    this.scan = scan;
    this.aggregates = List.copyOf(aggregates);
  }

  /** The aggregate as it was written, over {@link #scan()}. */
  public Aggregate written() {
    return written;
  }

  /** The scan below the aggregate, with the filter that its files are planned with. */
  public IcebergScan scan() {
    return scan;
  }

  /** One metadata aggregate a column of the result. */
  public List<MetadataAggregate> aggregates() {
    return aggregates;
  }

  /** The positions, in the table, of the columns that it groups by or is about. */
  public List<Integer> columns() {
    return aggregates.stream()
        .map(MetadataAggregate::column)
        .filter(column -> column >= 0)
        .toList();
  }

  @Override
  protected RelDataType deriveRowType() {
    return DistinctNames.of(getCluster().getTypeFactory(), written.getRowType());
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return this;
  }

  @Override
  public RelWriter explainTerms(RelWriter pw) {
    scan.explainTerms(super.explainTerms(pw));
    return pw.item(
        "aggregates", aggregates.stream().map(this::printed).collect(Collectors.toList()));
  }

  private String printed(MetadataAggregate aggregate) {
    return switch (aggregate.kind()) {
      case COUNT_ROWS -> "COUNT(*)";
      default ->
          aggregate.kind()
              + "("
              + scan.getTable().getRowType().getFieldNames().get(aggregate.column())
              + ")";
    };
  }
}
