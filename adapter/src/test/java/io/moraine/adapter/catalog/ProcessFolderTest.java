/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFolderTest {
  @TempDir Path temporary;

  @Test
  void closingDeletesTheFolderAndItsLock() throws IOException {
    Path path;
    Path lock;
    try (ProcessFolder folder = ProcessFolder.create("test")) {
      path = folder.path();
      lock = path.resolveSibling(path.getFileName() + ".lock");
      assertThat(lock).isRegularFile();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      Files.createDirectories(path.resolve("a/b"));
      Files.writeString(path.resolve("a/b/c"), "x");
    }
    assertThat(path).doesNotExist();
    assertThat(lock).doesNotExist();
  }

  @Test
  void whatAKilledProcessLeftIsDeleted() throws IOException {
    Path folder = remnant("moraine-spill-0-1");
    deleteRemnants();
    assertThat(folder).doesNotExist();
    assertThat(lockOf(folder)).doesNotExist();
  }

  @Test
  void aFolderInUseStays() throws IOException {
    Path folder = remnant("moraine-spill-0-2");
    try (FileChannel channel = FileChannel.open(lockOf(folder), StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      deleteRemnants();
      assertThat(folder.resolve("file")).exists();
    }
  }

  @Test
  void foldersOfThisProcessAndFoldersWithoutALockStay() throws IOException {
    Path own = remnant("moraine-spill-" + ProcessHandle.current().pid() + "-3");
    Path unlocked = Files.createDirectory(temporary.resolve("moraine-spill-0-4"));
    Path others = Files.createFile(temporary.resolve("other-spill-0-5.lock"));
    deleteRemnants();
    assertThat(own).exists();
    assertThat(unlocked).exists();
    assertThat(others).exists();
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("precious"), "x");
    Path folder = temporary.resolve("moraine-spill-0-6");
    Files.createSymbolicLink(folder, elsewhere);
    Files.createFile(lockOf(folder));
    Path inside = remnant("moraine-spill-0-7");
    Files.createSymbolicLink(inside.resolve("link"), elsewhere);
    deleteRemnants();
    assertThat(elsewhere.resolve("precious")).exists();
    assertThat(inside).doesNotExist();
  }

  private void deleteRemnants() throws IOException {
    ProcessFolder.deleteRemnants(temporary, Files.getOwner(temporary));
  }

  private Path remnant(String name) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve(name));
    Files.writeString(folder.resolve("file"), "x");
    Files.createFile(lockOf(folder));
    return folder;
  }

  private static Path lockOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".lock");
  }
}
