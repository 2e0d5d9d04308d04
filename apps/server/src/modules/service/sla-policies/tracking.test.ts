import assert from "node:assert/strict";
import { it } from "node:test";
import { parseWireId } from "#platform/ids/ids.ts";
import { startInbox } from "../../../../test/inbox.ts";
import { ok } from "../../../../test/responses.ts";
import type { Step } from "./clock.ts";
import { createTracking } from "./tracking.ts";

const { t, tenant, incoming } = await startInbox("447730");
const tracking = createTracking({ ids: t.app.ids, notifications: { notify: () => assert.fail("nothing is missed") } });
const logStart = { xid: "0", id: "00000000-0000-0000-0000-000000000000" };

/** Whether these steps of a conversation read what the log is ahead. */
async function readsAhead(id: string, steps: Step["do"][]): Promise<boolean> {
  const names: (string | undefined)[] = [];
  const now = t.clock.now();
  await t.app.database.withTenant(tenant.id, (tx) =>
    tracking.track(
      {
        tenantId: tx.tenantId,
        query: (statement) => {
          names.push(statement.name);
          return tx.query(statement);
        },
      },
      now,
      "conversations",
      [{ id, steps: steps.map((step) => ({ at: now.getTime(), do: step, running: true }) as Step) }],
      logStart,
    ),
  );
  assert.ok(names.includes("sla_conversations_facts"), names.join());
  return names.includes("sla_conversations_running_at");
}

it("reads ahead in the log once for a conversation: when it comes under its first policy", async () => {
  const targets = { medium: { firstResponseMinutes: 10 } };
  const conditions = { labels: ["VIP"], appliesTo: ["conversations"] };
  await ok(tenant.api.post("/api/v1/sla-policies", { name: "VIP", targets, conditions }));
  const [plain, vip, paused, solved] = [await incoming(), await incoming(), await incoming(), await incoming()];
  const idOf = ({ conversation }: { conversation: { id: string } }) => parseWireId("conv", conversation.id) ?? assert.fail();
  // The log of these changes is not read yet.
  for (const { url } of [vip, paused, solved]) await ok(tenant.api.patch(url, { labels: ["vip"] }));
  await ok(tenant.api.patch(solved.url, { status: "resolved" }));
  assert.equal(await readsAhead(idOf(plain), ["waits"]), false, "no policy applies");
  assert.equal(await readsAhead(idOf(solved), ["waits"]), false, "resolved");
  assert.equal(await readsAhead(idOf(vip), ["answered", "paused"]), false, "these steps start no clock");
  assert.equal(await readsAhead(idOf(paused), ["waits", "paused"]), false, "the steps tell whether it ran");
  assert.equal(await readsAhead(idOf(vip), ["waits"]), true);
  assert.equal(await readsAhead(idOf(vip), ["waits"]), false, "it has clocks");
});
