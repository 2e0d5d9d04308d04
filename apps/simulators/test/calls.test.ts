import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { WebSocket } from "ws";
import { callAs } from "../src/chat-app/index.ts";
import { type RealtimeSimulator, startRealtimeProvider } from "../src/realtime-provider/index.ts";
import { changesOf, isSigned, type Json, PHONE, type Platform, startPlatform, TOKEN, WABA } from "./harness.ts";

const speed = 8;
const customer = "447700900123";
/** Long enough to be interrupted even while the process gets little time: 25 frames may arrive at once, and a letter has two. */
const greeting = `Hello, this is a long greeting. ${"We are open all day. ".repeat(10)}Goodbye from all of the shop.`;

describe("calls from the chat app's customers", () => {
  let realtime: RealtimeSimulator;
  before(async () => {
    realtime = await startRealtimeProvider({ speed });
  });
  after(() => realtime.close());

  async function platform(t: TestContext): Promise<Platform> {
    const made = await startPlatform(t);
    made.sim.registerNumber({
      phoneNumberId: PHONE,
      businessAccountId: WABA,
      accessToken: TOKEN,
      displayPhoneNumber: "15550100100",
      calling: "on",
    });
    return made;
  }
  const call = (t: Platform) => callAs(t.sim, { phoneNumberId: PHONE, waId: customer, name: "Amina", speed });
  /** The business's view: what the platform reported about calls. */
  const callbacks = (t: Platform): Json[] =>
    t.callbacks.deliveries
      .flatMap((delivery) => changesOf(delivery))
      .flatMap((change) => (change.field === "calls" ? change.value.calls : []));
  const act = (t: Platform, body: object) => t.post(`${PHONE}/calls`, { messaging_product: "whatsapp", ...body });
  /** Passes the newest call's offer to the provider. */
  async function offered(
    t: Platform,
    session: object = {},
    key = "k",
  ): Promise<{ answer: string; id: string; status: number; error: Json }> {
    await t.sim.waitFor(() => callbacks(t).some(({ event }) => event === "connect"));
    const form = new FormData();
    form.set("sdp", new Blob([callbacks(t).findLast(({ event }) => event === "connect").session.sdp], { type: "application/sdp" }));
    form.set("session", new Blob([JSON.stringify({ type: "realtime", model: "m", ...session })], { type: "application/json" }));
    const response = await fetch(`${realtime.baseUrl}/realtime/calls`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    const text = await response.text();
    const id = response.headers.get("location")?.split("/").at(-1) ?? "";
    return { answer: text, id, status: response.status, error: response.status === 201 ? null : JSON.parse(text).error };
  }
  const sdpOf = (sdp: string) => ({ sdp_type: "answer", sdp });
  function otherCall(id: string) {
    const events: Json[] = [];
    const socket = new WebSocket(`${realtime.baseUrl.replace("http", "ws")}/realtime?call_id=${id}`, {
      headers: { authorization: "Bearer k" },
    });
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    socket.on("message", (data) => events.push(JSON.parse(String(data))));
    const opened = new Promise<number>((resolve) => {
      socket.on("open", () => resolve(101));
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    });
    socket.on("error", () => undefined);
    return { events, opened, closed, send: (event: object) => socket.send(JSON.stringify(event)) };
  }

  it("ring, are answered, heard, interrupted and ended, and the platform reports each", async (t) => {
    const p = await platform(t);
    const caller = await call(p);
    assert.equal((await caller.answered).status, 200);
    const { answer, id, status } = await offered(p);
    assert.equal(status, 201);
    assert.equal((await act(p, { call_id: caller.id, action: "pre_accept", session: sdpOf(answer) })).status, 200);
    await caller.connected;
    assert.equal(caller.energy().loudMs, 0);
    assert.equal(
      (await act(p, { call_id: caller.id, action: "accept", session: sdpOf(answer), biz_opaque_callback_data: "call_1" })).status,
      200,
    );
    const socket = otherCall(id);
    await socket.opened;
    socket.send({ type: "response.create", response: { instructions: `Say exactly this, and nothing else: ${JSON.stringify(greeting)}` } });
    await caller.until(() => caller.heard().startsWith("Hello, this"));
    caller.says("Wait.");
    await caller.until(() => caller.heard().endsWith("I see."));
    assert.ok(caller.energy().loudMs > 400);
    assert.ok(!caller.heard().includes("of the shop"));
    const types = socket.events.map(({ type }) => type);
    assert.ok(!types.includes("response.output_audio.delta"), "the sound is in the call");
    const [started, cleared] = ["started", "cleared"].map((what) => types.indexOf(`output_audio_buffer.${what}`));
    assert.ok(
      (started as number) >= 0 &&
        (cleared as number) > (started as number) &&
        types.indexOf("input_audio_buffer.speech_started") < (cleared as number),
    );
    const cut = socket.events.find(({ type }) => type === "conversation.item.truncated");
    assert.ok(cut.audio_end_ms > 0 && cut.audio_end_ms < greeting.length * 40, JSON.stringify(cut));

    const hungUp = await fetch(`${realtime.baseUrl}/realtime/calls/${id}/hangup`, {
      method: "POST",
      headers: { authorization: "Bearer k" },
    });
    assert.equal(hungUp.status, 200);
    assert.equal(await socket.closed, 1_000);
    assert.equal((await act(p, { call_id: caller.id, action: "terminate" })).status, 200);
    assert.deepEqual(await caller.ended, { how: "hung_up", by: "business", errorCode: null });
    await p.sim.waitFor(() => callbacks(p).some(({ event }) => event === "terminate"));
    const [connect, terminate] = callbacks(p);
    assert.deepEqual(
      [connect.from, connect.to, connect.direction, connect.session.sdp_type],
      [customer, "15550100100", "USER_INITIATED", "offer"],
    );
    assert.equal(terminate.status, "COMPLETED");
    assert.equal(terminate.biz_opaque_callback_data, "call_1");
    assert.equal(terminate.duration, Number(terminate.end_time) - Number(terminate.start_time));
    assert.ok(p.callbacks.deliveries.every((delivery) => isSigned(delivery)));
    assert.equal((await act(p, { call_id: caller.id, action: "terminate" })).status, 400);
    assert.equal(await otherCall(id).opened, 404);
  });

  it("are refused an answer that is invalid, repeated, different, or for another call", async (t) => {
    const p = await platform(t);
    const caller = await call(p);
    const { answer } = await offered(p);
    const codeOf = async (body: object) => (await act(p, body)).body.error?.code;
    const mine = { call_id: caller.id, session: sdpOf(answer) };
    assert.equal(await codeOf({ call_id: "wacid.other", action: "accept", session: sdpOf(answer) }), 100);
    assert.equal(await codeOf({ action: "accept" }), 131008);
    assert.equal(await codeOf({ ...mine, action: "answer" }), 100);
    assert.equal(await codeOf({ action: "connect", to: customer }), 138006);
    assert.equal(await codeOf({ call_id: caller.id, action: "accept" }), 131008);
    assert.equal(await codeOf({ ...mine, action: "accept", session: { sdp_type: "offer", sdp: answer } }), 131009);
    assert.equal(await codeOf({ ...mine, action: "accept", session: sdpOf("v=0") }), 131009);
    assert.equal(await codeOf({ ...mine, action: "pre_accept" }), undefined);
    assert.equal(await codeOf({ ...mine, action: "pre_accept" }), 100);
    assert.equal(await codeOf({ ...mine, action: "accept", session: sdpOf(`${answer}a=x\r\n`) }), 131009);
    assert.equal(await codeOf({ ...mine, action: "accept" }), undefined);
    assert.equal(await codeOf({ ...mine, action: "accept" }), 138003);
    assert.equal(await codeOf({ ...mine, action: "reject" }), 100);
    caller.hangUp();
    assert.deepEqual(await caller.ended, { how: "hung_up", by: "customer", errorCode: null });
    await realtime.calls.at(-1)?.end();
  });

  it("that are rejected, cancelled or not answered end as such, without a duration", async (t) => {
    const p = await platform(t);
    const rejected = await call(p);
    assert.equal((await act(p, { call_id: rejected.id, action: "reject" })).status, 200);
    assert.equal((await rejected.ended).how, "rejected");
    const cancelled = await call(p);
    cancelled.hangUp();
    assert.equal((await cancelled.ended).how, "cancelled");
    const missed = await call(p);
    await fetch(`${p.sim.url}/_simulator/phone/clock`, { method: "POST", body: JSON.stringify({ offsetMs: 60_000 }) });
    assert.equal((await missed.ended).how, "missed");
    await p.sim.waitFor(() => callbacks(p).filter(({ event }) => event === "terminate").length === 3);
    for (const end of callbacks(p).filter(({ event }) => event === "terminate"))
      assert.deepEqual([end.status, end.duration], ["FAILED", undefined]);
  });

  it("need a number that accepts calls", async (t) => {
    const p = await startPlatform(t);
    const settings = async (calling: object) => (await p.post(`${PHONE}/settings`, { calling })).body;
    await assert.rejects(call(p), /does not take calls/);
    assert.equal((await act(p, { call_id: "x", action: "accept" })).body.error.code, 138000);
    assert.equal((await p.get(`${PHONE}/settings`)).body.calling.status, "DISABLED");
    assert.equal((await settings({ status: "MAYBE" })).error.code, 131009);
    assert.deepEqual(await settings({ status: "ENABLED", call_icon_visibility: "DISABLE_ALL" }), { success: true });
    const { calling } = (await p.get(`${PHONE}/settings`)).body;
    assert.deepEqual([calling.status, calling.call_icon_visibility], ["ENABLED", "DISABLE_ALL"]);
    const caller = await call(p);
    await assert.rejects(call(p), /in a call already/);
    caller.hangUp();
    await caller.ended;
  });

  it("are refused by the provider for a wrong key, a limit, and an invalid description", async (t) => {
    const p = await platform(t);
    const caller = await call(p);
    realtime.keys = new Set(["k"]);
    assert.equal((await offered(p, {}, "wrong")).status, 401);
    realtime.keys = null;
    realtime.addFault({ kind: "refuse", status: 429, at: "call" });
    assert.equal((await offered(p)).error.code, "rate_limit_exceeded");
    assert.equal((await offered(p, { type: "transcription" })).status, 400);
    caller.hangUp();
    await caller.ended;
    const hostile = await callAs(p.sim, { phoneNumberId: PHONE, waId: customer, offer: "v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n" });
    await p.sim.waitFor(() => callbacks(p).filter(({ event }) => event === "connect").length === 2);
    assert.equal((await offered(p)).error.code, "invalid_offer");
    hostile.hangUp();
    await hostile.ended;
    const unknown = await fetch(`${realtime.baseUrl}/realtime/calls/rtc_unknown/hangup`, {
      method: "POST",
      headers: { authorization: "Bearer k" },
    });
    assert.equal(unknown.status, 404);
  });
});
