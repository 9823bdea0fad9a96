/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.util.SerializationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocationFileIOTest {
  @TempDir Path folder;

  @Test
  void localFilesNeedNoHadoop() throws IOException {
    try (FileIO io =
        CatalogUtil.loadFileIO(LocationFileIO.class.getName(), Map.of("a", "b"), null)) {
      assertThat(io.properties()).containsEntry("a", "b");
      for (String prefix : new String[] {"", "file:", "file://"}) {
        String location = prefix + folder + "/f" + prefix.length();
        OutputFile file = io.newOutputFile(location);
        try (PositionOutputStream out = file.create()) {
          out.write(1);
        }
        assertThat(io.newInputFile(location, 1).getLength()).isEqualTo(1);
        assertThat(io.newInputFile(location).location()).isEqualTo(location);
        io.deleteFile(location);
      }
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void otherLocationsGoToTheReaderOfTheirScheme() {
    try (LocationFileIO io = new LocationFileIO()) {
      // Amazon's library is not on the class path of this test.
      assertThatThrownBy(() -> io.newInputFile("s3://bucket/x"))
          .hasMessageContainingAll("s3://bucket/x", "iceberg-aws", "'io-impl'");
    }
  }

  @Test
  void itTravelsWithItsProperties() {
    try (LocationFileIO io = new LocationFileIO()) {
      io.initialize(Map.of("a", "b"));
      FileIO copy = SerializationUtil.deserializeFromBytes(SerializationUtil.serializeToBytes(io));
      assertThat(copy.properties()).containsEntry("a", "b");
      copy.close();
    }
  }
}
