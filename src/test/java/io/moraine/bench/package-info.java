/* SPDX-License-Identifier: Apache-2.0 */
/** Benchmarks: compiled with the tests, run by hand (see docs/performance.md). */
@NullMarked
package io.moraine.bench;

import org.jspecify.annotations.NullMarked;
