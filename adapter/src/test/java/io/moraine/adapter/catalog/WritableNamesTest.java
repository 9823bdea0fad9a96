/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WritableNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {".", "..", "a..b", "a/b", "a\\b", "../../x", "a\0b", "a\nb", " a", "a\u00a0"})
  void namesThatCouldLeaveTheirFolderAreRefused(String name) {
    assertInvalid(() -> WritableNames.requireWritable(TableIdentifier.of("db", name)));
    // Iceberg itself refuses a NUL in a namespace, and an empty table name.
    if (name.indexOf('\0') < 0) {
      assertInvalid(() -> WritableNames.requireWritable(Namespace.of("db", name)));
      assertInvalid(() -> WritableNames.requireWritable(TableIdentifier.of(name, "t")));
    }
  }

  @Test
  void namesAreLimitedByTheirBytes() {
    WritableNames.requireWritable(TableIdentifier.of("db", "ż".repeat(127)));
    assertInvalid(() -> WritableNames.requireWritable(TableIdentifier.of("db", "ż".repeat(128))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t", "a b", "żółw 🐢", "a.b", "a%2e", "#", "a$b", "CON"})
  void otherNamesAreFine(String name) {
    WritableNames.requireWritable(TableIdentifier.of("db", name));
  }

  @Test
  void namesOfMetadataTablesAreTaken() {
    assertInvalid(() -> WritableNames.requireWritable(TableIdentifier.of("db", "t$Snapshots")));
  }

  @Test
  void aDotInALevelIsNoPartOfANewNamespace() {
    assertInvalid(() -> WritableNames.requireWritable(Namespace.of("a.b")));
    assertInvalid(() -> WritableNames.requireWritable(Namespace.empty()));
  }

  private static void assertInvalid(Runnable check) {
    assertThatThrownBy(check::run)
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_NAME))
        .hasMessageContainingAll("A new ", " cannot be called '", "; choose another name");
  }
}
