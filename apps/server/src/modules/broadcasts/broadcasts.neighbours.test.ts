/** What broadcasts and the rest of the product owe each other. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setBroadcastStage } from "../../../test/broadcasts.ts";
import { startTestApp } from "../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());

describe("a broadcast and customer satisfaction", () => {
  it("asks nobody how it was who was only written to", async () => {
    const stage = await setBroadcastStage(t);
    const [person] = (await stage.people(1)) as [any];
    const set = await stage.tenant.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 10 } });
    assert.equal(set.status, 200, set.text);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    t.clock.advance(11 * 60_000);
    await t.drain();
    const surveys = await t.app.database.worker({
      text: "select 1 from csat_surveys where tenant_id = $1",
      values: [stage.tenant.id],
    });
    assert.deepEqual([surveys.length, stage.sentTo(person.number).length], [0, 1]);
  });
});
