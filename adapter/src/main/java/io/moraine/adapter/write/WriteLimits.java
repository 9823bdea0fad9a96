/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.write;

/**
 * What one statement's writers may hold at a time. Beyond it a file is completed early, and a new
 * one is opened when its partition comes again; so unordered input makes more files, not more use
 * of memory.
 *
 * @param openFiles files open at a time, at least 1
 * @param openBytes bytes in open files, which bounds what they buffer; one file alone may be larger
 */
record WriteLimits(int openFiles, long openBytes) {
  static final WriteLimits DEFAULT = new WriteLimits(64, 256L << 20);
}
