import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { eventually } from "../../../../../test/eventually.ts";
import { type Desk, offer, startChannelCallStage } from "../../../../../test/stages/voice/channel-call-stage.ts";

const { t, platform, realtime, desk: makeDesk } = await startChannelCallStage();
afterEach(() => {
  mock.restoreAll();
  realtime.reset();
  platform.refuses(null);
});

/** The end of the newest call: status, reason, cost. */
async function endOf(desk: Desk): Promise<unknown[]> {
  const { status, endReason, cost } = await desk.ended();
  return [status, endReason, cost];
}

const missed = async (desk: Desk) => {
  const [event] = await desk.events("call.missed");
  const conversation = await desk.conversation(event.conversationId);
  return { reason: event.endReason, waits: conversation.waitingSince !== null, ticket: event.callbackTicketId !== null };
};

describe("a channel's call while it is being connected", () => {
  it("ends when the customer gives up before any process claimed it", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    await desk.ends(call);
    await t.drain();
    assert.deepEqual(await endOf(desk), ["no_answer", "caller_hung_up", 0]);
    assert.deepEqual([desk.acts(call.id), desk.sessions()], [[], []]);
    assert.deepEqual(await missed(desk), { reason: "caller_hung_up", waits: true, ticket: true });
  });

  it("ends when the customer gives up while the provider is being asked, and its session is hung up", async () => {
    const desk = await makeDesk();
    const { promise, resolve } = Promise.withResolvers<void>();
    let asked = false;
    realtime.set({
      beforeAnswer: () => {
        asked = true;
        return promise;
      },
    });
    const call = await desk.rings();
    // A drain waits for what it started, and so for the provider.
    const draining = t.drain();
    await eventually("the provider is asked", () => asked);
    await desk.ends(call);
    await eventually("the call is over", async () => (await desk.calls())[0].endedAt !== null);
    resolve();
    await draining;
    assert.deepEqual(await endOf(desk), ["no_answer", "caller_hung_up", 0]);
    assert.deepEqual(desk.acts(call.id), []);
    await eventually("the session is hung up", () => realtime.hangUps.includes(desk.sessions()[0]?.id ?? ""));
    assert.equal((await desk.events("call.missed")).length, 1);
  });

  it("whose end arrives before its start is a missed call, and nobody is left on the line", async () => {
    const desk = await makeDesk();
    const call = { id: "wacid.early", from: "447700900123" };
    await desk.ends(call);
    await t.drain();
    await desk.rings(call);
    // We accept it, but the platform refuses it, knowing that it has ended.
    platform.refuses(({ body }) => (body.action === "accept" ? { status: 400, code: 138007 } : null));
    await t.drain();
    t.clock.advance(31_000);
    await t.drain();
    assert.equal((await desk.ended()).status, "no_answer");
    assert.ok(realtime.hangUps.includes(desk.sessions()[0]?.id ?? ""));
  });

  for (const status of [401, 429]) {
    it(`uses the next key if the first gets ${status}`, async () => {
      const desk = await makeDesk();
      const second = {
        provider: "openai_compatible",
        name: "Second",
        apiKey: `sk-second-${status}`,
        baseUrl: realtime.baseUrl,
        models: ["m"],
      };
      await desk.post("/ai/keys", second);
      realtime.refuse(status, desk.apiKey);
      const call = await desk.rings();
      const session = await desk.greeted();
      assert.equal(session.apiKey, `sk-second-${status}`);
      const [first] = (await desk.tenant.api.get("/api/v1/ai/keys")).body.data;
      if (status === 401) assert.deepEqual([first.status, first.lastError], ["failed", "invalid_key"]);
      else assert.equal(first.circuits[0].reason, "rate_limited");
      session.says("Bye");
      await desk.ended();
      // With the key that started it.
      assert.deepEqual([desk.acts(call.id).at(-1), realtime.hangUps.includes(session.id)], ["terminate", true]);
    });
  }

  it("is rejected if no key works, and the conversation waits", async () => {
    const desk = await makeDesk();
    realtime.refuse(500);
    const call = await desk.rings();
    await t.drain();
    assert.deepEqual(await endOf(desk), ["no_answer", "provider_unavailable", 0]);
    assert.deepEqual(desk.acts(call.id), ["reject"]);
    assert.deepEqual(await missed(desk), { reason: "provider_unavailable", waits: true, ticket: true });
  });

  it("is rejected if it cannot be controlled: nobody talks to a model without limits", async () => {
    const desk = await makeDesk();
    realtime.set({ socketStatus: 403 });
    const call = await desk.rings();
    await t.drain();
    assert.deepEqual(await endOf(desk), ["no_answer", "provider_unavailable", 0]);
    assert.deepEqual(desk.acts(call.id).at(-1), "reject");
    assert.ok(realtime.hangUps.includes(desk.sessions()[0]?.id ?? ""));
  });

  it("that the platform does not let us accept is missed; a temporary failure is retried once", async () => {
    const desk = await makeDesk();
    platform.refuses(({ body }) => (body.action === "pre_accept" ? { status: 400, code: 138007 } : null));
    const taken = await desk.rings();
    (await desk.greeted()).says("Bye");
    await desk.ended();
    assert.deepEqual(desk.acts(taken.id), ["pre_accept", "pre_accept", "accept", "terminate"]);
    platform.refuses(({ body }) => (body.action === "pre_accept" || body.action === "terminate" ? null : { status: 400, code: 138023 }));
    const refused = await desk.rings();
    await t.drain();
    assert.deepEqual(await endOf(desk), ["no_answer", "not_connected", 0]);
    // The platform refused to reject the call, which may therefore be live: it is ended instead.
    assert.deepEqual(desk.acts(refused.id), ["pre_accept", "accept", "reject", "terminate"]);
  });
});

