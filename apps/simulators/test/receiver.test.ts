import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { type TestContext, test } from "node:test";
import { type Receiver, startReceiver } from "../src/receiver/index.ts";

const SECRET = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;
const BODY = '{"event":"message.received","text":"grüße 👍"}';

function signed(secret: string, body = BODY, id = "evt_1", timestamp = Math.floor(Date.now() / 1000)): Record<string, string> {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return {
    "content-type": "application/json",
    "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  };
}

async function start(t: TestContext, secret: string | string[] | undefined = SECRET): Promise<Receiver> {
  const receiver = await startReceiver(secret === undefined ? {} : { secret });
  t.after(() => receiver.close());
  return receiver;
}

const post = (receiver: Receiver, headers: Record<string, string>, path = "/hook", body = BODY): Promise<Response> =>
  fetch(`${receiver.url}${path}`, { method: "POST", headers, body, redirect: "manual" });

test("a delivery is recorded with its bytes, and both signatures are verified", async (t) => {
  const receiver = await start(t);
  assert.equal((await post(receiver, signed(SECRET))).status, 200);
  const [delivery] = receiver.deliveries;
  assert.ok(delivery);
  assert.equal(delivery.rawBody.toString(), BODY);
  assert.deepEqual(delivery.json(), JSON.parse(BODY));
  assert.deepEqual([delivery.serviceSignature, delivery.standardSignature, delivery.webhookId], ["good", "good", "evt_1"]);
  assert.ok(Math.abs(delivery.timestampAgeSeconds ?? 999) < 60);
});

test("a signature over another body, with another key, or absent, is recognised", async (t) => {
  const receiver = await start(t);
  await post(receiver, signed(SECRET), "/hook", `${BODY} `);
  await post(receiver, signed("whsec_b3RoZXI="));
  await post(receiver, {});
  const verdicts = receiver.deliveries.map((delivery) => [delivery.serviceSignature, delivery.standardSignature]);
  assert.deepEqual(verdicts, [
    ["bad", "bad"],
    ["bad", "bad"],
    ["missing", "missing"],
  ]);
  assert.deepEqual([receiver.stats().goodSignatures, receiver.stats().badSignatures], [0, 3]);
});

test("during a rotation either secret matches, and two signatures in one header are read", async (t) => {
  const receiver = await start(t, ["whsec_b2xk", SECRET]);
  const headers = signed(SECRET);
  headers["webhook-signature"] = `v1,AAAA ${headers["webhook-signature"]}`;
  await post(receiver, headers);
  await post(receiver, signed("whsec_b2xk"));
  assert.equal(receiver.stats().goodSignatures, 2);
  receiver.setSecret("whsec_b2xk");
  await post(receiver, headers);
  assert.equal(receiver.stats().badSignatures, 1);
});

test("without a secret nothing is verified", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  await post(receiver, signed(SECRET));
  assert.equal(receiver.deliveries[0]?.serviceSignature, "unchecked");
});

test("repeats of one webhook-id are counted", async (t) => {
  const receiver = await start(t);
  for (const id of ["evt_1", "evt_2", "evt_1"]) await post(receiver, signed(SECRET, BODY, id));
  const { received, distinctIds, repeats } = receiver.stats();
  assert.deepEqual([received, distinctIds, repeats, receiver.byId.get("evt_1")], [3, 2, 1, 2]);
});

test("answers: a status with Retry-After, 410, a redirect, and then the general one", async (t) => {
  const receiver = await start(t);
  receiver.answer({ kind: "status", status: 204 });
  receiver.answerNext(
    { kind: "status", status: 503, retryAfter: "7", body: "busy" },
    { kind: "status", status: 410 },
    { kind: "redirect", location: "http://127.0.0.1:9/", status: 307 },
  );
  const busy = await post(receiver, {});
  assert.deepEqual([busy.status, busy.headers.get("retry-after"), await busy.text()], [503, "7", "busy"]);
  assert.equal((await post(receiver, {})).status, 410);
  const moved = await post(receiver, {});
  assert.deepEqual([moved.status, moved.headers.get("location")], [307, "http://127.0.0.1:9/"]);
  assert.equal((await post(receiver, {})).status, 204);
});

test("one path can have another answer", async (t) => {
  const receiver = await start(t);
  receiver.answerFor("/broken", { kind: "status", status: 500 });
  assert.equal((await post(receiver, {}, "/broken?x=1")).status, 500);
  assert.equal((await post(receiver, {}, "/hook")).status, 200);
});

test("a connection cut before or during the response is an error to the caller", async (t) => {
  const receiver = await start(t);
  receiver.answerNext({ kind: "cut" }, { kind: "cut_mid_response" });
  await assert.rejects(post(receiver, {}));
  const half = await post(receiver, {});
  assert.equal(half.status, 200);
  await assert.rejects(half.text());
  assert.equal(receiver.stats().received, 2);
});

test("a slow body, and a huge one", async (t) => {
  const receiver = await start(t);
  receiver.answerNext({ kind: "drip", bytes: 5, gapMs: 1 }, { kind: "huge", sizeBytes: 3_000_001 });
  assert.equal(await (await post(receiver, {})).text(), ".....");
  assert.equal((await (await post(receiver, {})).arrayBuffer()).byteLength, 3_000_001);
});

test("a hanging call is seen by the receiver, never answered, and ended by close", async (t) => {
  const receiver = await start(t);
  receiver.answerNext({ kind: "hang" });
  const call = post(receiver, {});
  const rejected = assert.rejects(call);
  await receiver.waitFor((one) => one.deliveries.length === 1);
  await receiver.close();
  await rejected;
});

test("waiting in vain ends with a message that says what arrived", async (t) => {
  const receiver = await start(t);
  await post(receiver, {});
  await assert.rejects(
    receiver.waitFor((one) => one.deliveries.length === 2, 5),
    /so far 1 deliveries/,
  );
});
