/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading for a statement ends with it. */
final class StoppableFileTest {
  @TempDir private Path folder;

  @Test
  void readsEndWithTheStatement() throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3, 4});
    try (Cancellation statement = Cancellation.after(0)) {
      InputFile file =
          new StoppableFile(org.apache.iceberg.Files.localInput(path.toFile()), statement);
      assertThat(file.getLength()).isEqualTo(4);
      try (SeekableInputStream stream = file.newStream()) {
        stream.seek(1);
        assertThat(stream.read()).isEqualTo(2);
        assertThat(stream.getPos()).isEqualTo(2);
        statement.cancel();
        isCancelled(stream::read);
        isCancelled(() -> stream.read(new byte[2], 0, 2));
      }
      isCancelled(file::newStream);
    }
  }

  private static void isCancelled(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            MoraineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
  }
}
