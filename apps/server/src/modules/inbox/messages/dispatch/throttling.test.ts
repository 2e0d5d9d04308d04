import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import pg from "pg";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { parseWireId } from "../../../../platform/ids/ids.ts";

const backlog = 450;

describe("a rate that adapts to throttling answers", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  let channelId: string;
  let worker: pg.Client;
  let startsAt: number;

  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
    channel = await t.channel(tenant);
    channelId = parseWireId("chn", channel.id) as string;
    worker = new pg.Client(t.database.worker);
    await worker.connect();
  });
  after(async () => {
    await worker.end();
    await t.stop();
  });

  const template = (to: string) => ({ channelId: channel.id, to, type: "template", content: { name: "hello", language: "en" } });
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
    const cut = await startTestApp({ beside: t, env: { CHAT_APP_API_URL: "http://127.0.0.1:9" } });
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

  it("never above the configured rate, never below a fiftieth of it, and no second has more than the rate of that time", async () => {
    await withClient(t.database.admin, (admin) => admin.query("delete from outbound_dispatches"));
    for (let n = 0; n < backlog; n += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => tenant.api.post("/api/v1/messages", template(`4477032${String(n + i).padStart(5, "0")}`))),
      );
    }
    startsAt = t.clock.now().getTime();
    const claim = async (at: number) =>
      (
        await worker.query("select message_id from claim_outbound($1, $2, 400, 50, $3) where message_id is not null", [
          new Date(at),
          new Date(at + 60_000),
          randomUUID(),
        ])
      ).rows.length;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 40, 80),
        fc.array(
          fc.oneof(
            { weight: 8, arbitrary: fc.record({ gap: fc.integer({ min: 0, max: 400 }), throttleMs: fc.constant(0) }) },
            { weight: 1, arbitrary: fc.record({ gap: fc.integer({ min: 0, max: 50 }), throttleMs: fc.integer({ min: 1, max: 3_000 }) }) },
            { weight: 1, arbitrary: fc.record({ gap: fc.integer({ min: 1_000, max: 30_000 }), throttleMs: fc.constant(0) }) },
          ),
          { minLength: 10, maxLength: 50 },
        ),
        async (configured, steps) => {
          startsAt += 86_400_000;
          await withClient(t.database.admin, async (admin) => {
            await admin.query("update outbound_dispatches set state = 'ready', lease_until = null, claimed_by = null");
            await admin.query("delete from channel_pacing");
            await admin.query("update channels set messages_per_second = $1", [configured]);
          });
          // The rule again: a rate, since when it grows, and until when nothing is sent.
          let [rate, since, pausedUntil, at] = [configured as number, startsAt, startsAt, startsAt];
          const rateAt = (when: number) => Math.min(configured, rate + (configured * 0.01 * Math.max(0, when - since)) / 1_000);
          const claims: { at: number; n: number }[] = [];
          await claim(at - 10_000);
          for (const { gap, throttleMs } of steps) {
            at += gap;
            if (throttleMs > 0) {
              await worker.query("select throttle_channel(t.tenant_id, t.id, $1, $2, true) from channels t where id = $3", [
                new Date(at),
                new Date(at + throttleMs),
                channelId,
              ]);
              if (pausedUntil <= at) {
                rate = Math.max(rateAt(at) / 2, configured / 50);
                since = at + throttleMs;
              }
              pausedUntil = Math.max(pausedUntil, at + throttleMs);
              continue;
            }
            const n = await claim(at);
            if (at < pausedUntil) assert.equal(n, 0, "nothing leaves during a pause");
            claims.push({ at, n });
            const inSecond = claims.filter((c) => c.at > at - 1_000).reduce((sum, c) => sum + c.n, 0);
            assert.ok(inSecond <= configured, `${inSecond} in a second at ${configured}/s`);
            // Claims from before a throttling answer do not count against it: only what this claim adds.
            const most = Math.max(1, Math.floor(rateAt(at) + 0.001));
            assert.ok(n === 0 || inSecond <= most || claims.length === 1, `${inSecond} in a second at ${most}/s`);
            assert.ok(rateAt(at) >= configured / 50 && rateAt(at) <= configured);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
