/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.lang.ref.Cleaner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what a program lost without closing it, once the garbage collector finds it. */
final class Abandonment {
  private static final Logger LOG = LoggerFactory.getLogger(Abandonment.class);
  private static final Cleaner CLEANER =
      Cleaner.create(
          task -> {
            Thread thread = new Thread(task, "moraine-abandoned");
            thread.setDaemon(true);
            return thread;
          });

  private Abandonment() {}

  /**
   * Closes a resource when an object is lost that has not closed it.
   *
   * @param resource may be closed twice, and does not know the object
   * @return what the object cleans after it has closed the resource
   */
  static Cleaner.Cleanable of(Object object, String what, AutoCloseable resource) {
    return CLEANER.register(object, () -> close(what, resource));
  }

  private static void close(String what, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.warn("{} that was not closed cannot be closed now: {}", what, e.toString());
    }
  }
}
