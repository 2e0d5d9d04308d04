import assert from "node:assert/strict";
import { once } from "node:events";
import { afterEach, describe, it } from "node:test";
import { WebSocket } from "ws";
import { politeBrain } from "@parley/simulators/realtime-provider";
import { eventually } from "../../../../test/eventually.ts";
import { unprovenMax } from "./live/streams.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { t, realtime, line } = await startVoiceStage();
afterEach(() => {
  realtime.brain = politeBrain;
});

const greeted = async (call: Awaited<ReturnType<Awaited<ReturnType<typeof line>>["dial"]>>) => {
  const caller = lineOf(call);
  await caller.until(() => caller.heard() === "Hello.");
  return caller;
};

describe("a realtime provider that fails", () => {
  it("is reconnected once in mid-sentence with what was said so far; if it fails again, the caller hears an apology and is transferred", async () => {
    const desk = await line({ transfer: { phoneNumber: "+4930999" }, messages: { apology: "Sorry." } });
    const call = await desk.dial();
    const caller = await greeted(call);
    realtime.brain = (turn) =>
      turn.heard === null ? politeBrain(turn) : { say: "A long answer that is never said to its end, because the line breaks." };
    realtime.addFault({ kind: "cut", afterDeltas: 3 });
    const before = realtime.sessions.length;
    caller.says("Hi there");
    await caller.until(() => caller.heard().includes("The line to you was broken"));
    const second = realtime.sessions[before] as (typeof realtime.sessions)[number];
    const items = second.received.filter((event) => event["type"] === "conversation.item.create").map((event) => event["item"]);
    assert.deepEqual(
      items.slice(0, 2).map((item) => [item.role, item.content[0].text]),
      [
        ["assistant", "Hello."],
        ["user", "Hi there"],
      ],
    );
    second.cut();
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: "+4930999" });
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["failed", "provider_lost"]);
    // Of the long answer nothing, or little, was played.
    assert.ok(!shown.turns.some((turn: any) => turn.text.includes("to its end")), JSON.stringify(shown.turns));
  });

  for (const status of [401, 429]) {
    it(`with ${status} is followed by the next key, before the greeting`, async () => {
      const desk = await line();
      await desk.post("/ai/keys", {
        provider: "openai_compatible",
        name: "Second",
        apiKey: `sk-second-${status}`,
        baseUrl: realtime.baseUrl,
        models: ["m"],
      });
      realtime.addFault({ kind: "refuse", status, apiKey: desk.apiKey });
      const sessions = realtime.sessions.length;
      const call = await desk.dial();
      const caller = await greeted(call);
      const used = realtime.sessions.slice(sessions).map((session) => session.apiKey);
      assert.deepEqual(used, [`sk-second-${status}`]);
      caller.stop();
      await desk.ended();
      const [first] = (await desk.tenant.api.get("/api/v1/ai/keys")).body.data;
      if (status === 401) assert.deepEqual([first.status, first.lastError], ["failed", "invalid_key"]);
      else assert.equal(first.circuits[0].reason, "rate_limited");
    });
  }

  it("with every key results in an apology", async () => {
    const desk = await line({ messages: { apology: "Sorry." } });
    realtime.addFault({ kind: "error", code: "insufficient_quota" });
    const call = await desk.dial();
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: null });
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["failed", "provider_unavailable"]);
    assert.notEqual((await desk.tenant.api.get(`/api/v1/conversations/${shown.conversationId}`)).body.waitingSince, null);
  });

  for (const [path, outcome, end] of [
    ["hang-up", { said: [], dialled: null }, ["completed", "requested"]],
    ["transfer", { said: [], dialled: "+4930999" }, ["transferred", "transferred"]],
  ] as const) {
    it(`to connect leaves the team its ${path}: the call ends at once`, async () => {
      const desk = await line({ transfer: { phoneNumber: "+4930999" } });
      realtime.addFault({ kind: "stall" });
      const call = await desk.dial();
      await eventually("the stream has begun", async () => (await desk.calls())[0].status === "in_progress");
      const [shown] = await desk.calls();
      await desk.post(`/calls/${shown.id}/${path}`);
      await t.app.calls.live.renew();
      assert.deepEqual(await call.outcome, outcome);
      const { status, endReason } = await desk.ended();
      assert.deepEqual([status, endReason], end);
    });
  }

  it("by sending some frames that are not events is heard all the same", async () => {
    const desk = await line();
    realtime.addFault({ kind: "garbage", frames: 6 });
    const call = await desk.dial();
    (await greeted(call)).stop();
    assert.equal((await desk.ended()).endReason, "caller_hung_up");
  });

  it("by having produced less of an item than was heard changes nothing for the caller", async () => {
    const desk = await line({
      opening: { greeting: "This is a greeting of some length, which is not heard to its end.", disclosure: null },
    });
    realtime.addFault({ kind: "shorter", byMs: 2_900 });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard().length > 8);
    caller.says("Stop.");
    await caller.until(() => caller.heard().endsWith("I see."));
    caller.stop();
    assert.equal((await desk.ended()).status, "completed");
  });
});

