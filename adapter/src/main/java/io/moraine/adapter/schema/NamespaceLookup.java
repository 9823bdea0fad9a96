/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.schema;

import io.moraine.adapter.catalog.CatalogLease;
import io.moraine.adapter.catalog.ErrorTranslation;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.calcite.schema.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The namespaces directly below another one, or below a catalog. */
final class NamespaceLookup extends NameMatch<Schema> {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceLookup.class);

  private final CatalogLease lease;
  private final Namespace parent;
  private final Function<Namespace, Schema> toSchema;
  private final boolean strict;

  /**
   * A look-up.
   *
   * @param strict whether a catalog that cannot be listed is an error, else it seems to be empty
   */
  NamespaceLookup(
      CatalogLease lease, Namespace parent, Function<Namespace, Schema> toSchema, boolean strict) {
    this.lease = lease;
    this.parent = parent;
    this.toSchema = toSchema;
    this.strict = strict;
  }

  @Override
  String kind() {
    return "schema of catalog " + lease.name();
  }

  /** A dotted name is the flat name that JDBC metadata gives to a namespace of several levels. */
  @Override
  public @Nullable Schema get(String name) {
    if (name.isEmpty()) {
      return null;
    }
    Namespace child = child(parent, name);
    if (exists(child)) {
      return toSchema.apply(child);
    }
    if (!name.contains(".")) {
      return null;
    }
    Namespace nested = parent;
    for (String level : name.split("\\.", -1)) {
      if (level.isEmpty()) {
        return null;
      }
      nested = child(nested, level);
    }
    return exists(nested) ? toSchema.apply(nested) : null;
  }

  private static Namespace child(Namespace parent, String level) {
    return Namespace.of(
        Stream.concat(Stream.of(parent.levels()), Stream.of(level)).toArray(String[]::new));
  }

  private boolean exists(Namespace namespace) {
    try {
      return lease.namespaces().map(n -> n.namespaceExists(namespace)).orElse(false);
    } catch (RuntimeException e) {
      throw ErrorTranslation.translate("look up schema " + lease.name() + "." + namespace, e);
    }
  }

  @Override
  Collection<String> names() {
    try {
      return lease.namespaces().map(this::list).orElse(List.of());
    } catch (NoSuchNamespaceException e) {
      return List.of();
    } catch (RuntimeException e) {
      if (!strict) {
        LOG.warn("Cannot list the schemas of catalog {} yet: {}", lease.name(), e.getMessage());
        return List.of();
      }
      throw ErrorTranslation.translate("list the schemas of catalog " + lease.name(), e);
    }
  }

  private List<String> list(SupportsNamespaces namespaces) {
    List<Namespace> children =
        parent.isEmpty() ? namespaces.listNamespaces() : namespaces.listNamespaces(parent);
    return children.stream()
        .filter(child -> child.length() == parent.length() + 1)
        .map(child -> child.level(child.length() - 1))
        .toList();
  }
}
