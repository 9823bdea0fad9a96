/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.plan;

import java.io.ObjectInputFilter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes that Iceberg's tasks are made of; objects of no other are made of a plan's bytes. */
final class ShippedClasses implements ObjectInputFilter {
  private static final int MOST_DEPTH = 500;

  private static final Set<String> PACKAGES =
      Set.of(
          "org.apache.iceberg.expressions",
          "org.apache.iceberg.transforms",
          "org.apache.iceberg.types",
          "org.apache.iceberg.variants");

  private static final Set<String> CLASSES =
      Set.of(
          "org.apache.iceberg.BaseContentScanTask",
          "org.apache.iceberg.BaseFile",
          "org.apache.iceberg.BaseFileScanTask",
          "org.apache.iceberg.DataFile",
          "org.apache.iceberg.DeleteFile",
          "org.apache.iceberg.FileContent",
          "org.apache.iceberg.FileFormat",
          "org.apache.iceberg.FileScanTask",
          "org.apache.iceberg.GenericDataFile",
          "org.apache.iceberg.GenericDeleteFile",
          "org.apache.iceberg.PartitionData",
          "org.apache.iceberg.PartitionField",
          "org.apache.iceberg.PartitionSpec",
          "org.apache.iceberg.Schema",
          "org.apache.iceberg.avro.SupportsIndexProjection",
          "org.apache.iceberg.util.SerializableMap",
          "org.apache.iceberg.SerializableByteBufferMap",
          "org.apache.iceberg.SerializableByteBufferMap$MapSerializationProxy",
          "java.lang.Boolean",
          "java.lang.CharSequence",
          "java.lang.Double",
          "java.lang.Enum",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Object",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.math.BigInteger",
          "java.util.ArrayList",
          "java.util.Arrays$ArrayList",
          "java.util.CollSer",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashSet",
          "java.util.Map$Entry",
          "java.util.UUID");

  private static final Set<String> GUAVA = Set.of("ImmutableList", "ImmutableMap", "ImmutableSet");
  private static final String RELOCATED = "org.apache.iceberg.relocated.com.google.common.collect.";

  private final int bytes;
  private @Nullable String foreign;

  /** Of a plan of so many bytes, which cannot hold more objects or larger arrays. */
  ShippedClasses(int bytes) {
    this.bytes = bytes;
  }

  @Override
  public Status checkInput(FilterInfo info) {
    if (info.depth() > MOST_DEPTH || info.references() > bytes || info.arrayLength() > bytes) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.getComponentType();
    }
    if (type == null || type.isPrimitive() || isKnown(type)) {
      return Status.ALLOWED;
    }
    foreign = type.getName();
    return Status.REJECTED;
  }

  /** Which class was rejected, for messages; null if none was. */
  @Nullable String foreign() {
    return foreign;
  }

  private static boolean isKnown(Class<?> type) {
    String name = type.getName();
    if (name.startsWith(RELOCATED)) {
      String simple = name.substring(RELOCATED.length());
      int inner = simple.indexOf('$');
      return GUAVA.contains(inner < 0 ? simple : simple.substring(0, inner));
    }
    return CLASSES.contains(name) || PACKAGES.contains(type.getPackageName());
  }
}
