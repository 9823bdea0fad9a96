/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.rules.expr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LikePatternTest {
  @Test
  void prefixEndsAtTheFirstWildcard() {
    assertThat(LikePattern.of("a%b")).contains(new LikePattern("a", LikePattern.Rest.PATTERN));
    assertThat(LikePattern.of("a_%")).contains(new LikePattern("a", LikePattern.Rest.PATTERN));
    assertThat(LikePattern.of("a%%")).contains(new LikePattern("a", LikePattern.Rest.ANYTHING));
    assertThat(LikePattern.of("ab")).contains(new LikePattern("ab", LikePattern.Rest.NOTHING));
  }

  @Test
  void escapedWildcardsBelongToThePrefix() {
    assertThat(LikePattern.of("a!%!!%", "!"))
        .contains(new LikePattern("a%!", LikePattern.Rest.ANYTHING));
    assertThat(LikePattern.of("a%!%", "!"))
        .contains(new LikePattern("a", LikePattern.Rest.PATTERN));
  }

  @Test
  void escapesThatEnginesReadDifferentlyAreNoPattern() {
    assertThat(LikePattern.of("a!b", "!")).isEmpty();
    assertThat(LikePattern.of("a!", "!")).isEmpty();
    assertThat(LikePattern.of("a", "!!")).isEmpty();
    assertThat(LikePattern.of("a\\%")).isEmpty();
  }
}