describe("a channel's call at a process whose number is unknown for a while", () => {
  it("is left to others until then", async () => {
    const desk = await makeDesk();
    await desk.rings();
    await t.drain(["inbound"]);
    const lost = mock.method(t.app.processes, "current", () => null);
    await t.drain(["channel calls"]);
    assert.deepEqual([(await desk.calls())[0].status, desk.sessions()], ["ringing", []]);
    lost.mock.restore();
    (await desk.greeted()).says("Bye");
    assert.equal((await desk.ended()).status, "completed");
  });

  it("is answered all the same once it was claimed", async () => {
    const desk = await makeDesk();
    const { current } = t.app.processes;
    let isLost = false;
    const lost = mock.method(t.app.processes, "current", () => (isLost ? null : current()));
    platform.refuses(({ body }) => {
      isLost = body.action === "accept";
      return null;
    });
    await desk.rings();
    const session = await desk.greeted();
    lost.mock.restore();
    await t.app.calls.live.renew();
    session.says("Bye");
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["completed", "agent_ended"]);
  });

  it("is answered under its number if it was claimed without one", async () => {
    const desk = await makeDesk();
    const { id } = desk.tenant;
    const rows = (text: string) => t.app.database.withTenant(id, (tx) => tx.query<{ holder: number | null }>({ text, values: [id] }));
    realtime.set({ beforeAnswer: async () => void (await rows("update voice_calls set holder = null where tenant_id = $1")) });
    await desk.rings();
    const session = await desk.greeted();
    assert.deepEqual(await rows("select holder from voice_calls where tenant_id = $1"), [{ holder: t.app.processes.current() }]);
    session.says("Bye");
    assert.equal((await desk.ended()).status, "completed");
  });
});