describe("a telephony provider, or an impostor,", () => {
  it("without the right signature has no effect", async () => {
    const desk = await line();
    const call = await desk.dial({ signature: Buffer.alloc(20).toString("base64") });
    assert.equal(call.status, 401);
    assert.deepEqual(await desk.calls(), []);
  });

  it("that announces a caller or a number that cannot be stored is refused", async () => {
    const desk = await line();
    for (const given of [{ from: "+4477\u00000900123" }, { to: `${desk.number}\u0000` }]) {
      const call = await desk.dial(given);
      assert.deepEqual([call.status, JSON.parse(call.markup[0] as string).error.code], [400, "validation_error"]);
    }
    assert.deepEqual(await desk.calls(), []);
  });

  it("cannot use a token twice, nor a nonexistent one", async () => {
    const desk = await line();
    const call = await desk.dial();
    const caller = await greeted(call);
    const again = call.replay();
    assert.deepEqual(await again.closed, { code: 1008, reason: "no such call" });
    caller.says("Hi there");
    await caller.until(() => caller.heard().endsWith("I see."));
    caller.stop();
    await desk.ended();
    assert.deepEqual((await call.replay().closed).code, 1008);
  });

  it("cannot make a voice agent answer another tenant's number", async () => {
    const [ours, theirs] = await Promise.all([line(), line()]);
    const call = await ours.dial({ to: theirs.number });
    assert.deepEqual([call.status, call.line, await call.outcome], [200, null, { said: [], dialled: null }]);
    const foreign = await theirs.telephony.call(ours.account.callbackUrl, { to: ours.number });
    assert.equal(foreign.status, 401);
    assert.deepEqual([await ours.calls(), await theirs.calls()], [[], []]);
  });

  it("gets as many of a flood of calls accepted as the settings allow", async () => {
    const desk = await line({ limits: { maxConcurrentCalls: 2 } });
    const calls = await Promise.all(Array.from({ length: 8 }, (_, n) => desk.dial({ from: `+44770090010${n}` })));
    const taken = calls.filter((call) => call.line !== null);
    assert.equal(taken.length, 2);
    for (const call of taken) (await greeted(call)).stop();
    await eventually("all are over", async () => (await desk.calls()).every((call) => call.endedAt !== null));
    assert.equal((await desk.calls()).filter((call) => call.endReason === "busy").length, 6);
  });

  it("that announces a call twice gets one call", async () => {
    const desk = await line();
    const first = await desk.dial({ callId: "CAtwice" });
    const second = await desk.dial({ callId: "CAtwice" });
    assert.equal((await desk.calls()).length, 1);
    // The second gets its own token, unless the first one's stream was faster.
    const open = [first, second].flatMap((call) => call.line ?? []);
    await Promise.any(open.map((one) => one.until(() => one.heard() === "Hello.")));
    for (const one of open) one.stop();
    await desk.ended();
  });

  it("that sends something other than a media stream, or too much of one, gets its stream closed while others continue", async () => {
    const desk = await line();
    const healthy = await desk.dial({ from: "+447700900201" });
    const other = await greeted(healthy);
    for (const [send, code] of [
      [(caller: typeof other) => caller.raw("x".repeat(70_000)), 1009],
      [
        (caller: typeof other) =>
          Array.from({ length: 25 }).forEach(() => void caller.raw('{"event":"media","media":{"payload":"\\u0000"}}')),
        1008,
      ],
      [(caller: typeof other) => Array.from({ length: 25 }).forEach(() => void caller.raw("[[[[")), 1008],
    ] as const) {
      const call = await desk.dial();
      const caller = await greeted(call);
      send(caller);
      assert.equal((await caller.closed).code, code);
      await eventually("the call is over", async () => (await desk.calls())[0].endedAt !== null);
      assert.equal((await desk.calls())[0].endReason, "stream_lost");
    }
    for (let i = 0; i < 150; i++) other.presses("5");
    other.says("Hi there");
    await new Promise((resolve) => setTimeout(resolve, 0));
    other.stop();
    await eventually("the healthy call is over", async () => (await desk.calls()).every((call) => call.endedAt !== null));
    assert.equal((await desk.calls()).at(-1).endReason, "caller_hung_up");
  });

  it("sends audio in another format: the stream is closed and nothing is charged", async () => {
    const desk = await line();
    const sessions = realtime.sessions.length;
    for (const format of [
      { encoding: "audio/l16", sampleRate: 8_000, channels: 1 },
      { encoding: "audio/x-mulaw", sampleRate: 16_000, channels: 1 },
      { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 2 },
    ]) {
      const caller = lineOf(await desk.dial({ format }));
      assert.deepEqual(await caller.closed, { code: 1008, reason: "not G.711 mu-law" });
    }
    t.clock.advance(61_000);
    await t.drain(["lost calls"]);
    assert.deepEqual(
      (await desk.calls()).map((call) => [call.status, call.endReason, Number(call.cost)]),
      Array.from({ length: 3 }, () => ["no_answer", "not_connected", 0]),
    );
    assert.equal(realtime.sessions.length, sessions);
  });

  it("opens a stream and sends much before its start: nothing of it is read", async () => {
    const address = `${t.url.replace("http", "ws")}/callbacks/telephony/stream/twilio`;
    const frame = JSON.stringify({ event: "media", media: { payload: "/".repeat(9_000) } });
    const small = JSON.stringify({ event: "media", media: { payload: "////" } });
    for (const frames of [[frame], Array.from({ length: 21 }, () => small)]) {
      const socket = new WebSocket(address);
      await once(socket, "open");
      for (const each of frames) socket.send(each);
      const [code, reason] = (await once(socket, "close")) as [number, Buffer];
      assert.deepEqual([code, String(reason)], [1008, "no start"]);
    }
  });

  it("finds a stranger's idle streams in the way, and is heard", async () => {
    const address = `${t.url.replace("http", "ws")}/callbacks/telephony/stream/twilio`;
    const desk = await line();
    const oldest = new WebSocket(address);
    await once(oldest, "open");
    const ended = once(oldest, "close");
    const idle = Array.from({ length: unprovenMax - 1 }, () => new WebSocket(address));
    await Promise.all(idle.map((socket) => once(socket, "open")));
    const caller = await greeted(await desk.dial());
    // At once: without a token, it would end after five seconds with this code.
    assert.notEqual((await ended)[0], 1008);
    caller.stop();
    await desk.ended();
    for (const socket of idle) socket.terminate();
  });

  it("may return marks out of order, and what was heard stays heard", async () => {
    const desk = await line({ opening: { greeting: "This is a greeting of some length, which is heard to its end.", disclosure: null } });
    const call = await desk.dial({ marks: "held" });
    const caller = lineOf(call);
    await caller.until(() => caller.heard().endsWith("to its end."));
    caller.returnHeld((names) => names.toReversed());
    caller.says("Hi there");
    await caller.until(() => caller.heard().endsWith("I see."));
    assert.equal(caller.clears(), 0);
    caller.stop();
    assert.equal((await desk.ended()).turns[0].interrupted, false);
  });
});

