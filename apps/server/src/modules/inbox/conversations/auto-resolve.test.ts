import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../test/responses.ts";
import { startInbox } from "../../../../test/inbox.ts";

const { t, incoming } = await startInbox("447714");
const hour = 3_600_000;

/** A conversation that the team has answered, and that is therefore idle. */
async function answered(afterMinutes: number, message: string | null) {
  const own = await t.tenant();
  const line = await t.channel(own);
  await ok(own.api.put("/api/v1/agent-settings", { autoResolve: { afterMinutes, message } }));
  const person = await incoming("Hello", own, line);
  await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: person.waId, type: "text", text: "Done" }));
  const texts = async () => (await ok(own.api.get(`${person.url}/messages`))).data.reverse().map((m: any) => m.text);
  return { own, ...person, texts, read: () => ok(own.api.get(person.url)) };
}

describe("automatic resolution", () => {
  it("notifies the customer once, in the conversation that it resolves", async () => {
    const who = await answered(60, "We close this for now.");
    t.clock.advance(hour + 1_000);
    await Promise.all([t.drain(), t.drain()]);
    await t.drain();
    assert.deepEqual(await who.texts(), ["Hello", "Done", "We close this for now."]);
    const conversation = await who.read();
    assert.deepEqual([conversation.status, conversation.resolvedBy], ["resolved", "auto_resolve"]);
    assert.equal((await ok(who.own.api.get("/api/v1/conversations"))).data.length, 1);
    const activity = (await ok(who.own.api.get(`${who.url}/activity`))).data;
    assert.equal(activity.filter((item: any) => item.changes.status?.to === "resolved").length, 1);
    const [message] = (await ok(who.own.api.get(`${who.url}/messages`))).data;
    assert.deepEqual(message.author, { kind: "flow", id: "auto_resolve" });
  });

  it("resolves without a message if none may be sent, and if none is configured", async () => {
    const closed = await answered(25 * 60, "We close this for now.");
    const silent = await answered(60, null);
    t.clock.advance(25 * hour + 1_000);
    await t.drain();
    for (const who of [closed, silent]) {
      assert.equal((await who.read()).status, "resolved");
      assert.deepEqual(await who.texts(), ["Hello", "Done"]);
    }
  });

  it("leaves a conversation alone while somebody waits in it", async () => {
    const who = await answered(60, "We close this for now.");
    t.clock.advance(hour - 1_000);
    await who.customer.sendText((await ok(who.own.api.get("/api/v1/channels"))).data[0].externalId, "One more");
    // Drained before it becomes due, because a drain does not repeat what it has started earlier.
    await t.drain();
    t.clock.advance(hour);
    await t.drain();
    assert.deepEqual([(await who.read()).status, (await who.texts()).length], ["open", 3]);
  });
});
