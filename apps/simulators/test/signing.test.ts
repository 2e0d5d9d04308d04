import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeLikeMeta, signMeta } from "../src/chat-app/index.ts";
import { isSigned, type Json, PHONE, startPlatform } from "./harness.ts";

// The vectors of docs/reference/channel-protocols.md, section 1.2.
const VECTORS = [
  {
    body: '{"object":"whatsapp_business_account","entry":[]}',
    header: "sha256=c84a394cc475525991e78ff16e430b02e47f953877d2af0ade26956ce6f384dc",
  },
  {
    body: '{"object":"instagram","entry":[],"note":"\\u00e4\\u00f6\\u00e5 \\/ <ok>"}',
    header: "sha256=d1bd6b481d74b4ca7edc440c5648a6c181270a5eef43ca7736221bb9ac2f56ce",
  },
];

for (const { body, header } of VECTORS) {
  test(`the signature of ${body} is the published one`, () => assert.equal(signMeta("test-app-secret", body), header));
}

test("escaping the plain text of a vector gives its signed form", () => {
  const plain = JSON.stringify({ object: "instagram", entry: [], note: "äöå / <ok>" });
  assert.equal(escapeLikeMeta(plain), VECTORS[1]?.body);
});

test("an emoji and a slash are escaped in the body that is signed, and read back unchanged", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const text = "Grüße 👩‍👩‍👧 see https://example.com/a";
  const answer = await sim.customer("447700900123", "Zoë / Co").sendText(PHONE, text);
  assert.equal(answer.status, 200);
  const [delivery] = callbacks.deliveries;
  assert.ok(delivery);
  const raw = delivery.rawBody.toString("latin1");
  assert.match(raw, /\\ud83d\\udc69\\u200d/);
  assert.match(raw, /https:\\\/\\\/example.com\\\/a/);
  assert.doesNotMatch(raw, /[^\x20-\x7e]/);
  assert.ok(isSigned(delivery));
  const value = (delivery.json() as Json).entry[0].changes[0].value;
  assert.equal(value.messages[0].text.body, text);
  assert.equal(value.contacts[0].profile.name, "Zoë / Co");
});

test("a callback can carry a bad signature or none", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const body = { object: "whatsapp_business_account", entry: [] };
  await sim.postCallback(body);
  await sim.postCallback(body, { signature: "bad" });
  await sim.postCallback(body, { signature: "none" });
  const [good, bad, none] = callbacks.deliveries;
  assert.ok(good && bad && none);
  assert.ok(isSigned(good));
  assert.match(String(bad.headers["x-hub-signature-256"]), /^sha256=[0-9a-f]{64}$/);
  assert.ok(!isSigned(bad));
  assert.equal(none.headers["x-hub-signature-256"], undefined);
});

test("a number with its own secret and URL uses them", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const own = {
    phoneNumberId: "2002",
    businessAccountId: "3003",
    accessToken: "other",
    displayPhoneNumber: "15550100200",
  };
  sim.registerNumber({ ...own, appSecret: "own-secret", callbackUrl: `${callbacks.url}/own` });
  await sim.customer("447700900123").sendText("2002", "hi");
  const [delivery] = callbacks.deliveries;
  assert.equal(delivery?.path, "/own");
  assert.ok(isSigned(delivery, "own-secret"));
});
