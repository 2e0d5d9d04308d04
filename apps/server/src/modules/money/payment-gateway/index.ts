import { gatewayRoutes } from "./gateway.routes.ts";
import { createGatewayService, type GatewayDeps } from "./gateway.service.ts";

export type { ActiveGateway, GatewayService } from "./gateway.service.ts";
export { GatewayError, type Invoice, type InvoiceClient, readInvoice } from "./invoice-client.ts";

/** The installation's payment gateway: its settings with their secrets, and the client for its invoices. */
export function createPaymentGatewayModule(deps: GatewayDeps) {
  const service = createGatewayService(deps);
  return { service, routes: gatewayRoutes(service) };
}
