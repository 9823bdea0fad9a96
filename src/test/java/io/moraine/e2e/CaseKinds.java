/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.util.Map;
import java.util.Optional;

/** The public cases that {@link CasesTest} does not run as they are, and why. */
final class CaseKinds {
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("K09", "its checks are prose: ValueMatrixTest and PreparedTest"),
          Map.entry("K11", "needs time travel and ALTER TABLE"),
          Map.entry("K17", "its set-up is prose: ReadingKindsTest"),
          Map.entry("K19", "its set-up needs ALTER TABLE: ReadingKindsTest evolves by the library"),
          Map.entry("K23", "its checks are prose: MetadataTest"),
          Map.entry("K25", "its set-up is prose: NestedColumnsTest and iq/nested"),
          Map.entry("K27", "needs UPDATE, DELETE and MERGE"),
          Map.entry("K31", "needs row-level deletes"),
          Map.entry("K33", "needs row-level deletes: ReadingKindsTest counts without them"),
          Map.entry("K35", "needs UPDATE and DELETE"),
          Map.entry("K41", "its checks are prose: WideAndLargeTest"),
          Map.entry("K43", "its set-up needs the library: NestedColumnsTest"),
          Map.entry("K45", "its checks are prose: AppendCommitTest"),
          Map.entry("K47", "its checks are prose: MetadataTest has its patterns"),
          Map.entry("K53", "needs DELETE and UPDATE"),
          Map.entry("K55", "needs branches, and evolution of the partition spec"),
          Map.entry("K57", "its set-up is prose: FilterPropertyTest partitions by every transform"),
          Map.entry("K59", "its checks are prose: WideAndLargeTest"),
          Map.entry("K61", "its set-up is prose: sql.md says which window functions there are"),
          Map.entry("K63", "its files are read by SharedTablesTest, where it can"),
          Map.entry("K65", "needs ORC and Avro: SharedTablesTest sees them refused"),
          Map.entry("K67", "needs registered tables and PURGE"));

  private CaseKinds() {}

  /** Why a case is not run; empty if it is. */
  static Optional<String> reason(String id) {
    return Optional.ofNullable(REASONS.get(id));
  }
}
