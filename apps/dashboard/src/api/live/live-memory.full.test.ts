/** A page that is open all day needs no more memory in the evening than in the morning. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { after, describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { eventually } from "@parley/server/test/eventually.ts";
import { startTestApp } from "@parley/server/test/harness.ts";
import { writeEvents } from "@parley/server/test/stages/written-events.ts";
import { createNetwork, openPage } from "../../../test/page-without-browser.ts";
import { conversationListQuery, loadMoreConversations } from "../inbox/conversations.ts";

const t = await startTestApp();
after(() => t.stop());

async function setTheStage() {
  const tenant = await t.tenant();
  return { tenant, channel: await t.channel(tenant), person: await t.person(tenant.id, { role: "admin" }) };
}

describe("a page that is open all day", () => {
  it("needs no more memory after 16,000 events than after the first 6,000", async () => {
    const { tenant, channel, person } = await setTheStage();
    await t.simulator.customer("447700900001").sendText(channel.externalId, "Hello");
    await t.drain();
    const [conversation] = (await tenant.api.get("/api/v1/conversations")).body.data;
    const { body } = await tenant.api.get(`/api/v1/conversations/${conversation.id}/messages`);
    const place = { channelId: channel.id, conversationId: conversation.id, contactId: conversation.contactId };
    const page = new Worker(new URL("../../../test/page-in-a-thread.ts", import.meta.url), {
      workerData: { url: t.url, cookie: person.cookie, conversationId: conversation.id },
    });
    try {
      const [ready] = await once(page, "message");
      assert.deepEqual(ready, { ready: true });
      let written = 0;
      /** Events about shown and other records, each about a different one. */
      const send = async (count: number) => {
        for (; written < count; written += 500) {
          const events = Array.from({ length: 500 }, (_, index) => {
            const shown = index % 50 === 0;
            const message = shown ? body.data[0].id : `msg_${randomBytes(16).toString("hex")}`;
            const about = shown ? place : { ...place, conversationId: `conv_${randomBytes(16).toString("hex")}` };
            return index % 2 === 0
              ? { type: "message.status", data: { ...about, message: { id: message } } }
              : { type: "contact.updated", data: { contactId: `cnt_${randomBytes(16).toString("hex")}`, changes: {} } };
          });
          await writeEvents(t, tenant.id, events);
        }
        page.postMessage({ events: count });
        const [message] = await once(page, "message");
        return message as { heapBytes: number; asked: number };
      };
      const before = await send(6_000);
      const afterwards = await send(16_000);
      const grownBytes = afterwards.heapBytes - before.heapBytes;
      assert.ok(grownBytes < 1_000_000, `${grownBytes} bytes more`);
      // Shown records are fetched again, others are not: far fewer requests than events.
      const asked = afterwards.asked - before.asked;
      assert.ok(asked < 2_000, `${asked} requests for 10,000 events`);
    } finally {
      await page.terminate();
    }
  });

  it("cuts a list that grows by events to the requested length", async () => {
    const { tenant, channel, person } = await setTheStage();
    const network = createNetwork();
    const page = openPage(t.url, person, network);
    try {
      await page.ready();
      page.show(conversationListQuery({}));
      await page.settled();
      const made = 400;
      for (let at = 0; at < made; at += 25) {
        const some = Array.from({ length: 25 }, (_, index) => t.simulator.customer(`4477009${String(10_000 + at + index)}`));
        await Promise.all(some.map((customer) => customer.sendText(channel.externalId, "Hello")));
      }
      await t.drain();
      const { body: marker } = await tenant.api.post("/api/v1/contacts", { name: "The last" });
      await eventually("the last event has come", () =>
        page.seen.some(({ data }) => (data as { contactId?: string }).contactId === marker.id),
      );
      await page.settled();
      const list = page.client.getQueryData(conversationListQuery({}).queryKey);
      const { body } = await tenant.api.get("/api/v1/conversations/counts");
      assert.equal(body.all.conversations.count, made);
      assert.ok(list !== undefined && list.items.length < made && list.items.length >= 50, `${list?.items.length} are held`);
      assert.notEqual(list.next, null);
      await loadMoreConversations(page.client, {});
      const { data: fresh } = (await tenant.api.get("/api/v1/conversations?limit=100")).body;
      assert.deepEqual(page.client.getQueryData(conversationListQuery({}).queryKey)?.items.slice(0, 100), fresh);
    } finally {
      page.close();
    }
  });
});
