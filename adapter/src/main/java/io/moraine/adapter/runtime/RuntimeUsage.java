/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

/**
 * What the runtime of a process uses at a moment.
 *
 * @param arrowBytes the memory of batches that are not released
 * @param engines the open engines
 * @param connections the engines' connections, one for each open result
 * @param running the statements that count against the limit of them
 * @param waiting the statements that wait for their turn
 */
public record RuntimeUsage(
    long arrowBytes, int engines, int connections, int running, int waiting) {}
