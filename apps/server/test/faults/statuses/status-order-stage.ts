/** Messages whose statuses a test sends, in its own order, and the expected result. For status-order*.test.ts. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { startTestApp } from "../../harness.ts";
import { callbackBody, postCallback, statusChange } from "../chat-app-bodies.ts";

export const words = ["sent", "delivered", "read", "failed"] as const;
export type ReportedStatus = (typeof words)[number];

/** The platform's time of each status, in seconds after the send: the real order, whatever the order of arrival. */
export const happenedAfter: Record<ReportedStatus, number> = { sent: 1, delivered: 2, read: 3, failed: 4 };

/** The rule: forward only; failed is final, and is too late once the message was delivered. */
function expectedPath(arrivals: ReportedStatus[]): string[] {
  const order = ["sent", "delivered", "read"];
  const path = ["sent"]; // the response to the send
  for (const word of arrivals) {
    const now = path.at(-1) as string;
    if (now === "failed") break;
    if (word === "failed" ? now === "sent" : order.indexOf(word) > order.indexOf(now)) path.push(word);
  }
  return path;
}

let next = 0;
export const person = () => `44770050${String(next++).padStart(4, "0")}`;

export const t = await startTestApp({ simulatorOptions: { autoStatuses: false, unknownWindow: "open" } });
after(() => t.stop());
export const tenant = await t.tenant();
export const channel = await t.channel(tenant);

export interface Sent {
  id: string;
  to: string;
  externalId: string;
  sentAt: Date;
}

/** Messages that the platform accepted without sending any status. */
export async function sendMany(count: number): Promise<Sent[]> {
  const made: { id: string; to: string }[] = [];
  for (let n = 0; n < count; n++) {
    const to = person();
    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to,
      type: "template",
      content: { name: "hello", language: "en" },
    });
    assert.equal(sent.status, 200, sent.text);
    made.push({ id: sent.body.id, to });
  }
  // The platform reports whole seconds.
  const sentAt = new Date(Math.ceil(t.clock.now().getTime() / 1000) * 1000);
  await t.drain();
  // A platform time in the future would be treated as a wrong clock.
  t.clock.advance(10_000);
  return made.map(({ id, to }) => ({ id, to, externalId: t.simulator.sentTo(to)[0]!.messageId!, sentAt }));
}

export const sendStatus = (message: Pick<Sent, "to" | "externalId" | "sentAt">, word: string, reference?: string) =>
  postCallback(
    `${t.url}/callbacks/chat-app`,
    callbackBody(
      statusChange(channel.externalId, message.to, message.externalId, word, {
        at: new Date(message.sentAt.getTime() + (happenedAfter[word as ReportedStatus] ?? 0) * 1_000),
        ...(reference === undefined ? {} : { reference }),
      }),
    ),
  );

export const rows = (text: string, values: unknown[]) =>
  t.app.database.withTenant(tenant.id, (tx) => tx.query<any>({ text, values: [tx.tenantId, ...values] }));

export async function check(message: Sent, arrivals: ReportedStatus[]): Promise<void> {
  const path = expectedPath(arrivals);
  const what = `${arrivals.join(", ")} for ${message.id}`;
  const { status, statusAt, error } = (await tenant.api.get(`/api/v1/messages/${message.id}`)).body;
  assert.equal(status, path.at(-1), what);
  const events = await rows(
    "select data->>'previousStatus' as before, data->>'status' as after from event_log where tenant_id = $1 and type = 'message.status' and data->'message'->>'id' = $2 order by xid, id",
    [message.id],
  );
  assert.deepEqual(
    events.map((e) => e.after),
    path,
    `events of ${what}`,
  );
  assert.deepEqual(
    events.map((e) => e.before),
    ["queued", ...path.slice(0, -1)],
    `each event names the status before: ${what}`,
  );
  // Every time reported by the platform is kept, even of a status that came too late to show.
  const at = (word: ReportedStatus) => new Date(message.sentAt.getTime() + happenedAfter[word] * 1_000).toISOString();
  if (arrivals.includes("delivered")) assert.equal(statusAt.delivered, at("delivered"), `delivered at, ${what}`);
  else assert.equal(statusAt.delivered, arrivals.includes("read") ? at("read") : null, `delivered at the latest when read, ${what}`);
  assert.equal(statusAt.read, arrivals.includes("read") ? at("read") : null, `read at, ${what}`);
  assert.equal(statusAt.failed, status === "failed" ? at("failed") : null, `failed at, ${what}`);
  assert.equal(error === null, status !== "failed", what);
  assert.notEqual(statusAt.sent, null);
}