describe("a platform, or an impostor,", () => {
  it("with a session description of 1 MB, or none, gets the call rejected with the reason; others are answered", async () => {
    const desk = await makeDesk();
    for (const session of [{ sdp_type: "offer", sdp: offer + "a".repeat(1_048_576) }, { sdp_type: "offer", sdp: "no description" }, null]) {
      const call = await desk.rings({ session });
      assert.equal(call.status, 200);
      await t.drain();
      assert.deepEqual(await endOf(desk), ["no_answer", "unusable_offer", 0]);
      assert.deepEqual(desk.acts(call.id), ["reject"]);
    }
    assert.deepEqual(desk.sessions(), []);
    const [stored] = await t.app.database.worker<{ bytes: number }>({
      text: "select max(length(payload::text)) as bytes from inbound_events where tenant_id = $1",
      values: [desk.tenant.id],
    });
    assert.ok((stored?.bytes ?? 0) < 4_000, `${stored?.bytes} bytes of it are stored`);
    assert.match(t.logged(), /has 1048\d{3} bytes; at most 65536 are taken/);
    await desk.rings();
    (await desk.greeted()).says("Bye");
    assert.equal((await desk.ended()).status, "completed");
  });

  it("with a wrong signature has no effect", async () => {
    const desk = await makeDesk();
    assert.equal((await desk.rings({ how: { secret: "wrong" } })).status, 401);
    await t.drain();
    assert.deepEqual(await desk.calls(), []);
  });

  it("cannot make a voice agent answer another tenant's number", async () => {
    const [ours, theirs] = await Promise.all([makeDesk(), makeDesk()]);
    // Signed with our own app's secret, at our channel's address.
    const signedByUs = { number: theirs.channel.externalId, secret: ours.channel.appSecret, path: ours.channel.callbackPath };
    assert.equal((await ours.rings({ how: signedByUs })).status, 200);
    await t.drain();
    assert.deepEqual([await ours.calls(), await theirs.calls()], [[], []]);
    const foreign = await ours.tenant.api.patch(`/api/v1/channels/${ours.channel.id}/calling`, { voiceAgentId: theirs.agent.id });
    assert.equal(foreign.status, 404);
    for (const method of ["get", "patch"] as const)
      assert.equal((await ours.tenant.api[method](`/api/v1/channels/${theirs.channel.id}/calling`, {} as never)).status, 404);
    // Its end, reported for ours, ends nothing of theirs.
    const call = await theirs.rings();
    const session = await theirs.greeted();
    await ours.tells(
      { id: call.id, from: call.from, event: "terminate", direction: "USER_INITIATED", status: "COMPLETED" },
      {},
      { number: ours.channel.externalId },
    );
    await t.drain();
    assert.equal((await theirs.calls())[0].status, "in_progress");
    session.says("Bye");
    await theirs.ended();
  });

  it("gets as many of a flood of calls answered as the settings allow", async () => {
    const desk = await makeDesk({ limits: { maxConcurrentCalls: 2 } });
    const rung = await Promise.all(Array.from({ length: 8 }, (_, n) => desk.rings({ from: `44770090010${n}` })));
    await t.drain();
    const calls = await desk.calls();
    assert.equal(calls.filter((call) => call.status === "in_progress").length, 2);
    assert.equal(calls.filter((call) => call.endReason === "busy").length, 6);
    assert.equal(rung.filter(({ id }) => desk.acts(id).join() === "reject").length, 6);
    for (const session of desk.sessions()) session.says("Bye");
    await eventually("all are over", async () => (await desk.calls()).every((call) => call.endedAt !== null));
  });

  it("has a blocked customer's call rejected, and nobody has to call back", async () => {
    const desk = await makeDesk();
    await desk.rings();
    (await desk.greeted()).says("Bye");
    const { contactId } = await desk.ended();
    await desk.post(`/contacts/${contactId}/block`);
    const call = await desk.rings();
    await t.drain();
    assert.deepEqual(await endOf(desk), ["no_answer", "inactive", 0]);
    assert.deepEqual(desk.acts(call.id), ["reject"]);
    const [event] = await desk.events("call.missed");
    assert.equal(event.callbackTicketId, null);
  });
});

