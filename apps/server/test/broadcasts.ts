/** Test stage for broadcasts: a tenant with a chat-app channel that has approved templates, and contacts to write to. */
import assert from "node:assert/strict";
import type { ApiResponse, TestApp, TestTenant } from "./harness.ts";
import { appSecret } from "./harness.ts";

export interface BroadcastStage {
  tenant: TestTenant;
  channel: { id: string; externalId: string };
  /** Creates contacts that have never written; returns their ids in the order of their numbers. */
  people(count: number, fields?: (i: number) => object): Promise<{ id: string; number: string }[]>;
  /** A draft to everybody with the template `offer`, which takes one variable. */
  draft(fields?: object): Promise<any>;
  verb(id: string, verb: string, body?: object): Promise<any>;
  get(id: string): Promise<any>;
  /** Runs background work until the broadcast has one of these statuses. */
  until(id: string, ...statuses: string[]): Promise<any>;
  recipients(id: string, query?: string): Promise<any[]>;
  /** What the platform accepted for a number. */
  sentTo(number: string): { reference?: string | undefined }[];
}

let made = 0;

export async function setBroadcastStage(t: TestApp, options: { messagesPerSecond?: number } = {}): Promise<BroadcastStage> {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant, options);
  t.simulator.registerNumber({
    phoneNumberId: channel.externalId,
    businessAccountId: `2${channel.externalId.slice(1)}`,
    accessToken: `token-${channel.externalId}`,
    displayPhoneNumber: "15550100100",
    callbackUrl: `${t.url}/callbacks/chat-app`,
    appSecret,
    ...(options.messagesPerSecond === undefined ? {} : { messagesPerSecond: options.messagesPerSecond }),
    templates: [
      { name: "offer", language: "en", category: "MARKETING", components: [{ type: "BODY", text: "Hello {{1}}, there is an offer." }] },
      { name: "plain", language: "en", category: "MARKETING", components: [{ type: "BODY", text: "There is an offer." }] },
    ] as never,
  });
  const synced = await tenant.api.post(`/api/v1/channels/${channel.id}/templates/sync`);
  assert.equal(synced.status, 200, synced.text);

  const get = async (id: string) => (await tenant.api.get(`/api/v1/broadcasts/${id}`)).body;
  return {
    tenant,
    channel,
    get,
    async people(count, fields = () => ({})) {
      const list: { id: string; number: string }[] = [];
      for (let i = 0; i < count; i++) {
        const number = `447700${String(++made).padStart(6, "0")}`;
        const response: ApiResponse = await tenant.api.post("/api/v1/contacts", { name: `Person ${i}`, phone: `+${number}`, ...fields(i) });
        assert.equal(response.status, 200, response.text);
        list.push({ id: response.body.id, number });
      }
      return list;
    },
    async draft(fields = {}) {
      const response = await tenant.api.post("/api/v1/broadcasts", {
        title: "Offer",
        channelId: channel.id,
        messageContent: { name: "offer", language: "en", variables: [{ field: "firstName", fallback: "there" }] },
        targetAudience: { all: true },
        ...fields,
      });
      assert.equal(response.status, 200, response.text);
      return response.body;
    },
    async verb(id, verb, body = {}) {
      const response = await tenant.api.post(`/api/v1/broadcasts/${id}/${verb}`, body);
      assert.equal(response.status, 200, response.text);
      return response.body;
    },
    async until(id, ...statuses) {
      for (let i = 0; i < 200; i++) {
        await t.settle();
        const broadcast = await get(id);
        if (statuses.includes(broadcast.status)) return broadcast;
        t.clock.advance(1_000);
      }
      assert.fail(`${id} does not become ${statuses.join(" or ")}: ${JSON.stringify(await get(id))}`);
    },
    async recipients(id, query = "") {
      const all = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const at = `/api/v1/broadcasts/${id}/recipients?limit=100${query}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
        const page: any = await tenant.api.get(at);
        assert.equal(page.status, 200, page.text);
        all.push(...page.body.data);
        cursor = page.body.pageInfo.nextCursor;
      }
      return all;
    },
    sentTo: (number) => t.simulator.sentTo(number),
  };
}

/** Compares the counts with the rows. */
export async function checkCounts(t: TestApp, stage: BroadcastStage, id: string): Promise<void> {
  const { counts } = await stage.get(id);
  const rows = await t.app.database.worker<{ status: string; n: number }>({
    text: `select r.status, count(*)::int as n from broadcast_recipients r
            where r.tenant_id = $1 and 'brd_' || replace(r.broadcast_id::text, '-', '') = $2 group by r.status`,
    values: [stage.tenant.id, id],
  });
  for (const status of ["pending", "sending", "sent", "delivered", "read", "replied", "failed", "unknown", "skipped"])
    assert.equal(counts[status], rows.find((row) => row.status === status)?.n ?? 0, `${status} of ${JSON.stringify(counts)}`);
}
