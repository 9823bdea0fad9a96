/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.rest.RESTCatalogServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Iceberg's REST catalog in this process, over another catalog, on a free loopback port. */
final class RestCatalogServer implements AutoCloseable {
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  RestCatalogServer(Catalog backend) throws Exception {
    this(new RESTCatalogAdapter(backend));
  }

  RestCatalogServer(RESTCatalogAdapter adapter) throws Exception {
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(new ServletHolder(new RESTCatalogServlet(adapter)), "/*");
    server.setHandler(context);
    server.start();
  }

  String uri() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  @Override
  public void close() throws Exception {
    server.stop();
  }
}
