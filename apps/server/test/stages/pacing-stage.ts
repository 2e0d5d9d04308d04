/** A channel whose messages are claimed manually, at any time. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { withClient } from "@parley/database";
import pg from "pg";
import { startTestApp } from "../harness.ts";

export const t = await startTestApp();
export const tenant = await t.tenant();
export const channel = await t.channel(tenant);
export const worker = new pg.Client(t.database.worker);
await worker.connect();
after(async () => {
  await worker.end();
  await t.stop();
});

export const backlog = 450;
export const template = (to: string) => ({ channelId: channel.id, to, type: "template", content: { name: "hello", language: "en" } });
let startsAt: number;

/** Fills the queue with `backlog` messages. */
export async function fill(): Promise<void> {
  await withClient(t.database.admin, (admin) => admin.query("delete from outbound_dispatches"));
  for (let n = 0; n < backlog; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const to = `4477008${String(n + i).padStart(5, "0")}`;
        assert.equal((await tenant.api.post("/api/v1/messages", template(to))).status, 200);
      }),
    );
  startsAt = t.clock.now().getTime();
}

/** A backlog of the same size, and a channel that has never sent. Each run is a day later; returns its start time. */
export async function fresh(perSecond: number): Promise<number> {
  startsAt += 86_400_000;
  await withClient(t.database.admin, async (admin) => {
    await admin.query("update outbound_dispatches set state = 'ready', lease_until = null, claimed_by = null");
    await admin.query("delete from channel_pacing");
    await admin.query("update channels set messages_per_second = $1", [perSecond]);
  });
  return startsAt;
}

/** How many messages may be sent at that time. */
export async function claim(at: number, max = 400): Promise<number> {
  const { rows } = await worker.query("select message_id from claim_outbound($1, $2, $3, 50, $4) where message_id is not null", [
    new Date(at),
    new Date(at + 60_000),
    max,
    randomUUID(),
  ]);
  return rows.length;
}
