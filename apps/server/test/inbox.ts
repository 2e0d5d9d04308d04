/** Test stage for the inbox's tools: a tenant with a channel, and people who write to it. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Api, startTestApp, type TestTenant } from "./harness.ts";

export async function startInbox(prefix: string) {
  const t = await startTestApp();
  after(() => t.stop());
  const [tenant, other] = await Promise.all([t.tenant(), t.tenant()]);
  const channel = await t.channel(tenant);
  let people = 0;

  /** Somebody new writes; returns the resulting conversation. */
  async function incoming(text = "Hello", who: TestTenant = tenant, on = channel, name?: string) {
    const waId = `${prefix}${String(++people).padStart(12 - prefix.length, "0")}`;
    const customer = t.simulator.customer(waId, name ?? `Person ${people}`);
    await customer.sendText(on.externalId, text);
    await t.drain();
    const { body: contacts } = await who.api.get(`/api/v1/contacts?phone=%2B${waId}`);
    const { body } = await who.api.get(`/api/v1/conversations?contactId=${contacts.data[0].id}`);
    const conversation = body.data[0];
    assert.ok(conversation, "the conversation of the message");
    return { customer, waId, contactId: contacts.data[0].id as string, conversation, url: `/api/v1/conversations/${conversation.id}` };
  }

  async function member(email: string, who: TestTenant = tenant): Promise<string> {
    const { userId } = await t.app.tenants.createUser({
      email,
      password: "long enough",
      tenantId: who.id,
      role: "agent",
      name: "Ada Agent",
    } as never);
    return `agt_${userId.replaceAll("-", "")}`;
  }

  async function eventsOf(conversationId: string, type: string, who: TestTenant = tenant): Promise<any[]> {
    const rows = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = $2 and data->>'conversationId' = $3 order by xid, id",
      values: [who.id, type, conversationId],
    });
    return rows.map((row) => row.data);
  }

  return { t, tenant, other, channel, incoming, member, eventsOf };
}

/** All pages of a list. */
export async function wholeList(api: Api, path: string): Promise<any[]> {
  const all = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? path : `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
    const answer: { status: number; text: string; body: any } = await api.get(at);
    assert.equal(answer.status, 200, answer.text);
    all.push(...answer.body.data);
    cursor = answer.body.pageInfo.nextCursor;
    assert.equal(answer.body.pageInfo.hasNextPage, cursor !== null);
  } while (cursor !== null);
  return all;
}

/** A refusal's status and code. */
export const refusal = (answer: { status: number; body: any }) => [answer.status, answer.body?.error?.code];

/** Which field is refused, and why. */
export const detail = (answer: { body: any }) => {
  const [first] = answer.body?.error?.details ?? [];
  return [first?.field, first?.issue];
};
