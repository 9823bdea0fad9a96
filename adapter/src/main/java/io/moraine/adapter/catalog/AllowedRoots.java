/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the tables of a catalog may keep their files: its warehouse and the locations of the
 * operand {@code roots}. A location with a {@code ..} segment is never allowed; symbolic links are
 * followed before a location is compared.
 */
public final class AllowedRoots {
  /** Table properties that move a table's files elsewhere. */
  private static final List<String> LOCATION_PROPERTIES =
      List.of(
          "write.data.path",
          "write.metadata.path",
          "write.object-storage.path",
          "write.folder-storage.path");

  private static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

  private final List<Path> local;
  private final List<String> remote;

  private AllowedRoots(List<Path> local, List<String> remote) {
    this.local = local;
    this.remote = remote;
  }

  /** Roots at these locations; without any, every location without {@code ..} is allowed. */
  public static AllowedRoots of(Collection<String> locations) {
    Set<Path> local = new LinkedHashSet<>();
    Set<String> remote = new LinkedHashSet<>();
    for (String location : locations) {
      Optional<Path> path = LocalPaths.of(location);
      if (path.isPresent()) {
        local.add(path.get().toAbsolutePath().normalize());
      } else {
        remote.add(comparable(location));
      }
    }
    return new AllowedRoots(List.copyOf(local), List.copyOf(remote));
  }

  /** Whether no root is known, so that only {@code ..} is refused. */
  public boolean unrestricted() {
    return local.isEmpty() && remote.isEmpty();
  }

  /** Whether files may lie on other file systems than the local one, in places that are known. */
  public boolean hasRemote() {
    return !remote.isEmpty();
  }

  /** Whether files of a table may lie at this location. */
  public boolean allows(String location) {
    try {
      Optional<Path> path = LocalPaths.of(location);
      boolean relative = path.isPresent() && !path.get().isAbsolute();
      if (relative || hasParentSegment(location) || isCut(location)) {
        return false;
      }
      return unrestricted() || path.map(this::allowsLocal).orElseGet(() -> allowsRemote(location));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * Refuses a location outside of the roots.
   *
   * @param what whose location it is, as {@code "location of table lake.db.t"}
   * @throws MoraineException ACCESS_DENIED
   */
  public void requireAllowed(String location, String what) {
    if (!allows(location)) {
      throw refused(location, what);
    }
  }

  /**
   * Refuses the first of many files that lies outside of the roots.
   *
   * @param what what each of them is, as {@code "data file of table lake.db.t"}
   * @throws MoraineException ACCESS_DENIED
   */
  public void requireAllowed(Collection<String> locations, String what) {
    Map<Path, Boolean> folders = new HashMap<>();
    for (String location : locations) {
      if (!isInAllowedFolder(location, folders) && !allows(location)) {
        throw refused(location, what);
      }
    }
  }

  /** Whether a file is no link and its folder, which it shares with others, is allowed. */
  private boolean isInAllowedFolder(String location, Map<Path, Boolean> folders) {
    if (hasParentSegment(location)) {
      return false;
    }
    try {
      Path path = LocalPaths.of(location).orElse(null);
      Path folder = path == null ? null : path.getParent();
      return folder != null
          && folders.computeIfAbsent(folder, f -> allows(f.toString()))
          && !Files.isSymbolicLink(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private MoraineException refused(String location, String what) {
    return new MoraineException(
        ErrorCode.ACCESS_DENIED,
        "The " + what + " may not be '" + Secrets.redact(location) + "': " + refusal(location));
  }

  /** Why a location is not allowed, and the remedy. */
  String refusal(String location) {
    if (hasParentSegment(location)) {
      return "it has a '..' segment; write the location without it";
    }
    if (isCut(location)) {
      return "Iceberg's library takes '#' and '?' in locations of S3 for their end, so that other"
          + " objects would be read and written; use names without them";
    }
    if (unrestricted()) {
      return "it is not an absolute location; write it as one";
    }
    return "it is outside of the catalog's roots "
        + shown()
        + "; use a location inside them, or add this one to the operand 'roots' of the catalog";
  }

  /**
   * Refuses table properties that would put files outside of the roots.
   *
   * @param table the table, as messages name it
   * @throws MoraineException ACCESS_DENIED
   */
  public void requireAllowedProperties(Map<String, String> properties, String table) {
    for (String key : LOCATION_PROPERTIES) {
      String location = properties.get(key);
      if (location != null) {
        requireAllowed(location, "property '" + key + "' of table " + table);
      }
    }
  }

  /**
   * The local folders among the roots: absolute, as configured and, where they exist, with symbolic
   * links resolved. Empty when none is known.
   */
  public List<Path> localDirectories() {
    Set<Path> directories = new LinkedHashSet<>(local);
    for (Path root : local) {
      realPath(root).ifPresent(directories::add);
    }
    return List.copyOf(directories);
  }

  @Override
  public String toString() {
    return "AllowedRoots" + shown();
  }

  private boolean allowsLocal(Path path) {
    Optional<Path> real = realPath(path.normalize());
    return real.isPresent()
        && local.stream()
            .anyMatch(root -> realPath(root).map(real.get()::startsWith).orElse(false));
  }

  private boolean allowsRemote(String location) {
    String candidate = comparable(location);
    return remote.stream()
        .anyMatch(root -> candidate.equals(root) || candidate.startsWith(root + "/"));
  }

  private List<String> shown() {
    List<String> roots = new ArrayList<>();
    local.forEach(path -> roots.add(path.toString()));
    remote.forEach(location -> roots.add(Secrets.redact(location)));
    return roots;
  }

  /**
   * The path with the links of its existing part resolved; empty when they cannot be, as when one
   * dangles: writing through it would create its target.
   */
  private static Optional<Path> realPath(Path path) {
    Path existing = path;
    while (existing != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    if (existing == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(existing.toRealPath().resolve(existing.relativize(path)).normalize());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether Iceberg's library would take a part of the location for the whole. */
  private static boolean isCut(String location) {
    return (location.indexOf('#') >= 0 || location.indexOf('?') >= 0)
        && S3_SCHEMES.contains(scheme(location));
  }

  private static String scheme(String location) {
    int colon = location.indexOf(':');
    return colon < 0 ? "" : location.substring(0, colon).toLowerCase(Locale.ROOT);
  }

  private static boolean hasParentSegment(String location) {
    if (!location.contains("..")) {
      return false;
    }
    for (String segment : location.split("[/\\\\]", -1)) {
      if (segment.equals("..")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Scheme in lower case with S3's aliases made one, single slashes, no '.' segment, no last slash.
   */
  private static String comparable(String location) {
    int colon = location.indexOf(':');
    String scheme = scheme(location);
    if (S3_SCHEMES.contains(scheme)) {
      scheme = "s3";
    }
    StringBuilder path = new StringBuilder();
    for (String segment : location.substring(colon + 1).split("/")) {
      if (!segment.isEmpty() && !segment.equals(".")) {
        path.append('/').append(segment);
      }
    }
    return scheme + ":/" + path;
  }
}
