/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import io.moraine.rules.IcebergAggregate;
import io.moraine.rules.IcebergScan;
import io.moraine.rules.IcebergTarget;

/** A named place in generated SQL that is bound to files when a statement is executed. */
public sealed interface Leaf {
  /** The name under which the generated SQL reads it. */
  String name();

  /** The scan that it stands for. */
  IcebergScan scan();

  /** The table that it reads. */
  default IcebergTarget target() {
    return scan().target();
  }

  /** A scan. */
  record ScanLeaf(String name, IcebergScan scan) implements Leaf {}

  /**
   * A global aggregate that metadata may answer.
   *
   * @param written the same aggregate over a scan leaf, for when metadata cannot answer
   */
  record AggregateLeaf(String name, IcebergAggregate aggregate, GeneratedSql written)
      implements Leaf {
    @Override
    public IcebergScan scan() {
      return aggregate.scan();
    }
  }
}
