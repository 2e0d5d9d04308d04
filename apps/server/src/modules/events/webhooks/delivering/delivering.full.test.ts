import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { appendEvents } from "#platform/events/log.ts";
import { startTestApp, type TestTenant } from "../../../../../test/harness.ts";
import { endpoint, receiver, t } from "../../../../../test/stages/webhook-stage.ts";

describe("webhooks: pausing, failing, crashing and hanging", () => {
  it("two processes make one delivery per endpoint and event, regardless of the order in which transactions commit", async () => {
    const tenants = [await t.tenant(), await t.tenant()];
    const hooks = [
      await endpoint(tenants[0] as TestTenant),
      await endpoint(tenants[0] as TestTenant),
      await endpoint(tenants[1] as TestTenant),
    ];
    const others = [await startTestApp({ sharing: t, live: true }), await startTestApp({ sharing: t, live: true })];
    try {
      const ids: string[] = [];
      await Promise.all(
        Array.from({ length: 12 }, async (_, w) => {
          for (let i = 0; i < 15; i++) {
            const tenant = tenants[w % 2] as TestTenant;
            const id = t.app.ids.uuid();
            await t.app.database.withTenant(tenant.id, async (tx) => {
              await appendEvents(tx, t.clock.now(), [{ id, type: "contact.created", data: { w, i } }]);
              await new Promise((resolve) => {
                setTimeout(resolve, Math.random() * 12);
              });
            });
            if (w % 2 === 0) ids.push(`evt_${id.replaceAll("-", "")}`);
            others[i % 2]?.app.wake.hint("events");
          }
        }),
      );
      await receiver.waitFor(() => hooks.every((h) => h.received().length >= 90));
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      for (const hook of hooks) assert.equal(hook.received().length, 90);
      for (const hook of hooks.slice(0, 2))
        assert.deepEqual(
          hook
            .received()
            .map((d) => d.webhookId)
            .toSorted(),
          ids.toSorted(),
        );
      const rows = await t.app.database.worker<{ n: number; d: number }>({
        text: "select count(*)::int as n, count(distinct (endpoint_id, event_id))::int as d from webhook_deliveries where tenant_id = any($1::uuid[]) and event_type = 'contact.created'",
        values: [tenants.map((x) => x.id)],
      });
      assert.deepEqual(rows[0], { n: 270, d: 270 });
    } finally {
      await Promise.all(others.map((o) => o.stop()));
    }
  });
});
