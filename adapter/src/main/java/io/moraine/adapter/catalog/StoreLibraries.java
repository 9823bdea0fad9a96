/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import io.moraine.rules.error.ErrorCode;
import io.moraine.rules.error.MoraineException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The libraries that Iceberg reads object stores with; none of them comes with Moraine. */
final class StoreLibraries {
  private record Library(List<String> schemes, Map<String, String> jarOfClass) {}

  private static final List<Library> ALL =
      List.of(
          new Library(
              List.of("s3", "s3a", "s3n"),
              Map.of(
                  "org.apache.iceberg.aws.s3.S3FileIO",
                  "org.apache.iceberg:iceberg-aws",
                  "software.amazon.awssdk.services.s3.S3Client",
                  "org.apache.iceberg:iceberg-aws-bundle")),
          new Library(
              List.of("gs"),
              Map.of(
                  "org.apache.iceberg.gcp.gcs.GCSFileIO",
                  "org.apache.iceberg:iceberg-gcp",
                  "com.google.cloud.storage.Storage",
                  "org.apache.iceberg:iceberg-gcp-bundle")),
          new Library(
              List.of("abfs", "abfss", "wasb", "wasbs"),
              Map.of(
                  "org.apache.iceberg.azure.adlsv2.ADLSFileIO",
                  "org.apache.iceberg:iceberg-azure",
                  "com.azure.storage.file.datalake.DataLakeFileSystemClient",
                  "org.apache.iceberg:iceberg-azure-bundle")));

  private StoreLibraries() {}

  /**
   * Checks that what reads a location is on the class path; without it Iceberg would try Hadoop.
   *
   * @throws MoraineException INVALID_CONFIGURATION naming the jars that are missing
   */
  static void require(String location) {
    List<String> missing = missing(location);
    if (!missing.isEmpty()) {
      throw new MoraineException(
          ErrorCode.INVALID_CONFIGURATION,
          "No library on the class path reads '"
              + Secrets.redact(location)
              + "'; add "
              + String.join(" and ", missing)
              + " of Iceberg's version, or set the catalog property 'io-impl'");
    }
  }

  static List<String> missing(String location) {
    String scheme = location.substring(0, location.indexOf(':')).toLowerCase(Locale.ROOT);
    Optional<Library> library =
        ALL.stream().filter(known -> known.schemes().contains(scheme)).findFirst();
    return library.stream()
        .flatMap(known -> known.jarOfClass().entrySet().stream())
        .filter(entry -> !isPresent(entry.getKey()))
        .map(Map.Entry::getValue)
        .sorted()
        .toList();
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, false, StoreLibraries.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
