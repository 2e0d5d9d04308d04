import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import pg from "pg";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";

const backlog = 450;
const sliceMs = 50;

describe("the send budget of a channel", () => {
  let t: TestApp;
  let worker: pg.Client;
  let startsAt: number;

  before(async () => {
    t = await startTestApp();
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    await Promise.all(
      Array.from({ length: backlog }, async (_, n) => {
        const to = `4477008${String(n).padStart(5, "0")}`;
        const body = { channelId: channel.id, to, type: "template", content: { name: "hello", language: "en" } };
        assert.equal((await tenant.api.post("/api/v1/messages", body)).status, 200);
      }),
    );
    startsAt = t.clock.now().getTime();
    worker = new pg.Client(t.database.worker);
    await worker.connect();
  });
  after(async () => {
    await worker.end();
    await t.stop();
  });

  /** A backlog of the same size, and a channel that never sent. Each run is a day later. */
  async function fresh(perSecond: number): Promise<number> {
    startsAt += 86_400_000;
    await withClient(t.database.admin, async (admin) => {
      await admin.query("update outbound_dispatches set state = 'ready', lease_until = null, claimed_by = null");
      await admin.query("delete from channel_pacing");
      await admin.query("update channels set messages_per_second = $1", [perSecond]);
    });
    return startsAt;
  }

  async function claim(at: number, max = 400): Promise<number> {
    const { rows } = await worker.query("select message_id from claim_outbound($1, $2, $3, $4, $5) where message_id is not null", [
      new Date(at),
      new Date(at + 60_000),
      max,
      sliceMs,
      randomUUID(),
    ]);
    return rows.length;
  }

  it("no second has more than the rate, however unevenly claims arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 7, 80, 200),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 900 }), fc.constant(2_500)), {
          minLength: 5,
          maxLength: 60,
        }),
        async (perSecond, gaps) => {
          let at = await fresh(perSecond);
          const claims: { at: number; n: number }[] = [];
          for (const gap of gaps) {
            at += gap;
            claims.push({ at, n: await claim(at) });
          }
          for (const { at: from } of claims) {
            const inSecond = claims.filter((c) => c.at >= from && c.at < from + 1_000).reduce((sum, c) => sum + c.n, 0);
            assert.ok(inSecond <= perSecond, `${inSecond} in one second at ${perSecond}/s`);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("the budget missed by a late claim is caught up: nine tenths of the rate are sent with claims up to 150 ms apart", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(40, 100),
        fc.array(fc.integer({ min: 5, max: 150 }), { minLength: 60, maxLength: 60 }),
        async (perSecond, gaps) => {
          const from = await fresh(perSecond);
          let at = from;
          let claimed = await claim(at);
          for (const gap of gaps) {
            if (at - from > 3_500) break;
            at += gap;
            claimed += await claim(at);
          }
          // The last gap may be spent waiting.
          const wanted = Math.min(backlog, (perSecond * (at - from - 150)) / 1_000) * 0.9;
          assert.ok(claimed >= Math.floor(wanted), `${claimed} of ${wanted} in ${at - from} ms`);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("claims no more broadcast messages than a process has capacity for, and everything else before them", async () => {
    const at = await fresh(1_000);
    await withClient(t.database.admin, (admin) =>
      admin.query(`update outbound_dispatches set priority = 9
                    where message_id in (select message_id from outbound_dispatches order by message_id limit 430)`),
    );
    const claimed = async (after: number, bulkMax: number | null) => {
      const { rows } = await worker.query<{ priority: number }>(
        "select priority from claim_outbound($1, $2, 400, 150, $3, $4) where message_id is not null",
        [new Date(at + after), new Date(at + 60_000), randomUUID(), bulkMax],
      );
      return [rows.filter(({ priority }) => priority < 9).length, rows.filter(({ priority }) => priority === 9).length];
    };
    assert.deepEqual(await claimed(0, 7), [20, 7]);
    assert.deepEqual(await claimed(2_000, 0), [0, 0]);
    const [others, all] = await claimed(4_000, null);
    assert.ok(others === 0 && (all as number) > 7, `${all} without a bound`);
  });

  it("a clock set back does not stop the channel for the difference", async () => {
    const at = await fresh(80);
    for (let n = 0; n < 40; n++) await claim(at + 3_600_000 + n * 25);
    assert.ok((await claim(at)) > 0);
  });
});