describe("a process that died", () => {
  it("leaves calls that other processes end; the caller hears an apology, and only usage is charged", async () => {
    const desk = await line({ messages: { apology: "Sorry." } });
    const call = await desk.dial();
    const caller = await greeted(call);
    const [shown] = await desk.calls();
    await t.app.database.worker({
      text: "update voice_calls set lease_until = $2 where tenant_id = $1",
      values: [desk.tenant.id, new Date(t.clock.now().getTime() - 1)],
    });
    await t.drain(["lost calls"]);
    const ended = (await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).body;
    assert.deepEqual([ended.status, ended.endReason], ["failed", "process_lost"]);
    // The process that still has it notices.
    await t.app.calls.live.renew();
    await caller.closed;
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: null });
  });

  it("that never accepted a stream: the call was not answered, and costs nothing", async () => {
    const desk = await line();
    const answer = await desk.telephony.call(desk.account.callbackUrl, { to: desk.number });
    const caller = lineOf(answer);
    caller.cut();
    await eventually("the stream has begun, or never will", async () => (await desk.calls())[0].status !== "in_progress");
    t.clock.advance(61_000);
    await t.drain(["lost calls"]);
    const [shown] = await desk.calls();
    assert.ok(shown.endedAt !== null && Number(shown.cost) === 0, JSON.stringify(shown));
  });
});
