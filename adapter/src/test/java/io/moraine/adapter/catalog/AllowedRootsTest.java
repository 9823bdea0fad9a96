/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowedRootsTest {
  @TempDir Path folder;
  private Path root;
  private AllowedRoots roots;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    roots = AllowedRoots.of(List.of(root.toString(), "s3://bucket/wh/"));
  }

  @Test
  void localLocationsInsideAreAllowedHoweverTheyAreSpelled() {
    assertThat(roots.allows(root.toString())).isTrue();
    assertThat(roots.allows(root + "/db/t")).isTrue();
    assertThat(roots.allows("file:" + root + "/db/t")).isTrue();
    assertThat(roots.allows("file://" + root + "//db/./t/")).isTrue();
    assertThat(roots.allows("file://localhost" + root + "/a b%20#é")).isTrue();
  }

  @Test
  void locationsOutsideAreNot() {
    assertThat(roots.allows(folder.toString())).isFalse();
    assertThat(roots.allows(folder + "/rooted")).isFalse();
    assertThat(roots.allows("/etc")).isFalse();
    assertThat(roots.allows("relative")).isFalse();
    assertThat(roots.allows("file://elsewhere" + root)).isFalse();
    assertThat(roots.allows("hdfs://h" + root)).isFalse();
    assertThat(roots.allows(root + "/a\0b")).isFalse();
  }

  @Test
  void parentSegmentsAreNeverAllowed() {
    assertThat(roots.allows(root + "/a/../b")).isFalse();
    assertThat(roots.allows(root + "/..")).isFalse();
    assertThat(roots.allows(root + "/a\\..\\b")).isFalse();
    assertThat(roots.allows("s3://bucket/wh/../x")).isFalse();
    assertThat(AllowedRoots.of(List.of()).allows("s3://any/../x")).isFalse();
    assertThat(roots.allows(root + "/a..b")).isTrue();
  }

  @Test
  void symbolicLinksAreFollowed() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("link"), outside);
    Files.createSymbolicLink(root.resolve("dangling"), folder.resolve("nothing"));
    Files.createSymbolicLink(root.resolve("inner"), Files.createDirectory(root.resolve("real")));
    Files.createSymbolicLink(folder.resolve("alias"), root);
    assertThat(roots.allows(root + "/link/t")).isFalse();
    assertThat(roots.allows(root + "/dangling")).isFalse();
    assertThat(roots.allows(root + "/dangling/t")).isFalse();
    assertThat(roots.allows(root + "/inner/t")).isTrue();
    assertThat(roots.allows(folder + "/alias/t")).isTrue();
    AllowedRoots alias = AllowedRoots.of(List.of(folder + "/alias"));
    assertThat(alias.allows(root + "/t")).isTrue();
    assertThat(alias.localDirectories()).contains(folder.resolve("alias"), root.toRealPath());
  }

  @Test
  void objectStoresCompareBySchemeBucketAndFolder() {
    assertThat(roots.allows("s3://bucket/wh")).isTrue();
    assertThat(roots.allows("S3A://bucket/wh/db/t")).isTrue();
    assertThat(roots.allows("s3://bucket/whatever")).isFalse();
    assertThat(roots.allows("s3a://bucket/wh/a#b/c")).isFalse();
    assertThat(roots.refusal("s3://bucket/wh/a?b")).contains("'?'");
    assertThat(roots.allows("s3://other/wh/t")).isFalse();
    assertThat(roots.allows("gs://bucket/wh/t")).isFalse();
  }

  @Test
  void withoutRootsAnythingAbsoluteIsAllowed() {
    AllowedRoots none = AllowedRoots.of(List.of());
    assertThat(none.unrestricted()).isTrue();
    assertThat(none.localDirectories()).isEmpty();
    assertThat(none.allows("s3://any/x")).isTrue();
    assertThat(none.allows("/any")).isTrue();
    assertThat(none.allows("any")).isFalse();
  }

  @Test
  void aRefusalNamesWhatAndWhereAndTheOperand() {
    assertThatThrownBy(() -> roots.requireAllowed("/etc/x", "location of table lake.db.t"))
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
        .hasMessageContainingAll(
            "The location of table lake.db.t may not be '/etc/x'", root.toString(), "'roots'");
    assertThatThrownBy(
            () ->
                roots.requireAllowedProperties(Map.of("write.data.path", root + "/../x"), "l.d.t"))
        .hasMessageContainingAll("property 'write.data.path' of table l.d.t", "'..' segment");
  }
}
