import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { emit, follow, t } from "../../../../test/stages/event-stage.ts";
import { eventually } from "../../../../test/eventually.ts";
import type { TestTenant } from "../../../../test/harness.ts";
import { comparePositions } from "#platform/events/tail.ts";

describe("the event log as a stream", () => {
  it("delivers every event once and in order, with concurrent writers that commit out of order and connections cut at random", async () => {
    const tenants = await Promise.all([t.tenant(), t.tenant(), t.tenant()]);
    const written = new Map<string, { id: string; xid: string }[]>(tenants.map((x) => [x.id, []]));
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 10 }, async (_, w) => {
        const tenant = tenants[w % 3] as TestTenant;
        const client = new pg.Client(t.database.app);
        await client.connect();
        for (let i = 0; i < 40; i++) {
          await client.query(`begin; set local app.tenant_id = '${tenant.id}'`);
          // Several events, some before and some after a pause, so that ids, xids and commits are in different orders.
          const rows: { id: string; xid: string }[] = [];
          for (let e = 0; e < 1 + (i % 3); e++) {
            const { rows: made } = await client.query(
              "insert into event_log (tenant_id, id, type, data, created_at) values ($1, $2, 'contact.created', '{}', now()) returning id, xid::text as xid",
              [tenant.id, t.app.ids.uuid()],
            );
            rows.push(made[0]);
            await sleep(Math.random() * 8);
          }
          if (i % 7 === 6) await client.query("rollback");
          else {
            await client.query("commit");
            written.get(tenant.id)?.push(...rows);
          }
          t.app.wake.hint("events");
        }
        await client.end();
      }),
    ).then(() => {
      writing = false;
    });

    const readers = [0, 1, 2, 0, 1, 2].map(async (n, r) => {
      const tenant = tenants[n] as TestTenant;
      const seen: string[] = [];
      // From the start: the first connection must not miss what was written before it.
      let client = await follow(t.url, tenant.key);
      await client.ready();
      const firstOnly = client;
      let taken = 0;
      const take = () => {
        for (const m of client.events().slice(taken)) {
          assert.notEqual(m.event, "reset");
          seen.push(m.id as string);
          taken += 1;
        }
      };
      const startId = client.messages.find((m) => m.comment === "ready")?.id as string;
      while (writing) {
        await sleep(20 + Math.random() * 120);
        if (r < 3) continue;
        client.close();
        take();
        const resumeFrom = seen.at(-1) ?? startId;
        client = await follow(t.url, tenant.key, "", { "last-event-id": resumeFrom });
        taken = 0;
        await client.ready();
      }
      const all = (written.get(tenant.id) ?? []).toSorted(comparePositions).map((p) => `evt_${p.id.replaceAll("-", "")}`);
      const expected = all.slice(all.indexOf(startId) + 1);
      await client.until(() => {
        take();
        return seen.length >= expected.length;
      });
      await sleep(100);
      take();
      assert.deepEqual(seen, expected);
      client.close();
      firstOnly.close();
    });
    await Promise.all([writers, ...readers]);
  });

  it("ends a slow client's response over real HTTP", async () => {
    const tenant = await t.tenant();
    const socket: Socket = connect(Number(new URL(t.url).port), "127.0.0.1");
    socket.write(`GET /api/v1/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.key}\r\n\r\n`);
    let text = "";
    socket.on("data", (chunk) => {
      text = (text + chunk.toString("latin1")).slice(-300);
    });
    while (!text.includes(": ready")) await sleep(5);
    socket.pause();
    // More than the kernel's buffers hold.
    for (let i = 0; i < 160; i++) await emit(tenant, "contact.created", { filler: "x".repeat(60_000) });
    await eventually("the stream is given up", () => t.app.eventStreams() === 0);
    socket.resume();
    await eventually("the answer is over", () => text.endsWith("0\r\n\r\n"));
    assert.match(text, /event: reset\ndata: \{"reason":"too_slow"\}/);
    socket.destroy();
  });
});
