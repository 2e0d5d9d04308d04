/** Changes to conversations by a page that follows the server. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { startTestApp } from "@parley/server/test/harness.ts";
import { createNetwork, openPage } from "../../test/page-without-browser.ts";
import { cachedConversation, conversationQuery } from "./inbox/conversations.ts";
import { changeConversations } from "./mutations.ts";

const t = await startTestApp();
after(() => t.stop());

describe("two quick changes of a conversation", () => {
  it("both stay while the event of the first one is fetched, and the second one's undo restores the first", async () => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    const person = await t.person(tenant.id, { role: "admin" });
    await t.simulator.customer("4930112200", "Amina").sendText(channel.externalId, "Hello");
    await t.drain();
    const [{ id }] = (await tenant.api.get("/api/v1/conversations")).body.data;

    const network = createNetwork();
    const { fetch } = network;
    const fetched = Promise.withResolvers<void>();
    let holdsFetches = false;
    let onPatch: () => Promise<unknown> | undefined = () => undefined;
    const page = openPage(t.url, person, {
      ...network,
      async fetch(input, init) {
        const response = await fetch(input, init);
        const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
        if (init?.method === "PATCH") await onPatch();
        else if (holdsFetches && !isStream) await fetched.promise;
        return response;
      },
    });
    try {
      const hide = page.show(conversationQuery(id));
      await page.ready();
      await page.settled();
      const { client } = page;
      const shown = () => {
        const record = cachedConversation(client, id);
        return [record?.status, record?.priority];
      };
      holdsFetches = true;
      network.slow = true;
      t.clock.advance(1_000);
      const seen = page.count;
      await changeConversations(client, [id], { priority: "high" });
      // The first change's event arrives while the second one's response is on its way.
      onPatch = () => {
        network.slow = false;
        return eventually("the event of the first one", () => page.count > seen);
      };
      t.clock.advance(1_000);
      await changeConversations(client, [id], { status: "resolved" });
      assert.deepEqual(shown(), ["resolved", "high"]);
      const { undo } = await changeConversations(client, [id], { status: "open", priority: "low" });
      fetched.resolve();
      await undo?.();
      const stored = (await tenant.api.get(`/api/v1/conversations/${id}`)).body;
      assert.deepEqual([stored.status, stored.priority], ["resolved", "high"]);
      await page.settled();
      assert.deepEqual(shown(), ["resolved", "high"]);
      hide();
    } finally {
      fetched.resolve();
      page.close();
    }
  });
});
