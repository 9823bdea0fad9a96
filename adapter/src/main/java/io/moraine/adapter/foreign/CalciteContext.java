/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.foreign;

import io.moraine.rules.type.MoraineTypeSystem;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.QueryProviderImpl;
import org.apache.calcite.linq4j.Queryable;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** What a table of another adapter may ask of an execution. */
final class CalciteContext implements DataContext {
  private final CalciteSchema root;
  private final JavaTypeFactory types;
  private final ZoneId zone;
  private final AtomicBoolean cancelled;
  private final Instant start = Instant.now();

  CalciteContext(CalciteSchema root, JavaTypeFactory types, ZoneId zone, AtomicBoolean cancelled) {
    this.root = root;
    this.types = types;
    this.zone = zone;
    this.cancelled = cancelled;
  }

  static JavaTypeFactory types() {
    return new JavaTypeFactoryImpl(new MoraineTypeSystem());
  }

  @Override
  public SchemaPlus getRootSchema() {
    return root.plus();
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return types;
  }

  @Override
  public QueryProvider getQueryProvider() {
    return NoProvider.INSTANCE;
  }

  /** Queries are not made at run time; generated code passes the provider on all the same. */
  private static final class NoProvider extends QueryProviderImpl {
    static final NoProvider INSTANCE = new NoProvider();

    @Override
    public <T> Enumerator<T> executeQuery(Queryable<T> queryable) {
      throw new UnsupportedOperationException("There is no connection of Calcite's here");
    }
  }

  @Override
  public @Nullable Object get(String name) {
    if (Variable.CANCEL_FLAG.camelName.equals(name)) {
      return cancelled;
    }
    if (Variable.UTC_TIMESTAMP.camelName.equals(name)
        || Variable.CURRENT_TIMESTAMP.camelName.equals(name)) {
      return start.toEpochMilli();
    }
    if (Variable.LOCAL_TIMESTAMP.camelName.equals(name)) {
      return start.toEpochMilli() + zone.getRules().getOffset(start).getTotalSeconds() * 1_000L;
    }
    if (Variable.TIME_ZONE.camelName.equals(name)) {
      return TimeZone.getTimeZone(zone);
    }
    return Variable.LOCALE.camelName.equals(name) ? Locale.ROOT : null;
  }
}
