/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random damage to one file of a table. */
enum Mutation {
  FLIP {
    @Override
    byte[] of(byte[] bytes, int from, Random random) {
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        bytes[from + random.nextInt(bytes.length - from)] ^= (byte) (1 << random.nextInt(8));
      }
      return bytes;
    }
  },
  OVERWRITE {
    @Override
    byte[] of(byte[] bytes, int from, Random random) {
      int at = from + random.nextInt(bytes.length - from);
      for (int i = at; i < Math.min(bytes.length, at + 1 + random.nextInt(16)); i++) {
        bytes[i] = (byte) random.nextInt(256);
      }
      return bytes;
    }
  },
  EXTREME {
    @Override
    byte[] of(byte[] bytes, int from, Random random) {
      int at = from + random.nextInt(bytes.length - from);
      byte filler = (byte) (random.nextBoolean() ? 0xff : 0);
      Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(10)), filler);
      return bytes;
    }
  },
  TRUNCATE {
    @Override
    byte[] of(byte[] bytes, int from, Random random) {
      return Arrays.copyOf(bytes, from + random.nextInt(bytes.length - from));
    }
  },
  CUT_OUT {
    @Override
    byte[] of(byte[] bytes, int from, Random random) {
      int at = from + random.nextInt(bytes.length - from);
      int to = Math.min(bytes.length, at + 1 + random.nextInt(40));
      byte[] shorter = Arrays.copyOf(bytes, bytes.length - (to - at));
      System.arraycopy(bytes, to, shorter, at, bytes.length - to);
      return shorter;
    }
  };

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final int FOOTER_BYTES = 900;

  abstract byte[] of(byte[] bytes, int from, Random random);

  /** Damages one file; what was done to it, in one line. */
  static String apply(Random random, DamagedTable table) throws IOException {
    List<Path> manifests = table.manifests();
    List<Path> data = table.data();
    int kind = random.nextInt(5);
    Path file =
        switch (kind) {
          case 0 -> table.metadata();
          case 1 -> table.manifestList();
          case 2 -> manifests.get(random.nextInt(manifests.size()));
          default -> data.get(random.nextInt(data.size()));
        };
    byte[] bytes = Files.readAllBytes(file);
    int footer = Math.max(0, bytes.length - FOOTER_BYTES);
    Mutation mutation;
    do {
      mutation = values()[random.nextInt(values().length)];
      Files.write(file, mutation.of(bytes.clone(), kind == 4 ? footer : 0, random));
    } while (saysSomethingElse(file, bytes));
    return List.of("metadata", "list", "manifest", "data", "footer").get(kind)
        + " "
        + mutation
        + " "
        + file.getFileName();
  }

  /**
   * Whether the file is still well-formed, and other than it was: metadata and footers have no
   * checksums, so nobody can tell that it was damaged.
   */
  private static boolean saysSomethingElse(Path file, byte[] before) throws IOException {
    Path original = Files.write(file.resolveSibling("original"), before);
    try {
      return !content(file, file).equals(content(original, file));
    } catch (IOException | RuntimeException e) {
      return false;
    } finally {
      Files.delete(original);
    }
  }

  private static Object content(Path file, Path named) throws IOException {
    String name = named.toString();
    if (name.endsWith(".json")) {
      return JSON.readTree(file.toFile());
    }
    return name.endsWith(".avro")
        ? AvroContainer.read(file).records()
        : ForgedParquet.readFooter(file).getSchema();
  }
}
