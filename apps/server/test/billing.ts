/** Test stage for money: a platform tenant, an organization, and the gateway's simulator configured for both. */
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import type { TestDatabase } from "@parley/database/testing";
import { type InvoiceGateway, startInvoiceGateway } from "@parley/simulators/invoice-gateway";
import { wireId } from "../src/platform/ids/ids.ts";
import { startTestApp, type TestApp, type TestTenant } from "./harness.ts";

export interface Organization extends TestTenant {
  wire: string;
  appId: string;
}

export interface BillingStage {
  t: TestApp;
  gateway: InvoiceGateway;
  platform: TestTenant;
  organization(): Promise<Organization>;
  /** Credits an organization, as the platform. */
  credit(organization: Organization, amount: number): Promise<void>;
  balance(organization: Organization): Promise<number>;
  subscription(organization: Organization): Promise<any>;
  events(organization: Organization, type: string): Promise<any[]>;
}

export const callbackToken = "callback-token-of-the-gateway";

export async function startBilling(options: { database?: TestDatabase; gatewayOn?: boolean } = {}): Promise<BillingStage> {
  const t = await startTestApp(options.database === undefined ? {} : { database: options.database });
  const gateway = await startInvoiceGateway({
    secretKey: `xnd_test_${randomBytes(12).toString("hex")}`,
    callbackToken,
    callbackUrl: `${t.url}/callbacks/payments`,
    now: () => t.clock.now().getTime(),
  });
  const secretKey = `xnd_test_${randomBytes(12).toString("hex")}`;
  gateway.setSecretKey(secretKey);
  const platform = await t.tenant({ kind: "platform" });
  after(async () => {
    await t.stop();
    await gateway.close();
    await options.database?.drop();
  });
  if (options.gatewayOn !== false) {
    const settings = { enabled: true, reconciliationEnabled: true, baseUrl: gateway.url, secretKey, callbackToken };
    const set = await platform.api.put("/api/v1/admin/gateway/settings", settings);
    if (set.status !== 200) throw new Error(set.text);
  }
  return {
    t,
    gateway,
    platform,
    async organization() {
      const tenant = await t.tenant();
      const { body } = await tenant.api.get("/api/v1/billing/balance");
      return { ...tenant, wire: wireId("org", tenant.id), appId: body.appId };
    },
    async credit({ wire }, amount) {
      const response = await platform.api.post(`/api/v1/admin/billing/organizations/${wire}/credits`, { amount, reason: "test" });
      if (response.status !== 200) throw new Error(response.text);
    },
    balance: async ({ api }) => (await api.get("/api/v1/billing/balance")).body.balance,
    subscription: async ({ api }) => (await api.get("/api/v1/admin/subscriptions")).body.data[0],
    events: async ({ api }, type) => (await api.get(`/api/v1/events?limit=100&type=${type}`)).body.data,
  };
}
