/** Compares a load's ledger with what the database and the platform have (the invariants of a fault run). */
import assert from "node:assert/strict";
import type { ChatAppSimulator } from "@parley/simulators/chat-app";
import { parseWireId, wireId } from "../../src/platform/ids/ids.ts";
import { eventually } from "../eventually.ts";
import type { Load } from "./load.ts";

export type Query = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

const rank = ["queued", "unknown", "sent", "delivered", "read"];

/**
 * Leases of a killed process expire by time. The test does not wait for that: it moves those taken before `before` into
 * the past, which has the same effect.
 */
export async function endLeasesTakenBefore(query: Query, before: Date): Promise<void> {
  const leaseMs = { inbound_events: 30_000, outbound_dispatches: 60_000, webhook_deliveries: 60_000 };
  for (const [table, ms] of Object.entries(leaseMs)) {
    await query(`update ${table} set lease_until = now() - interval '1 s' where lease_until < $1`, [new Date(before.getTime() + ms)]);
  }
}

/** Rows that were claimed before an instant and have neither an outcome nor been released. */
export async function heldSince(query: Query, before: Date): Promise<number> {
  const leaseMs = { inbound_events: 30_000, outbound_dispatches: 60_000, webhook_deliveries: 60_000 };
  let held = 0;
  for (const [table, ms] of Object.entries(leaseMs)) {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from ${table} where state in ('leased', 'sending') and lease_until <= $1`,
      [new Date(before.getTime() + ms)],
    );
    held += row?.n ?? 0;
  }
  return held;
}

export interface Backlog {
  inbound: number;
  outbound: number;
  /** Claimed, with no outcome recorded yet. */
  sending: number;
  deliveries: number;
}

/** Rows with work left. */
export async function backlog(query: Query): Promise<Backlog> {
  const [row] = await query<Backlog>(`
    select (select count(*) from inbound_events where state in ('ready', 'leased'))::int as inbound,
           (select count(*) from outbound_dispatches where state = 'ready')::int as outbound,
           (select count(*) from outbound_dispatches where state = 'sending')::int as sending,
           (select count(*) from webhook_deliveries d join webhook_endpoints e using (tenant_id)
             where e.id = d.endpoint_id and e.url not like '%/hang%' and d.state in ('ready', 'leased'))::int as deliveries`);
  return row as Backlog;
}

/**
 * Waits until nothing is left to do, once the load has stopped: first until no more sends can leave, then until the platform has reported
 * everything, then until its reports have been processed.
 */
export async function waitUntilDrained(query: Query, simulator: ChatAppSimulator): Promise<void> {
  const gone = (which: (left: Backlog) => number) => async () => {
    const left = await backlog(query);
    return which(left) === 0 ? true : Promise.reject(new TypeError(JSON.stringify(left)));
  };
  await eventually(
    "every send has an outcome",
    gone((left) => left.outbound + left.sending),
  );
  await simulator.settled();
  await eventually(
    "every callback is worked off",
    gone((left) => left.inbound),
  );
}

/**
 * Does what POST /admin/queues/{name}/retry does. A kill may hit the same work twice while nothing else of its table is
 * in progress: it is set aside although it is innocent (docs/adr/0166), and completes once it is retried.
 */
export async function retrySetAside(query: Query): Promise<void> {
  await query(`update webhook_deliveries set state = 'ready', deaths = 0, run_at = now(), lease_until = null, completed_at = null
                where state = 'failed' and deaths >= 2`);
  await query(`update inbound_events set state = 'ready', attempts = 0, deaths = 0, run_at = now(), lease_until = null, last_error = null, processed_at = null
                where state = 'failed' and deaths >= 2`);
}

/** Everything acknowledged exists once, was sent at most once, and was reported once. */
export async function checkLedger(
  query: Query,
  load: Load,
  simulator: ChatAppSimulator,
  firstMessages: string[],
  counts: (reference: string) => boolean = () => true,
): Promise<Record<string, number>> {
  assert.deepEqual(load.wrong, [], "answers that no client should see");
  const outbound = await query<{ id: string; client_reference: string; status: string }>(
    "select id, client_reference, status from messages where direction = 'outbound'",
  );
  const byKey = Map.groupBy(outbound, (row) => row.client_reference);
  const statuses: Record<string, number> = {};
  for (const send of load.sends) {
    assert.equal(send.ids.size, 1, `${send.key}: one id over ${send.attempts} attempts, not ${[...send.ids].join(" and ")}`);
    const [id] = [...send.ids] as [string];
    const rows = byKey.get(send.key) ?? [];
    assert.deepEqual(
      rows.map((row) => wireId("msg", row.id)),
      [id],
      `${send.key} is stored exactly once`,
    );
    const { status } = rows[0] as { status: string };
    statuses[status] = (statuses[status] ?? 0) + 1;
    const arrived = simulator.stats().byMessageCount.get(id) ?? 0;
    assert.ok(arrived <= 1, `${id} left ${arrived} times`);
    // The platform reports everything it accepted, so what it has never stays unknown.
    const expected = arrived === 1 ? ["read"] : ["unknown", "failed"];
    assert.ok(expected.includes(status), `${id} reached the platform ${arrived} times and is ${status}`);
  }
  assert.equal(
    outbound.filter((row) => counts(row.client_reference)).length,
    load.sends.length,
    "no message but those that were asked for",
  );
  assert.deepEqual(simulator.doubleSends(), []);

  const inbound = await query<{ external_id: string; count: number }>(
    "select external_id, count(*)::int from messages where direction = 'inbound' group by 1",
  );
  const written = [...firstMessages, ...load.inbound.map((i) => i.externalId)];
  assert.deepEqual(inbound.map((row) => row.external_id).sort(), written.sort(), "every acknowledged callback is stored");
  assert.ok(
    inbound.every((row) => row.count === 1),
    "and once",
  );
  const left = await query("select state, last_error from inbound_events where state not in ('processed', 'ignored')");
  assert.deepEqual(left, []);

  const people = new Set([...load.inbound.map((i) => i.from), ...load.sends.map((s) => s.to)]);
  const [made] = await query<object>(`select (select count(*) from contacts)::int as contacts,
    (select count(*) from contact_identities)::int as identities, (select count(*) from conversations)::int as conversations`);
  const persons = { contacts: made, people: people.size };
  assert.deepEqual(
    made,
    { contacts: firstMessages.length, identities: firstMessages.length, conversations: firstMessages.length },
    JSON.stringify(persons),
  );

  await checkEvents(query, written, outbound);
  return statuses;
}

async function checkEvents(query: Query, written: string[], outbound: { id: string; status: string }[]): Promise<void> {
  const events = await query<{
    id: string;
    type: string;
    data: { status: string; previousStatus: string; message: { id: string; externalId: string } };
  }>("select id, type, data from event_log order by xid, id");
  const of = (type: string) => events.filter((event) => event.type === type);
  assert.deepEqual(
    of("message.received")
      .map((e) => e.data.message.externalId)
      .sort(),
    [...written].sort(),
    "one message.received each",
  );
  assert.deepEqual(
    of("message.sent")
      .map((e) => parseWireId("msg", e.data.message.id))
      .sort(),
    outbound.map((m) => m.id).sort(),
    "one message.sent each",
  );
  const [{ conversations, contacts }] = (await query<{ conversations: number; contacts: number }>(
    "select (select count(*) from conversations)::int as conversations, (select count(*) from contacts)::int as contacts",
  )) as [{ conversations: number; contacts: number }];
  assert.equal(of("conversation.created").length, conversations);
  assert.equal(of("contact.created").length, contacts);
  const byMessage = Map.groupBy(of("message.status"), (e) => e.data.message.id);
  for (const message of outbound) {
    const steps = byMessage.get(wireId("msg", message.id)) ?? [];
    // Each event names the previous status; the log itself may have two events of different transactions in the opposite order.
    const what = `${message.id}: ${steps.map((s) => `${s.data.previousStatus}>${s.data.status}`).join(", ")}`;
    const after = new Map(steps.map(({ data }) => [data.previousStatus, data.status]));
    assert.equal(after.size, steps.length, `a status is left once: ${what}`);
    let before = "queued";
    for (let reached = 0; reached < steps.length; reached++) {
      const next = after.get(before);
      assert.ok(next !== undefined, `the events make one chain: ${what}`);
      assert.ok(next === "failed" || rank.indexOf(next) > rank.indexOf(before), `forward only: ${what}`);
      before = next;
    }
    assert.equal(before, message.status, "the last event tells the status");
  }
}
