/** An organization itself: its people, keys and webhooks, its money, its export. */
import { wireId } from "../src/platform/ids/ids.ts";
import { type FixtureStage, word } from "./fixture-stage.ts";

// Nobody listens there: deliveries end as failed attempts at once.
const webhookUrl = "http://127.0.0.1:9/hook";

/** `of`: a webhook; without it another one. */
export function organizationMakers({ t, tenant, api, platform, expectOk, made, sql }: FixtureStage) {
  const webhook = () => made("webhook", "/api/v1/webhooks", { url: webhookUrl, events: ["*"] });

  return {
    organization: async () => wireId("org", tenant.id) as string,
    apiKey: () => made("api key", "/api/v1/api-keys", { name: `Key ${word()}`, scopes: ["contacts:read"] }),
    webhook,
    async delivery(of?: string) {
      const on = of ?? (await webhook());
      return { webhook: on, id: await made("delivery", `/api/v1/webhooks/${on}/test`) };
    },
    async replay(of?: string) {
      const on = of ?? (await webhook());
      const since = new Date(t.clock.now().getTime() - 3_600_000).toISOString();
      return { webhook: on, id: await made("replay", `/api/v1/webhooks/${on}/replay`, { since }) };
    },
    event: async () => (await expectOk("events", api.get("/api/v1/events?after="))).data[0].id as string,

    async member(): Promise<string> {
      const { userId } = await t.app.tenants.createUser({
        email: `${word()}@example.com`,
        password: `correct horse ${word()}`,
        tenantId: tenant.id,
        role: "agent",
      });
      return wireId("usr", userId);
    },
    invitation: () => made("invitation", "/api/v1/invitations", { email: `${word()}@example.com`, role: "agent" }),
    division: () => made("division", "/api/v1/agents/divisions", { name: `Division ${word()}` }),
    queue: async () => "inbound",

    app: async () => (await expectOk("app", api.get("/api/v1/billing/balance"))).appId as string,
    async subscription(): Promise<string> {
      // Of a tenant with its own key only: a platform's sees all of them.
      const organizationId = wireId("org", tenant.id);
      const list = await expectOk("subscriptions", api.get("/api/v1/admin/subscriptions?limit=100"));
      return list.data.find((item: { organizationId: string }) => item.organizationId === organizationId).id;
    },
    paymentRequest: () => made("payment request", "/api/v1/billing/payment-requests", { amount: 5 }),
    async price(): Promise<string> {
      const price = { modelName: `model-${word()}`, costPerRequest: 0.5 };
      return (await expectOk("price", platform.api.post("/api/v1/admin/billing/pricing", price))).id;
    },

    /** Asked for by an owner, whom a key cannot stand for. */
    async organizationExport(): Promise<string> {
      const uuid = t.app.ids.uuid();
      await sql(
        `insert into organization_exports (tenant_id, id, include_media, state, run_at, created_by, created_at, began_at, finished_at)
         values ($1, $2, true, 'expired', now(), 'agt_x', now(), now(), now())`,
        [tenant.id, uuid],
      );
      return wireId("oex", uuid);
    },
  };
}
