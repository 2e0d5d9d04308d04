import assert from "node:assert/strict";
import { it } from "node:test";
import { emit, endpoint, ownerRows, t } from "../../../../../test/stages/webhook-stage.ts";

it("a replay that was put back tens of thousands of times goes on, and holds up no other tenant's", async () => {
  const tenants = [await t.tenant(), await t.tenant()];
  const since = t.clock.now().toISOString();
  const hooks = [];
  for (const tenant of tenants)
    hooks.push({ tenant, hook: await endpoint(tenant, { events: ["contact.created"] }), event: await emit(tenant) });
  await t.drain();
  t.clock.advance(1_000);
  const replays = [];
  for (const { tenant, hook, event } of hooks) {
    const made = await tenant.api.post(`${hook.at}/replay`, { since });
    assert.equal(made.status, 200, made.text);
    replays.push({ tenant, hook, event, at: `${hook.at}/replays/${made.body.id}` });
  }
  // Once a second while the endpoint has a queue: half a day gets here.
  await ownerRows("update webhook_replays set attempts = 32767 where tenant_id = $1", [tenants[0]?.id]);
  await t.drain();
  for (const { tenant, hook, event, at } of replays) {
    assert.equal((await tenant.api.get(at)).body.state, "done");
    assert.deepEqual(
      hook.received().map((d) => d.webhookId),
      [event, event],
    );
  }
});
