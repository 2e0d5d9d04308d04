/** Test stage for metrics: hand-made events at any time, and queries once they are counted. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp();
after(() => t.stop());

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const channelUuid = "01990000-0000-7000-8000-000000000001";
export const wire = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll("-", "")}`;

export interface Fact {
  at: number;
  type: string;
  data: Record<string, unknown>;
  conversation?: string;
  channel?: string | null;
}

/** Events in their writers' format, at any time, in one transaction. */
export async function log(tenant: TestTenant, facts: Fact[]): Promise<void> {
  const rows = facts.map((f) => ({
    id: t.app.ids.uuid(),
    type: f.type,
    channel: f.channel === undefined ? channelUuid : f.channel,
    conversation: f.conversation ?? null,
    data: f.data,
    at: new Date(f.at).toISOString(),
  }));
  await t.app.database.withTenant(tenant.id, (tx) =>
    tx.query({
      text: `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
             select $1, x.id, x.type, x.channel, x.conversation, x.data, x.at
               from json_to_recordset($2::json) as x(id uuid, type text, channel uuid, conversation uuid, data json, at timestamptz)`,
      values: [tenant.id, JSON.stringify(rows)],
    }),
  );
}

/** A UUIDv7 of that millisecond. */
function messageId(at: number): string {
  const own = t.app.ids.uuid();
  const time = at.toString(16).padStart(12, "0");
  return wire("msg", `${time.slice(0, 8)}-${time.slice(8)}${own.slice(13)}`);
}

export const received = (at: number, conversation: string, contact = "0".repeat(32), type = "text"): Fact => ({
  at,
  type: "message.received",
  conversation,
  data: { contactId: `cnt_${contact}`, message: { id: messageId(at), type, content: null } },
});
export const sent = (at: number, conversation: string, author: string | null = "member", more: object = {}): Fact => ({
  at,
  type: "message.sent",
  conversation,
  data: {
    message: {
      id: messageId(at),
      type: "text",
      content: null,
      ...(author === null ? {} : { author: { kind: author, id: null } }),
      ...more,
    },
  },
});
export const created = (at: number, conversation: string, status = "open"): Fact => ({
  at,
  type: "conversation.created",
  conversation,
  data: { status },
});
export const updated = (at: number, conversation: string, changes: Record<string, [unknown, unknown]>): Fact => ({
  at,
  type: "conversation.updated",
  conversation,
  data: { changes: Object.fromEntries(Object.entries(changes).map(([field, [from, to]]) => [field, { from, to }])) },
});
export const assigned = (at: number, conversation: string, assigneeId: string | null): Fact => ({
  at,
  type: "conversation.assigned",
  conversation,
  data: { assigneeId, previousAssigneeId: null },
});
export const status = (at: number, id: string, to: string, from: string): Fact => ({
  at,
  type: "message.status",
  conversation: conversation(),
  data: { message: { id }, status: to, previousStatus: from },
});
export const conversation = () => t.app.ids.uuid();

/** Waits until everything in the tenant's log is counted: transactions of other databases on the cluster may hide it for a moment. */
export async function counted(tenant: TestTenant, run: () => Promise<unknown> = () => t.drain()): Promise<void> {
  await eventually("all is counted", async () => {
    await run();
    const { body } = await tenant.api.get("/api/v1/metrics/summary");
    return body.asOf === t.clock.now().toISOString();
  });
}

export const ask = async (tenant: TestTenant, path: string): Promise<any> => {
  const { status, body, text } = await tenant.api.get(`/api/v1/metrics/${path}`);
  assert.equal(status, 200, text);
  return body;
};
export const iso = (ms: number) => new Date(ms).toISOString();

/** The values of a time range, by metric. */
export async function valuesOf(tenant: TestTenant, since: number, until: number, query = ""): Promise<Record<string, any>> {
  const { metrics } = await ask(tenant, `summary?since=${iso(since)}&until=${iso(until)}${query}`);
  return Object.fromEntries(metrics.map((m: any) => [m.metric, m]));
}

export const base = Date.UTC(2026, 4, 4, 9);
/** What the definitions give for these events in total. */
export async function count(facts: Fact[], query = ""): Promise<Record<string, any>> {
  const tenant = await t.tenant();
  await log(tenant, facts);
  await counted(tenant);
  return valuesOf(tenant, base - 2 * day, base + 30 * day, query);
}

/** The targets of `promised`'s policy for every priority. */
export const targets = { firstResponseMinutes: 10, nextResponseMinutes: 20, resolutionMinutes: 60 };

/** A tenant with a channel and a default policy. */
export async function promised(): Promise<{ tenant: TestTenant; channel: { id: string; externalId: string } }> {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  const each = { low: targets, medium: targets, high: targets, urgent: targets };
  const policy = await tenant.api.post("/api/v1/sla-policies", { name: "Standard", targets: each, isDefault: true });
  assert.equal(policy.status, 200, policy.text);
  return { tenant, channel };
}
