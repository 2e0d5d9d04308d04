/** A payment gateway for pages that pay: the simulator, set up for a stage by its platform. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type InvoiceGateway, startInvoiceGateway } from "@parley/simulators/invoice-gateway";
import type { TestTenant } from "@parley/server/test/harness.ts";
import type { Stage } from "./stage.ts";

export type { InvoiceGateway } from "@parley/simulators/invoice-gateway";

/** With its own secret key, unknown to the stage. */
export async function startGateway(stage: Stage): Promise<InvoiceGateway & { secretKey: string; callbackToken: string }> {
  const access = { secretKey: `xnd_test_${randomBytes(12).toString("hex")}`, callbackToken: randomBytes(12).toString("hex") };
  const callbackUrl = `${stage.url}/callbacks/payments`;
  const gateway = await startInvoiceGateway({ ...access, callbackUrl, now: () => stage.clock.now().getTime() });
  return Object.assign(gateway, access);
}

/** The same, as the installation's gateway. */
export async function startUsedGateway(stage: Stage, platform: TestTenant): Promise<InvoiceGateway> {
  const gateway = await startGateway(stage);
  const { secretKey, callbackToken, url: baseUrl } = gateway;
  const set = await platform.api.put("/api/v1/admin/gateway/settings", { enabled: true, baseUrl, secretKey, callbackToken });
  assert.equal(set.status, 200, set.text);
  return gateway;
}
