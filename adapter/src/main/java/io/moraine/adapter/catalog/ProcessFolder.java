/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary folder that does not outlive its process for long. A locked file beside it says that
 * it is in use; a process that finds such a file without a lock, because its owner was killed,
 * deletes both.
 */
public final class ProcessFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessFolder.class);
  private static final String PREFIX = "moraine-";
  private static final String LOCK = ".lock";
  private static final AtomicBoolean CLEANED = new AtomicBoolean();

  private final Path folder;
  private final Path lockFile;
  private final FileChannel lock;
  private @Nullable Thread exitHook;

  private ProcessFolder(Path folder, Path lockFile, FileChannel lock) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Creates a folder, for this user alone, in the system's folder for temporary files.
   *
   * @param purpose a word for its name
   */
  public static ProcessFolder create(String purpose) throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    while (true) {
      Path lockFile = Files.createTempFile(temporary, ownPrefix(purpose), LOCK);
      if (CLEANED.compareAndSet(false, true)) {
        deleteRemnants(temporary, Files.getOwner(lockFile));
      }
      FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
      boolean created = false;
      try {
        // Another process may have taken it for a remnant before it was locked.
        if (channel.tryLock() != null && Files.exists(lockFile)) {
          Path folder = Files.createDirectory(folderOf(lockFile), forThisUser(temporary));
          created = true;
          return new ProcessFolder(folder, lockFile, channel);
        }
      } catch (FileAlreadyExistsException e) {
        LOG.debug("{} is somebody else's", folderOf(lockFile));
      } finally {
        if (!created) {
          channel.close();
          Files.deleteIfExists(lockFile);
        }
      }
    }
  }

  private static String ownPrefix(String purpose) {
    return PREFIX + purpose + "-" + ProcessHandle.current().pid() + "-";
  }

  private static FileAttribute<?>[] forThisUser(Path temporary) {
    return temporary.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  private static Path folderOf(Path lockFile) {
    String name = lockFile.getFileName().toString();
    return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
  }

  /** Deletes what this user's killed processes left behind. */
  static void deleteRemnants(Path temporary, UserPrincipal user) {
    try (DirectoryStream<Path> locks =
        Files.newDirectoryStream(temporary, PREFIX + "*-*-*" + LOCK)) {
      for (Path lockFile : locks) {
        // To close a file that this process has locked would unlock it.
        if (!lockFile.toString().contains("-" + ProcessHandle.current().pid() + "-")) {
          deleteIfRemnant(lockFile, user);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.debug("Cannot look for remnants in {}", temporary, e);
    }
  }

  private static void deleteIfRemnant(Path lockFile, UserPrincipal user) {
    try {
      if (!isFileOf(lockFile, user)) {
        return;
      }
      try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
        if (channel.tryLock() == null) {
          return;
        }
        Path folder = folderOf(lockFile);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
          deleteTree(folder);
        }
        Files.deleteIfExists(lockFile);
      }
    } catch (IOException | OverlappingFileLockException e) {
      LOG.debug("{} stays", lockFile, e);
    }
  }

  private static boolean isFileOf(Path file, UserPrincipal user) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  /** The folder. */
  public Path path() {
    return folder;
  }

  /** Has the folder deleted at the end of the process, should nobody have closed it before. */
  public ProcessFolder deletedAtExit() {
    Thread hook = new Thread(this::closeAtExit, "moraine-folder-exit");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      exitHook = hook;
    } catch (IllegalStateException e) {
      LOG.debug("The process ends already; {} stays until another one begins", folder);
    }
    return this;
  }

  private void closeAtExit() {
    try {
      exitHook = null;
      close();
    } catch (IOException e) {
      LOG.debug("{} stays until another process begins", folder, e);
    }
  }

  private void removeHook() {
    Thread hook = exitHook;
    if (hook != null) {
      try {
        exitHook = null;
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        LOG.debug("The process ends already");
      }
    }
  }

  /** Deletes the folder with all that is in it. */
  @Override
  public void close() throws IOException {
    removeHook();
    try (lock) {
      if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        deleteTree(folder);
      }
      Files.deleteIfExists(lockFile);
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
