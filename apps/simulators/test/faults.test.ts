import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../src/chat-app/index.ts";
import { namesOf, PHONE, startPlatform, TOKEN } from "./harness.ts";

const CODES: [code: number, status: number][] = [
  [190, 401],
  [131005, 403],
  [131000, 500],
  [131016, 500],
  [133004, 503],
  [4, 429],
  [80007, 429],
  [130429, 429],
  [131056, 429],
  [131048, 429],
  [131049, 400],
  [131050, 400],
  [131047, 400],
  [131026, 400],
  [131031, 400],
  [132001, 404],
  [132015, 400],
  [139103, 400],
];

test("the next send fails with any code of the table, once, and in order", async (t) => {
  const { sim, send } = await startPlatform(t);
  for (const [code] of CODES) sim.faults.next({ kind: "error", code });
  for (const [code, status] of CODES) {
    const reply = await send();
    assert.deepEqual([reply.body.error.code, reply.status], [code, status]);
    assert.equal(typeof reply.body.error.error_data.details, "string");
  }
  assert.equal((await send()).status, 200);
});

test("status, subcode, details and a wait can be set", async (t) => {
  const { sim, send } = await startPlatform(t);
  sim.faults.next({ kind: "error", code: 190, httpStatus: 400, subcode: 467, details: "gone", retryAfterSeconds: 7 });
  const { status, headers, body } = await send();
  assert.deepEqual([status, headers.get("retry-after"), body.error.error_subcode, body.error.error_data.details], [400, "7", 467, "gone"]);
});

test("a fault for one person does not affect others, lasts as long as requested, and is not used up by an invalid message", async (t) => {
  const { sim, send } = await startPlatform(t);
  sim.faults.forRecipient("447700900123", { kind: "error", code: 131026 }, 2);
  assert.equal((await send({ text: { body: "" } })).body.error.code, 100);
  assert.equal((await send({ to: "447700900124" })).status, 200);
  assert.equal((await send()).body.error.code, 131026);
  assert.equal((await send()).body.error.code, 131026);
  assert.equal((await send()).status, 200);
});

const NO_ANSWER: [fault: Fault, accepted: boolean][] = [
  [{ kind: "cut_after_accept" }, true],
  [{ kind: "cut_before_accept" }, false],
  [{ kind: "truncated" }, true],
];
for (const [fault, accepted] of NO_ANSWER) {
  test(`${fault.kind}: the caller gets no information and the message ${accepted ? "exists" : "does not exist"}`, async (t) => {
    const { sim, send, statuses } = await startPlatform(t);
    sim.faults.next(fault);
    await assert.rejects(send({ biz_opaque_callback_data: "msg_1" }));
    await sim.settled();
    assert.equal(sim.sentTo("447700900123").length, accepted ? 1 : 0);
    assert.deepEqual(
      statuses().map((status) => status.biz_opaque_callback_data),
      accepted ? ["msg_1", "msg_1", "msg_1"] : [],
    );
  });
}

for (const kind of ["hang_after_accept", "hang_before_accept"] as const) {
  test(`${kind}: the call is never answered`, async (t) => {
    const { sim, statuses } = await startPlatform(t);
    sim.faults.next({ kind });
    const caller = new AbortController();
    let answered = false;
    const call = fetch(`${sim.url}/v25.0/${PHONE}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ messaging_product: "whatsapp", to: "447700900123", text: { body: "x" } }),
      signal: caller.signal,
    }).then(() => {
      answered = true;
    });
    await sim.waitFor(() => sim.calls.length === 1);
    await sim.settled();
    assert.equal(answered, false);
    assert.equal(statuses().length, kind === "hang_after_accept" ? 3 : 0);
    caller.abort();
    await assert.rejects(call);
  });
}

test("a page of HTML instead of JSON", async (t) => {
  const { sim, send } = await startPlatform(t);
  sim.faults.next({ kind: "html", httpStatus: 503 });
  const { status, headers, body } = await send();
  assert.deepEqual([status, headers.get("content-type")], [503, "text/html; charset=utf-8"]);
  assert.match(body, /^<!DOCTYPE html>/);
  assert.equal(sim.stats().accepted, 0);
});

test("a slow response comes after the statuses of its message", async (t) => {
  const { sim, send, statuses } = await startPlatform(t);
  sim.faults.next({ kind: "slow", delayMs: 1_000 });
  const sending = send();
  await sim.waitFor(() => statuses().length >= 1);
  assert.equal(sim.calls.length, 0);
  assert.equal((await sending).status, 200);
});

test("all statuses are answered before the response to the send", async (t) => {
  const { sim, send, statuses } = await startPlatform(t, {
    statusDelaysMs: { sent: 60_000, delivered: 60_000, read: 60_000 },
  });
  sim.faults.next({ kind: "statuses_before_answer" });
  const { body } = await send();
  assert.deepEqual(namesOf(statuses(), body.messages[0].id), ["sent", "delivered", "read"]);
});

test("an accepted message can fail afterwards with any code", async (t) => {
  const { sim, send, statuses } = await startPlatform(t);
  sim.faults.next({ kind: "failed_status", code: 131049 });
  assert.equal((await send()).status, 200);
  await sim.settled();
  assert.deepEqual(
    statuses().map((status) => [status.status, status.errors?.[0]?.code]),
    [["failed", 131049]],
  );
});

test("a revoked token stays revoked until it is registered again", async (t) => {
  const { sim, send, get } = await startPlatform(t);
  sim.faults.next({ kind: "token_dead" });
  assert.equal((await send()).body.error.code, 190);
  assert.equal((await send()).body.error.code, 190);
  assert.equal((await get(PHONE)).status, 401);
  sim.registerNumber({
    phoneNumberId: PHONE,
    businessAccountId: "204455667788990",
    accessToken: TOKEN,
    displayPhoneNumber: "15550100100",
  });
  assert.equal((await send()).status, 200);
});

test("faults of management calls do not affect sends, and vice versa", async (t) => {
  const { sim, send, get } = await startPlatform(t);
  sim.faults.nextManagement({ kind: "error", code: 80007 });
  assert.equal((await send()).status, 200);
  assert.equal((await get(PHONE)).body.error.code, 80007);
  assert.equal((await get(PHONE)).status, 200);
});

test("reset clears faults, behaviours, calls and counters but not the number", async (t) => {
  const { sim, send } = await startPlatform(t);
  await send({ biz_opaque_callback_data: "msg_1" });
  sim.faults.next({ kind: "cut_before_accept" });
  sim.reset();
  assert.equal(sim.stats().byMessageCount.size, 0);
  assert.equal((await send()).status, 200);
  assert.equal(sim.stats().sends, 1);
});
