import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../../../../../test/eventually.ts";
import { detail, refusal, wholeList } from "../../../../../test/inbox.ts";
import { lineOf, startVoiceStage, switchApp } from "../../../../../test/stages/voice/voice-stage.ts";
import { wireId } from "../../../../platform/ids/ids.ts";
import { claimDialling } from "./outbound.queries.ts";

const { t, realtime, line } = await startVoiceStage();
type Desk = Awaited<ReturnType<typeof line>>;
const shown = async (desk: Desk, id: string) => (await desk.tenant.api.get(`/api/v1/calls/${id}`)).body;

describe("a call that we make", () => {
  it("is placed once, greets with its own words, and talks about its purpose", async () => {
    const desk = await line({ opening: { greeting: "Hello.", disclosure: "A machine speaks." } });
    const made = await desk.calling({ greeting: "This is Hotel Alba.", purpose: "Room 12 is ready from 15:00." });
    assert.deepEqual(
      [made.direction, made.status, made.from, made.to, made.providerCallId, made.consent],
      ["outbound", "ringing", desk.number, "+447700900123", null, "requested"],
    );
    const call = await desk.telephony.rung();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "A machine speaks. This is Hotel Alba.");
    const [asked, ...more] = desk.telephony.dialled;
    assert.deepEqual(more, []);
    assert.deepEqual(
      [asked?.get("From"), asked?.get("To"), asked?.get("MachineDetection"), asked?.get("Timeout")],
      [desk.number, "+447700900123", "Enable", "30"],
    );
    const instructions = String(realtime.sessions.at(-1)?.config()["instructions"]);
    assert.match(instructions, /You have called somebody/);
    assert.match(instructions, /<purpose [0-9a-f]+>\nWhat this call is about; you may state it as a fact: Room 12 is ready from 15:00\./);
    caller.says("Thank you");
    await caller.until(() => caller.heard().endsWith("I see."));
    caller.stop();
    const ended = await desk.ended();
    assert.deepEqual([ended.status, ended.endReason, ended.minutes, ended.providerCallId], ["completed", "caller_hung_up", 1, call.callId]);
    const messages = (await desk.tenant.api.get(`/api/v1/conversations/${ended.conversationId}/messages`)).body.data;
    assert.deepEqual(
      messages.map((message: any) => message.content),
      [{ kind: "call", callId: made.id, direction: "outbound" }],
    );
    // Nobody has written or called: the number came with the request.
    assert.equal((await desk.tenant.api.get(`/api/v1/contacts/${ended.contactId}`)).body.source, "api");
    const [newcomer] = await desk.events("contact.created");
    assert.deepEqual([newcomer.contactId, newcomer.source], [ended.contactId, "api"]);
    const [event] = await desk.events("call.ended");
    assert.deepEqual([event.direction, event.status, event.contactId], ["outbound", "completed", ended.contactId]);
    assert.deepEqual(
      (await wholeList(desk.tenant.api, "/api/v1/calls?direction=outbound")).map(({ id }: any) => id),
      [made.id],
    );
    assert.deepEqual(await wholeList(desk.tenant.api, "/api/v1/calls?direction=inbound"), []);
  });

  it("is placed once for a repeated request", async () => {
    const desk = await line();
    const body = JSON.stringify({
      voiceAgentId: desk.agent.id,
      phoneNumberId: desk.phoneNumber.id,
      to: "+447700900123",
      consent: "agreed",
    });
    const ask = () => desk.tenant.api.request("POST", "/api/v1/calls", { body, headers: { "idempotency-key": "call-1" } });
    const [first, second] = [await ask(), await ask()];
    assert.equal(first.status, 200, first.text);
    assert.equal(second.body.id, first.body.id);
    await t.drain(["outbound calls"]);
    await t.drain(["outbound calls"]);
    const caller = lineOf(await desk.telephony.rung());
    await caller.until(() => caller.heard() === "Hello.");
    assert.equal(desk.telephony.dialled.length, 1);
    caller.stop();
    await desk.ended();
  });

  for (const [plan, reason] of [
    [{ kind: "busy" }, "line_busy"],
    [{ kind: "no-answer" }, "not_answered"],
    [{ kind: "failed" }, "dial_failed"],
    [{ kind: "answer", by: "machine_start" }, "machine"],
    [{ kind: "refuse", status: 400 }, "dial_refused"],
    [{ kind: "refuse", status: 503 }, "dial_failed"],
  ] as const)
    it(`ends with its reason, and costs nothing: ${JSON.stringify(plan)}`, async () => {
      const desk = await line();
      desk.telephony.plan = plan;
      const { id } = await desk.calling();
      const ended = await desk.ended();
      assert.deepEqual([ended.id, ended.status, ended.endReason, ended.cost, ended.minutes], [id, "no_answer", reason, 0, 0]);
      const [event] = await desk.events("call.ended");
      assert.deepEqual([event.status, event.endReason], ["no_answer", reason]);
      // Nobody is waiting for us.
      assert.deepEqual(await desk.events("call.missed"), []);
      assert.deepEqual((await desk.tenant.api.get("/api/v1/tickets")).body.data, []);
      assert.equal((await desk.tenant.api.get(`/api/v1/conversations/${ended.conversationId}`)).body.waitingSince, null);
    });

  it("is not placed again if the provider's response was lost, and ends with its lease", async () => {
    const desk = await line();
    desk.telephony.plan = { kind: "cut" };
    const { id } = await desk.calling();
    await t.drain(["outbound calls"]);
    assert.equal(desk.telephony.dialled.length, 1);
    assert.equal((await shown(desk, id)).status, "ringing");
    t.clock.advance(121_000);
    await t.drain(["lost calls"]);
    const ended = await shown(desk, id);
    assert.deepEqual([ended.status, ended.endReason], ["no_answer", "not_connected"]);
    // Somebody answers anyway, too late.
    const asked = desk.telephony.dialled[0] as URLSearchParams;
    const form = { CallSid: "CAlate", AccountSid: desk.telephony.accountId, CallStatus: "in-progress", AnsweredBy: "human" };
    const late = await desk.telephony.postForm(asked.get("Url") as string, form);
    assert.deepEqual([late.status, /<Hangup\/>/.test(late.markup), /<Stream/.test(late.markup)], [200, true, false]);
  });

  it("counts neither as a message from the person called, nor as a reply to them", async () => {
    const desk = await line();
    const { api } = desk.tenant;
    // They are known: they called, and their conversation is snoozed.
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    await desk.dial({ from: "+447700900123" });
    await desk.post(`/voice-agents/${desk.agent.id}/activate`);
    const [{ conversationId, contactId }] = await desk.calls();
    const snoozedUntil = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    const slept = await api.patch(`/api/v1/conversations/${conversationId}`, { status: "pending", snoozedUntil });
    assert.equal(slept.status, 200, slept.text);
    await t.drain();
    const [conversation, contact] = [`/api/v1/conversations/${conversationId}`, `/api/v1/contacts/${contactId}`];
    const before = { conversation: (await api.get(conversation)).body, contact: (await api.get(contact)).body };
    const usage = (await api.get("/api/v1/billing/usage")).body.data;
    t.clock.advance(1_000);
    desk.telephony.plan = { kind: "busy" };
    assert.equal((await desk.calling()).conversationId, conversationId);
    assert.equal((await desk.ended()).endReason, "line_busy");
    await t.drain();
    const after = { conversation: (await api.get(conversation)).body, contact: (await api.get(contact)).body };
    for (const field of ["status", "snoozedUntil", "waitingSince", "unreadCount", "handledBy", "firstRepliedAt"])
      assert.deepEqual(after.conversation[field], before.conversation[field], field);
    assert.equal(after.conversation.status, "pending");
    assert.equal(after.conversation.lastMessage.direction, "outbound");
    assert.equal(after.contact.lastInboundAt, before.contact.lastInboundAt);
    assert.deepEqual((await api.get("/api/v1/billing/usage")).body.data, usage);
    assert.equal((await desk.events("message.received")).length, 1);
    const [message] = (await api.get(`${conversation}/messages`)).body.data;
    assert.deepEqual([message.type, message.direction, message.author], ["system", "outbound", { kind: "platform", id: null }]);
  });

  it("is no reply by which a target would be met", async () => {
    const desk = await line();
    const { api } = desk.tenant;
    const targets = { medium: { firstResponseMinutes: 10 } };
    await desk.post("/sla-policies", { name: "All", targets, isDefault: true });
    await t.simulator.customer("447700900123").sendText(desk.channel.externalId, "Is my room ready?");
    await t.drain();
    desk.telephony.plan = { kind: "busy" };
    const { conversationId } = await desk.calling();
    assert.equal((await desk.ended()).endReason, "line_busy");
    t.clock.advance(11 * 60_000);
    await t.drain();
    const { sla } = (await api.get(`/api/v1/conversations/${conversationId}`)).body;
    assert.deepEqual(
      sla.breached.map(({ target }: { target: string }) => target),
      ["first_response"],
    );
  });

  for (const status of [200, 500, 504])
    it(`is not reported as failed if the outcome is unknown: ${status}`, async () => {
      const desk = await line();
      desk.telephony.plan = { kind: "refuse", status };
      const { id } = await desk.calling();
      assert.equal((await shown(desk, id)).status, "ringing");
      t.clock.advance(121_000);
      await t.drain(["lost calls"]);
      assert.equal((await shown(desk, id)).endReason, "not_connected");
    });

  it("is not placed late, and has its whole lease from when it is placed", async () => {
    const desk = await line();
    desk.telephony.plan = { kind: "cut" };
    const body = { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to: "+447700900123", consent: "requested" };
    const late = await desk.post("/calls", body);
    t.clock.advance(80_000);
    await t.drain(["outbound calls"]);
    t.clock.advance(41_000);
    await t.drain(["outbound calls", "lost calls"]);
    assert.equal((await shown(desk, late.id)).endReason, "not_connected");
    assert.equal(desk.telephony.dialled.length, 0);
    const second = await desk.post("/calls", body);
    t.clock.advance(70_000);
    await t.drain(["outbound calls"]);
    assert.equal(desk.telephony.dialled.length, 1);
    t.clock.advance(119_000);
    await t.drain(["lost calls"]);
    assert.equal((await shown(desk, second.id)).status, "ringing");
    t.clock.advance(2_000);
    await t.drain(["lost calls"]);
    assert.equal((await shown(desk, second.id)).endReason, "not_connected");
  });

  it("does not hold up those of other accounts", async () => {
    const [many, one] = [await line(), await line()];
    // The next drain places the third, which must not be answered.
    many.telephony.plan = { kind: "cut" };
    const ask = (desk: Desk, to: string) =>
      desk.post("/calls", { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to, consent: "requested" });
    const waiting: string[] = [];
    for (const n of [1, 2, 3]) waiting.push((await ask(many, `+44770090060${n}`)).id);
    const { id } = await ask(one, "+447700900610");
    const now = t.clock.now();
    const claimed = await claimDialling(t.app.database, { now, leasedUntil: now, leaseUntil: new Date(now.getTime() + 120_000) }, 3);
    assert.deepEqual(new Set(claimed.map((row) => wireId("call", row.id))), new Set([...waiting.slice(0, 2), id]));
  });

  it("that cannot be ended does not keep others from ending, and is retried", async () => {
    const [broken, desk] = [await line(), await line()];
    const calls: string[] = [];
    for (const one of [broken, desk]) {
      one.telephony.plan = { kind: "cut" };
      calls.push((await one.calling()).id);
    }
    const settings = async (text: string) =>
      t.app.database.withTenant(broken.tenant.id, (tx) =>
        tx.query<{ old: string }>({
          text: `with before as (select settings::text as old from voice_agents where tenant_id = $1)
                 update voice_agents v set settings = $2 from before b where v.tenant_id = $1 returning b.old`,
          values: [broken.tenant.id, text],
        }),
      );
    const [before] = await settings("null");
    t.clock.advance(121_000);
    await t.drain(["lost calls"]);
    assert.equal((await shown(desk, calls[1] as string)).endReason, "not_connected");
    assert.equal((await shown(broken, calls[0] as string)).endReason, null);
    await settings(before?.old as string);
    t.clock.advance(61_000);
    await t.drain(["lost calls"]);
    assert.equal((await shown(broken, calls[0] as string)).endReason, "not_connected");
  });

  it("is not ended by its provider's reports while somebody is talking, nor by a stranger or another account", async () => {
    const [desk, other] = [await line(), await line()];
    const { id } = await desk.calling();
    const call = await desk.telephony.rung();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    const status = desk.telephony.dialled[0]?.get("StatusCallback") as string;
    const form = { CallSid: call.callId, AccountSid: desk.telephony.accountId, CallStatus: "completed" };
    assert.equal((await desk.telephony.postForm(status, form)).status, 204);
    assert.equal((await other.telephony.postForm(status, form)).status, 401);
    const elsewhere = status.replace(desk.account.id, other.account.id);
    assert.equal((await other.telephony.postForm(elsewhere, form)).status, 204);
    const answered = await other.telephony.postForm(elsewhere.replace("/status", "/answered"), {
      CallSid: "CA1",
      AccountSid: other.telephony.accountId,
      AnsweredBy: "machine_start",
    });
    assert.match(answered.markup, /<Hangup\/>/);
    assert.equal((await shown(desk, id)).status, "in_progress");
    caller.stop();
    await desk.ended();
  });
});

