/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.read;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A table's name mapping for files without field ids. Some engines wrote mappings whose ids are
 * those of other fields, at other levels: then fields are found by their names in the schema.
 */
final class FileNames {
  private final Map<Integer, Integer> parents;
  private final NameMapping bySchema;

  private FileNames(Schema schema) {
    this.parents = TypeUtil.indexParents(schema.asStruct());
    this.bySchema = MappingUtil.create(schema);
  }

  static @Nullable NameMapping of(Schema schema, @Nullable String json) {
    if (json == null) {
      return null;
    }
    FileNames names = new FileNames(schema);
    NameMapping mapping = NameMappingParser.fromJson(json);
    List<MappedField> columns = mapping.asMappedFields().fields();
    boolean sound =
        columns.stream().allMatch(c -> !names.parents.containsKey(c.id()) && names.isSound(c));
    return sound ? mapping : names.bySchema;
  }

  /** Whether each nested id that the schema knows is below the same one as there. */
  private boolean isSound(MappedField field) {
    MappedFields nested = field.nestedMapping();
    return nested == null
        || nested.fields().stream()
            .allMatch(
                child ->
                    (!parents.containsKey(child.id())
                            || Objects.equals(parents.get(child.id()), field.id()))
                        && isSound(child));
  }
}