describe("a call of a channel that goes on", () => {
  it("is steered again when its socket is lost; the second loss ends it with an apology in the chat and a ticket for the team", async () => {
    const desk = await makeDesk({ messages: { apology: "Sorry, that broke off." } });
    const call = await desk.rings({ from: "447700900771" });
    const session = await desk.greeted();
    session.cut();
    await eventually(
      "it is steered again",
      () => session.connections === 2 && session.received.filter(({ type }) => type === "session.update").length === 2,
    );
    // The session is the same: nothing is repeated to it, nothing said.
    assert.ok(!session.received.some(({ type }) => type === "conversation.item.create"));
    session.says("Hi there");
    await eventually("it goes on", () => session.heard.at(-1) === "I see.");
    session.cut();
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["failed", "provider_lost"]);
    assert.equal(desk.acts(call.id).at(-1), "terminate");
    await t.settle();
    assert.deepEqual(
      t.simulator.sentTo("447700900771").map((sent: any) => sent.body.text.body),
      ["Sorry, that broke off."],
    );
    assert.notEqual((await desk.conversation(shown.conversationId)).waitingSince, null);
    const ticket = (await desk.tenant.api.get(`/api/v1/tickets/${shown.callbackTicketId}`)).body;
    assert.equal(ticket.subject, "Call back +447700900771");
  });

  it("that breaks off sends no apology to a customer who opted out, and still leaves a ticket", async () => {
    const desk = await makeDesk();
    await desk.rings({ from: "447700900772" });
    const session = await desk.greeted();
    const [{ contactId }] = await desk.calls();
    await desk.patch(`/contacts/${contactId}`, { optIn: "opted_out" });
    session.cut();
    await eventually("it is steered again", () => session.connections === 2);
    session.cut();
    const shown = await desk.ended();
    await t.settle();
    assert.deepEqual([shown.endReason, t.simulator.sentTo("447700900772")], ["provider_lost", []]);
    assert.notEqual(shown.callbackTicketId, null);
  });

  for (const code of ["server_error", "insufficient_quota"])
    it(`breaks off when its responses fail with ${code}`, async () => {
      const desk = await makeDesk({ messages: { apology: "Sorry." } });
      const from = code === "server_error" ? "447700900773" : "447700900774";
      await desk.rings({ from });
      const session = await desk.greeted();
      // A single failure is retried.
      realtime.failures.push("server_error");
      session.says("Hi there");
      await eventually("it is asked for again", () => session.heard.length === 2);
      realtime.failures.push(code, ...(code === "server_error" ? [code] : []));
      session.says("Hi again");
      const shown = await desk.ended();
      await t.settle();
      assert.deepEqual([shown.status, shown.endReason], ["failed", "provider_lost"]);
      assert.equal(t.simulator.sentTo(from).length, 1);
    });

  it("whose session ends at the provider first ended as the platform tells right after", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    const before = realtime.turnedAway();
    realtime.set({ socketStatus: 404 });
    session.cut();
    await eventually("the provider is asked for it again", () => realtime.turnedAway() > before);
    await desk.ends(call);
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["completed", "caller_hung_up"]);
  });

  it("that the platform reports as failed counts as broken off, and the team has to follow up", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    await desk.greeted();
    await desk.ends(call, { status: ["FAILED"] }, { errors: [{ code: 138021, title: "x", error_data: { details: "No audio arrived." } }] });
    await t.drain();
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["failed", "stream_lost"]);
    assert.notEqual((await desk.conversation(shown.conversationId)).waitingSince, null);
    assert.match(t.logged(), /No audio arrived\./);
  });

  it("can be ended by members of the team, after a goodbye", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    const [shown] = await desk.calls();
    await desk.post(`/calls/${shown.id}/hang-up`);
    await t.app.calls.live.renew();
    assert.equal((await desk.ended()).endReason, "requested");
    assert.match(session.heard.at(-1) ?? "", /Say goodbye/);
    assert.equal(desk.acts(call.id).at(-1), "terminate");
  });

  it("of a process that is gone is ended by others: both sides are told, and usage is charged once", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    const [shown] = await desk.calls();
    await t.app.database.worker({
      text: "update voice_calls set lease_until = $2 where tenant_id = $1",
      values: [desk.tenant.id, new Date(t.clock.now().getTime() - 1)],
    });
    // The platform does not respond at first.
    platform.refuses(({ body }) => (body.action === "terminate" ? { status: 500, code: 131000 } : null));
    await t.drain(["lost calls", "channel calls"]);
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept", "terminate"]);
    assert.notEqual((await desk.calls())[0].callbackTicketId, null);
    platform.refuses(null);
    t.clock.advance(2_000);
    await t.drain(["lost calls", "channel calls"]);
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept", "terminate", "terminate"]);
    assert.ok(realtime.hangUps.includes(session.id));
    // The process that still has it notices, and ends nothing a second time.
    await t.app.calls.live.renew();
    const ended = await desk.ended();
    assert.deepEqual([ended.id, ended.status, ended.endReason], [shown.id, "failed", "process_lost"]);
    assert.equal((await desk.events("call.ended")).length, 1);
    assert.equal(desk.acts(call.id).length, 4);
  });

  it("with a contact who is erased meanwhile is ended at both sides before it is deleted", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    const [shown] = await desk.calls();
    const erasure = await desk.post(`/contacts/${shown.contactId}/erase`, { confirm: "erase" });
    await t.drain();
    await t.app.calls.live.renew();
    await eventually("the call is over", async () => (await desk.calls())[0].endedAt !== null);
    assert.equal((await desk.calls())[0].endReason, "requested");
    t.clock.advance(3_000);
    // Another loop tells the platform, and may run later.
    await t.drain(["privacy requests"]);
    assert.equal((await desk.calls()).length, 1);
    await t.drain(["channel calls"]);
    assert.ok(desk.acts(call.id).at(-1) === "terminate" && realtime.hangUps.includes(session.id));
    t.clock.advance(3_000);
    await t.settle();
    assert.equal((await desk.tenant.api.get(`/api/v1/privacy/requests/${erasure.id}`)).body.status, "completed");
    assert.deepEqual(await desk.calls(), []);
  });

  it("that no process claimed in time is missed, and no model is paid for it", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    await t.drain(["inbound"]);
    t.clock.advance(61_000);
    await t.drain(["channel calls"]);
    assert.deepEqual(await endOf(desk), ["no_answer", "not_connected", 0]);
    assert.deepEqual([desk.sessions(), desk.acts(call.id)], [[], ["reject"]]);
  });

  it("that is never answered is missed when its lease expires", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    await t.drain(["inbound"]);
    // Claimed by a process that died immediately.
    await t.app.database.worker({ text: "update voice_channel_calls set ring_at = null where tenant_id = $1", values: [desk.tenant.id] });
    t.clock.advance(61_000);
    await t.drain(["lost calls", "channel calls"]);
    assert.deepEqual(await endOf(desk), ["no_answer", "not_connected", 0]);
    assert.deepEqual(desk.acts(call.id), ["reject"]);
    assert.deepEqual(await missed(desk), { reason: "not_connected", waits: true, ticket: true });
  });
});
