import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { GatewaySettings, GatewayTest, UpdateGatewaySettings } from "./gateway.schema.ts";
import type { GatewayService } from "./gateway.service.ts";

const tag = "Administration";

export function gatewayRoutes(service: GatewayService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/gateway/settings",
      operationId: "getGatewaySettings",
      tag,
      summary: "Get the payment gateway settings",
      description: "Secrets are never shown.",
      scope: "admin:read",
      platformOnly: true,
      response: GatewaySettings,
      handle: () => service.read(),
    }),
    writeRoute({
      method: "PUT",
      path: "/admin/gateway/settings",
      operationId: "updateGatewaySettings",
      tag,
      summary: "Update the payment gateway settings",
      description: "One gateway for the whole installation. Omitted fields keep their values.",
      scope: "admin:write",
      platformOnly: true,
      body: UpdateGatewaySettings,
      response: GatewaySettings,
      rules: "A new base URL needs the secret key again; an enabled gateway needs its secret key; a secret is set or cleared, not both.",
      example: {
        body: { enabled: true, reconciliationEnabled: true, secretKey: "xnd_production_0123456789", callbackToken: "token-of-the-gateway" },
      },
      handle: (ctx, { body }) => service.update(ctx, body),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/gateway/test",
      operationId: "testGateway",
      tag,
      summary: "Test the payment gateway's address and secret key",
      description:
        "Requests an invoice from the gateway as a test. The response reports the outcome; an unreachable gateway or a refusal is `ok: false`.",
      scope: "admin:write",
      platformOnly: true,
      response: GatewayTest,
      prepare: (ctx) => service.test(ctx),
      handle: (ctx, _input, tested) => service.recordTest(ctx, tested),
    }),
  ];
}
