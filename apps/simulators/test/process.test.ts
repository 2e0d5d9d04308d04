import assert from "node:assert/strict";
import { test } from "node:test";
import { startReceiver } from "../src/receiver/index.ts";
import type { Json } from "./harness.ts";
import { ask, run, stopped } from "./processes.ts";

test("the chat-app simulator as a process is driven over HTTP and ends on SIGTERM", async (t) => {
  const callbacks = await startReceiver();
  t.after(() => callbacks.close());
  const args = ["--app-secret", "s", `--callback-url=${callbacks.url}/cb`, "--status-delays-ms", "0,0,0", "--retry-gaps-ms="];
  const { child, url } = await run(t, "chat-app", args);
  const control = `${url}/_simulator`;
  const number = {
    phoneNumberId: "1001",
    businessAccountId: "2002",
    accessToken: "tok",
    displayPhoneNumber: "15550100100",
  };
  assert.equal((await ask(`${control}/numbers`, "POST", number)).status, 200);
  const inbound = await ask(`${control}/customers/447700900123/messages`, "POST", {
    phoneNumberId: "1001",
    name: "Amina",
    text: "hi",
  });
  assert.equal(inbound.body.status, 200);
  assert.match(inbound.body.messageId, /^wamid\./);
  await ask(`${control}/faults`, "POST", { waId: "447700900123", fault: { kind: "error", code: 131026 }, times: 1 });
  const send = (): Promise<Response> =>
    fetch(`${url}/v25.0/1001/messages`, {
      method: "POST",
      headers: { authorization: "Bearer tok" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        to: "447700900123",
        text: { body: "x" },
        biz_opaque_callback_data: "m1",
      }),
    });
  assert.equal((await send()).status, 400);
  assert.equal((await send()).status, 200);
  assert.equal((await send()).status, 200);
  await ask(`${control}/settled`, "POST");
  const stats = (await ask(`${control}/stats`, "GET")).body;
  assert.deepEqual([stats.sends, stats.accepted, stats.refused, stats.doubleSends, stats.callbacks.ok], [3, 2, 1, 1, 7]);
  assert.deepEqual((await ask(`${control}/double-sends`, "GET")).body, [{ reference: "m1", count: 2 }]);
  assert.equal((await ask(`${control}/sent/447700900123`, "GET")).body.length, 2);
  const load = await ask(`${control}/load`, "POST", { perSecond: 100, seconds: 0.05 });
  assert.equal(load.body.sent, 5);
  assert.equal((await ask(`${control}/nonsense`, "GET")).status, 404);
  await ask(`${control}/reset`, "POST");
  assert.equal((await ask(`${control}/stats`, "GET")).body.sends, 0);
  assert.equal(await stopped(child), 0);
});

test("the short-video simulator as a process is driven over HTTP and ends on SIGTERM", async (t) => {
  const callbacks = await startReceiver();
  t.after(() => callbacks.close());
  const args = ["--client-secret", "s", `--callback-url=${callbacks.url}/cb`, "--delays-ms", "0,0", "--retry-gaps-ms="];
  const { child, url } = await run(t, "short-video", args);
  const control = `${url}/_simulator`;
  assert.equal((await ask(`${control}/accounts`, "POST", { businessId: "biz1", accessToken: "tok" })).status, 200);
  const inbound = await ask(`${control}/customers/usr1/messages`, "POST", { businessId: "biz1", username: "amina", text: "hi" });
  assert.equal(inbound.body.status, 200);
  await ask(`${control}/faults`, "POST", { userId: "usr1", fault: { kind: "error", code: 40064 }, times: 1 });
  const send = async (): Promise<Json> => {
    const body = { business_id: "biz1", recipient_type: "CONVERSATION", recipient: inbound.body.conversationId, message_type: "TEXT" };
    const response = await fetch(`${url}/open_api/v1.3/business/message/send/`, {
      method: "POST",
      headers: { "access-token": "tok", "content-type": "application/json" },
      body: JSON.stringify({ ...body, text: { body: "x" } }),
    });
    return response.json();
  };
  assert.equal((await send()).code, 40064);
  assert.equal((await send()).code, 0);
  await ask(`${control}/settled`, "POST");
  const stats = (await ask(`${control}/stats`, "GET")).body;
  assert.deepEqual([stats.sends, stats.accepted, stats.refused, stats.callbacks.ok], [2, 1, 1, 3]);
  assert.equal((await ask(`${control}/sent/usr1`, "GET")).body.length, 1);
  assert.equal((await ask(`${control}/customers/usr1/read`, "POST", { businessId: "biz1" })).body.status, 200);
  assert.equal((await ask(`${control}/app-messages`, "POST", { businessId: "biz1", userId: "usr1", text: "by phone" })).body.status, 200);
  assert.equal((await ask(`${control}/nonsense`, "GET")).status, 404);
  await ask(`${control}/reset`, "POST");
  assert.equal((await ask(`${control}/stats`, "GET")).body.sends, 0);
  assert.equal(await stopped(child), 0);
});

test("the receiver as a process prints each delivery and ends on SIGTERM", async (t) => {
  const { child, url, nextLine } = await run(t, "receiver", ["--secret", "whsec_c2VjcmV0"]);
  await ask(`${url}/_receiver/answer`, "POST", { next: true, answer: { kind: "status", status: 503 } });
  const response = await fetch(`${url}/hook`, { method: "POST", body: '{"a":1}', headers: { "webhook-id": "evt_1" } });
  assert.equal(response.status, 503);
  const line = await nextLine();
  assert.deepEqual([line.path, line.body, line.webhookId, line.serviceSignature], ["/hook", '{"a":1}', "evt_1", "missing"]);
  assert.equal((await ask(`${url}/_receiver/stats`, "GET")).body.received, 1);
  assert.equal(await stopped(child), 0);
});

test("close waits for callbacks in progress and drops what is only scheduled", async (t) => {
  const { startChatAppSimulator } = await import("../src/chat-app/index.ts");
  const callbacks = await startReceiver();
  t.after(() => callbacks.close());
  const sim = await startChatAppSimulator({
    appSecret: "s",
    callbackUrl: callbacks.url,
    statusDelaysMs: { sent: 0, delivered: 60_000, read: 60_000 },
  });
  sim.registerNumber({ phoneNumberId: "1001", businessAccountId: "2002", accessToken: "tok", displayPhoneNumber: "1" });
  callbacks.answer({ kind: "status", status: 200, delayMs: 20 });
  const writing = sim.customer("447700900123").sendText("1001", "hi");
  await callbacks.waitFor((receiver) => receiver.deliveries.length === 1);
  await sim.close();
  assert.equal((await writing).status, 200);
  await assert.rejects(fetch(sim.url));
});
