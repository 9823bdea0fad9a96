/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;

/** Files that metadata names where none may lie. Those files are there, and whole. */
final class DamagedPaths {
  private DamagedPaths() {}

  static List<Damage> all() {
    return List.of(
        dataFile("outside of the roots", file -> outside(file).toString()),
        dataFile("outside of the roots by a file URI", file -> "file://" + outside(file)),
        dataFile("outside of the roots by FILE:", file -> "FILE:" + outside(file)),
        dataFile("above itself", file -> file.getParent() + "/../data/" + file.getFileName()),
        dataFile("by a relative path", file -> file.getFileName().toString()),
        dataFile("behind a link", DamagedPaths::link),
        dataFile("behind a link to a folder", DamagedPaths::folderLink),
        dataFile("in an object store", file -> "s3://bucket" + file),
        dataFile("behind a web server", file -> "http://127.0.0.1:1" + file),
        manifest("outside of the roots", file -> outside(file).toString()),
        manifest("outside of the roots by a file URI", file -> "file://" + outside(file)),
        manifest("above itself", file -> file.getParent() + "/../metadata/" + file.getFileName()),
        manifest("behind a link", DamagedPaths::link),
        manifestList("outside of the roots", file -> outside(file).toString()),
        manifestList("behind a link", DamagedPaths::link),
        manifestList("in /etc", file -> "/etc/passwd"),
        metadata("outside of the roots", file -> outside(file)),
        metadata("behind a link", file -> Path.of(link(file))),
        metadata("in /etc", file -> Path.of("/etc/passwd")),
        metadata("above itself", f -> f.getParent().resolve("../metadata/" + f.getFileName())));
  }

  private static Damage dataFile(String name, Function<Path, String> moved) {
    return new Damage(
        "a data file " + name,
        name.contains("store") || name.contains("web") ? "42501|0A000" : Damage.DENIED,
        table -> {
          String[] location = new String[1];
          DamagedManifests.editManifest(
              table,
              entry -> {
                location[0] = moved.apply(Path.of(entry.get("file_path").toString()));
                entry.put("file_path", location[0]);
              });
          return Path.of(location[0]).getFileName();
        });
  }

  private static Damage manifest(String name, Function<Path, String> moved) {
    return new Damage(
        "a manifest " + name,
        Damage.DENIED,
        table -> {
          Path list = table.manifestList();
          AvroContainer container = AvroContainer.read(list);
          GenericRecord entry = container.records().get(0);
          String location = moved.apply(Path.of(entry.get("manifest_path").toString()));
          entry.put("manifest_path", location);
          container.withRecords().writeTo(list);
          return Path.of(location).getFileName();
        });
  }

  private static Damage manifestList(String name, Function<Path, String> moved) {
    return new Damage(
        "a manifest list " + name,
        Damage.DENIED,
        table -> {
          Path list = table.manifestList();
          String location = moved.apply(list);
          Files.writeString(
              table.metadata(),
              Files.readString(table.metadata()).replace(list.toString(), location));
          return Path.of(location).getFileName();
        });
  }

  private static Damage metadata(String name, Function<Path, Path> moved) {
    return new Damage(
        "a metadata file " + name,
        Damage.DENIED,
        table -> {
          Path location = moved.apply(table.metadata());
          table.pointAt(location);
          return location.getFileName();
        });
  }

  private static Path outside(Path file) {
    try {
      Path folder = Files.createTempDirectory("outside");
      return Files.copy(file, folder.resolve(file.getFileName().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String link(Path file) {
    try {
      return Files.createSymbolicLink(
              file.resolveSibling("link-" + file.getFileName()), outside(file))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String folderLink(Path file) {
    try {
      Path folder = outside(file).getParent();
      return Files.createSymbolicLink(file.resolveSibling("folder"), folder)
          .resolve(file.getFileName())
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
