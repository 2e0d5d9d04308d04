import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../../../../test/eventually.ts";
import { wholeList } from "../../../../test/inbox.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { t, line } = await startVoiceStage();

describe("the list of calls", () => {
  it("can be filtered by every field, is paged, and contains no calls of other tenants", async () => {
    const [desk, foreign] = [await line(), await line()];
    const second = await desk.post("/voice-agents", { name: "Night desk", channelId: desk.channel.id });
    const over = async () => eventually("all calls are over", async () => (await desk.calls()).every((call: any) => call.endedAt !== null));
    for (const from of ["+447700900201", "+447700900201", "+447700900202"]) {
      const caller = lineOf(await desk.dial({ from }));
      await caller.until(() => caller.heard() === "Hello.");
      caller.stop();
      await over();
      t.clock.advance(1_000);
    }
    // The second agent is not active, so its call is missed.
    const changed = await desk.tenant.api.patch(`/api/v1/phone-numbers/${desk.phoneNumber.id}`, { voiceAgentId: second.id });
    assert.equal(changed.status, 200, changed.text);
    await desk.dial({ from: "+447700900202" });
    const foreignCall = await foreign.dial();
    lineOf(foreignCall).stop();
    await foreignCall.outcome;

    const all = await desk.calls();
    const [missed, third, two, one] = all;
    const ids = async (query: string, api = desk.tenant.api) => {
      const response = await api.get(`/api/v1/calls?${query}`);
      assert.equal(response.status, 200, response.text);
      return response.body.data.map((call: any) => call.id);
    };
    const idsOf = (calls: any[]) => calls.map((call) => call.id);
    assert.equal(all.length, 4);
    assert.deepEqual(await ids("status=completed"), idsOf([third, two, one]));
    assert.deepEqual(await ids("status=no_answer"), idsOf([missed]));
    assert.deepEqual(await ids(`voiceAgentId=${desk.agent.id}`), idsOf([third, two, one]));
    assert.deepEqual(await ids(`voiceAgentId=${second.id}`), idsOf([missed]));
    assert.deepEqual(await ids(`contactId=${one.contactId}`), idsOf([two, one]));
    assert.deepEqual(await ids(`conversationId=${third.conversationId}&status=completed`), idsOf([third]));
    assert.deepEqual(await ids("direction=inbound"), idsOf(all));
    assert.deepEqual(await ids("direction=outbound"), []);
    // Only calls made on a channel match, not telephone calls whose conversation is there.
    assert.deepEqual(await ids(`channelId=${desk.channel.id}`), []);
    for (const field of ["voiceAgentId", "contactId", "conversationId", "channelId"]) {
      const given = {
        voiceAgentId: desk.agent.id,
        contactId: one.contactId,
        conversationId: one.conversationId,
        channelId: desk.channel.id,
      };
      assert.deepEqual(await ids(`${field}=${given[field as "contactId"]}`, foreign.tenant.api), [], field);
      assert.deepEqual(await ids(`${field}=nobody`), [], field);
    }
    assert.equal((await desk.tenant.api.get("/api/v1/calls?status=waiting")).status, 400);
    assert.deepEqual(idsOf(await wholeList(desk.tenant.api, "/api/v1/calls?limit=3")), idsOf(all));
  });
});
