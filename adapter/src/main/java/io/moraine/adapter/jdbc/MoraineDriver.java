/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.adapter.jdbc;

import java.sql.DriverManager;
import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;

/**
 * The JDBC driver of {@code jdbc:moraine:}.
 *
 * <p>URLs: {@code jdbc:moraine:warehouse=DIR}, {@code jdbc:moraine:model=FILE}, or {@code
 * jdbc:moraine:catalog.NAME.PROPERTY=VALUE;…}; an unknown further property is refused with a list
 * of those there are.
 */
public final class MoraineDriver extends UnregisteredDriver {
  /** What the driver's URLs start with. */
  public static final String PREFIX = "jdbc:moraine:";

  static {
    try {
      DriverManager.registerDriver(new MoraineDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For the service loader. */
  public MoraineDriver() {}

  @Override
  protected AvaticaFactory createFactory() {
    return new MoraineFactory();
  }

  @Override
  protected DriverVersion createDriverVersion() {
    return new DriverVersion("Moraine JDBC Driver", "0.1.0", "Moraine", "0.1.0", true, 0, 1, 0, 1);
  }

  @Override
  protected String getConnectStringPrefix() {
    return PREFIX;
  }

  @Override
  public Meta createMeta(AvaticaConnection connection) {
    return new MoraineMeta(connection);
  }
}
