import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { answerHandshake, verifySignature } from "../src/graph/index.ts";

const SECRET = "test-app-secret";

/** The platform's side of channel-protocols.md 1.2. */
const vectors = [
  {
    body: '{"object":"whatsapp_business_account","entry":[]}',
    header: "sha256=c84a394cc475525991e78ff16e430b02e47f953877d2af0ade26956ce6f384dc",
  },
  {
    body: String.raw`{"object":"instagram","entry":[],"note":"\u00e4\u00f6\u00e5 \/ <ok>"}`,
    header: "sha256=d1bd6b481d74b4ca7edc440c5648a6c181270a5eef43ca7736221bb9ac2f56ce",
  },
];

function verify(headers: Record<string, string | string[] | undefined>, body: string, secret = SECRET): boolean {
  return verifySignature({ headers, rawBody: Buffer.from(body), secret });
}

test("the published vectors verify, over the raw escaped bytes only", () => {
  for (const { body, header } of vectors) {
    assert.equal(verify({ "x-hub-signature-256": header }, body), true);
    assert.equal(verify({ "X-Hub-Signature-256": header }, body), true, "header names have no case");
    assert.equal(verify({ "x-hub-signature-256": header }, `${body} `), false);
  }
  const escaped = vectors[1];
  assert.ok(escaped);
  assert.equal(verify({ "x-hub-signature-256": escaped.header }, JSON.stringify(JSON.parse(escaped.body))), false);
});

test("only the exact signature is accepted", () => {
  const body = vectors[0]?.body ?? "";
  const hex = vectors[0]?.header.slice(7) ?? "";
  const sha1 = createHmac("sha1", SECRET).update(body).digest("hex");
  const wrong: (string | string[] | undefined)[] = [
    undefined,
    "",
    hex,
    `sha1=${sha1}`,
    "sha256=",
    `sha256=${hex.slice(1)}`,
    `sha256=${hex}0`,
    `sha256=${"z".repeat(64)}`,
    `sha256=${hex}, sha256=${hex}`,
    [`sha256=${hex}`, `sha256=${hex}`],
    [],
  ];
  for (const value of wrong) assert.equal(verify({ "x-hub-signature-256": value }, body), false, String(value));
  assert.equal(verify({ "x-hub-signature": `sha1=${sha1}` }, body), false);
  assert.equal(verify({ "x-hub-signature-256": vectors[0]?.header }, body, "another secret"), false);
});

test("an empty secret verifies nothing, because anybody could sign with it", () => {
  const forged = `sha256=${createHmac("sha256", "").update("{}").digest("hex")}`;
  assert.equal(verify({ "x-hub-signature-256": forged }, "{}", ""), false);
});

test("the handshake returns the challenge for the right token and nothing otherwise", () => {
  const query = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "ours" };
  assert.deepEqual(answerHandshake(query, "ours"), { status: 200, contentType: "text/plain", body: "1158201444" });
  const refused = { status: 403, contentType: "text/plain", body: "" };
  assert.deepEqual(answerHandshake(query, "theirs"), refused);
  assert.deepEqual(answerHandshake(query, undefined), refused);
  assert.deepEqual(answerHandshake({ ...query, "hub.verify_token": "" }, ""), refused);
  assert.deepEqual(answerHandshake({ ...query, "hub.mode": "unsubscribe" }, "ours"), refused);
  assert.deepEqual(answerHandshake({ ...query, "hub.challenge": undefined }, "ours"), refused);
});
