import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp } from "../../../../../test/harness.ts";
import { channel, t, template, tenant } from "../../../../../test/stages/pacing-stage.ts";
import { parseWireId } from "../../../../platform/ids/ids.ts";

const channelId = parseWireId("chn", channel.id) as string;

describe("a rate that adapts to throttling responses", () => {
  const state = () =>
    withClient(t.database.admin, async (admin) => {
      const { rows } = await admin.query(
        `select p.*, channel_rate(c.messages_per_second, p.rate, p.rate_at, $1) as now_rate
           from channel_pacing p join channels c on c.tenant_id = p.tenant_id and c.id = p.channel_id where p.channel_id = $2`,
        [t.clock.now(), channelId],
      );
      return rows[0];
    });

  it("each series of throttling answers halves it once, quiet seconds restore it, and every message arrives once", async () => {
    const send = async (n: number) => {
      const to = `4477031${String(n).padStart(5, "0")}`;
      assert.equal((await tenant.api.post("/api/v1/messages", template(to))).status, 200);
      return to;
    };
    const people: string[] = [];
    for (let n = 0; n < 6; n++) people.push(await send(n));
    // Several calls in flight get the same answer.
    t.simulator.faults.next({ kind: "error", code: 130429 } as never, 3);
    await t.drain();
    assert.equal((await state()).now_rate, 40);
    t.clock.advance(3_000);
    t.simulator.faults.next({ kind: "error", code: 130429 } as never, 1);
    await t.drain();
    const low = (await state()).now_rate;
    assert.ok(low > 20 && low < 23, `${low}`);
    t.clock.advance(2_000);
    await t.drain();
    t.clock.advance(20_000);
    const grown = (await state()).now_rate;
    assert.ok(grown > low + 14 && grown < low + 20, `${low} to ${grown}`);
    t.clock.advance(3_600_000);
    assert.equal((await state()).now_rate, 80);
    for (const person of people) assert.equal(t.simulator.sentTo(person).length, 1);
  });

  it("an unreachable platform pauses the channel without changing the rate", async () => {
    await withClient(t.database.admin, (admin) => admin.query("delete from channel_pacing"));
    const cut = await startTestApp({ sharing: t, env: { CHAT_APP_API_URL: "http://127.0.0.1:9" } });
    try {
      const sent = await tenant.api.post("/api/v1/messages", template("447703099999"));
      await cut.drain();
      assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "queued");
      const { pause_until, now_rate } = await state();
      assert.ok(pause_until > t.clock.now());
      assert.equal(now_rate, 80);
    } finally {
      await cut.stop();
    }
  });
});