describe("a call is refused", () => {
  it("without a reason for calling, with an invalid number, and with another organization's resources", async () => {
    const [desk, other] = [await line(), await line()];
    const body = { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to: "+447700900123", consent: "requested" };
    for (const [given, status, field] of [
      [{ consent: undefined }, 400, "consent"],
      [{ consent: "none" }, 400, "consent"],
      [{ to: "112" }, 400, "to"],
      [{ to: desk.number }, 400, "to"],
      [{ voiceAgentId: other.agent.id }, 404, "voiceAgentId"],
      [{ phoneNumberId: other.phoneNumber.id }, 404, "phoneNumberId"],
    ] as const) {
      const response = await desk.tenant.api.post("/api/v1/calls", { ...body, ...given });
      assert.equal(response.status, status, response.text);
      if (status === 400) assert.equal(detail(response)[0], field);
    }
    const reader = t.api(await t.key(desk.tenant.id, { scopes: ["voice:read"] }));
    assert.deepEqual(refusal(await reader.post("/api/v1/calls", body)), [403, "insufficient_scope"]);
    assert.deepEqual([await desk.calls(), desk.telephony.dialled], [[], []]);
  });

  it("by an agent that accepts none, and to people who do not want it", async () => {
    const desk = await line({ limits: { maxConcurrentCalls: 2 } });
    const ask = (to: string) =>
      desk.tenant.api.post("/api/v1/calls", { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to, consent: "agreed" });
    desk.telephony.plan = { kind: "no-answer" };
    const blocked = await desk.tenant.api.post("/api/v1/contacts", { name: "Ada", phone: "+447700900501" });
    await desk.tenant.api.patch(`/api/v1/contacts/${blocked.body.id}`, { optIn: "opted_out" });
    const refused = await ask("+447700900501");
    assert.deepEqual(refusal(refused), [409, "conflict"], refused.text);
    for (let n = 0; n < 3; n++) {
      assert.equal((await ask("+447700900502")).status, 200);
      assert.deepEqual(refusal(await ask("+447700900502")), [409, "conflict"], "it is being called");
      await t.drain(["outbound calls"]);
      await eventually("it rang out", async () => (await desk.calls()).every((call) => call.endedAt !== null));
    }
    assert.match((await ask("+447700900502")).body.error.message, /3 times in 24 hours/);
    t.clock.advance(86_400_000);
    assert.equal((await ask("+447700900502")).status, 200);
    assert.equal((await ask("+447700900503")).status, 200);
    assert.match((await ask("+447700900504")).body.error.message, /already has 2 calls/);
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    assert.match((await ask("+447700900505")).body.error.message, /not active/);
    assert.equal(desk.telephony.dialled.length, 3);
  });

  it("while the app is switched off, also if calls cost nothing", async () => {
    const desk = await line();
    const body = { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to: "+447700900123", consent: "contract" };
    await switchApp(desk.tenant.api, false);
    assert.deepEqual(refusal(await desk.tenant.api.post("/api/v1/calls", body)), [403, "app_inactive"]);
    await t.drain();
    assert.deepEqual([await desk.calls(), desk.telephony.dialled], [[], []]);
    await switchApp(desk.tenant.api, true);
    assert.equal((await desk.tenant.api.post("/api/v1/calls", body)).status, 200);
  });

  it("without credits for its first minute, which is returned if nobody answers", async () => {
    const platform = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-dialled", costPerRequest: 0.25, description: "Speech" };
    assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await line({ speech: { model: "speech-dialled" } });
    const body = { voiceAgentId: desk.agent.id, phoneNumberId: desk.phoneNumber.id, to: "+447700900123", consent: "contract" };
    assert.deepEqual(refusal(await desk.tenant.api.post("/api/v1/calls", body)), [422, "insufficient_credits"]);
    await desk.fund(1);
    desk.telephony.plan = { kind: "busy" };
    await desk.calling();
    await desk.ended();
    const [app] = await t.app.database.withTenant(desk.tenant.id, (tx) =>
      tx.query<{ balance: string; reserved: string }>({
        text: "select balance::text, reserved::text from apps where tenant_id = $1",
        values: [desk.tenant.id],
      }),
    );
    assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [1, 0]);
  });
});
