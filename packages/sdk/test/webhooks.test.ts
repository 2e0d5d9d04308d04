/** Signatures created by Node's own crypto, verified by Web Crypto. */
import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, it } from "node:test";
import { Client, WebhookVerificationError } from "../src/index.ts";
import { type SignedDelivery, verify } from "../src/webhooks.ts";

const secretBytes = Buffer.from("0123456789abcdef0123456789abcdef");
const secret = `whsec_${secretBytes.toString("base64")}`;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const publicText = `whpk_${publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "webhook.test", createdAt: "2026-11-23T12:00:00.000Z", data: { text: "é😀" } });
const now = 1_763_899_200_000;

const v1 = (text = body, key = secretBytes, timestamp = now / 1_000) =>
  `v1,${createHmac("sha256", key).update(`evt_1.${timestamp}.${text}`).digest("base64")}`;
const v1a = (text = body) => `v1a,${sign(null, Buffer.from(`evt_1.${now / 1_000}.${text}`), privateKey).toString("base64")}`;
const delivery = (given: Partial<SignedDelivery> & { signature?: string; timestamp?: string } = {}): SignedDelivery => ({
  body,
  headers: {
    "webhook-id": "evt_1",
    "webhook-timestamp": given.timestamp ?? String(now / 1_000),
    "webhook-signature": given.signature ?? v1(),
  },
  secret,
  now,
  ...given,
});
const refused = (given: SignedDelivery) => assert.rejects(verify(given), WebhookVerificationError);

describe("a delivery signed by Standard Webhooks", () => {
  it("is returned as its event: body as text and as bytes, headers of any kind", async () => {
    const { headers } = delivery();
    for (const each of [
      delivery(),
      delivery({ body: Buffer.from(body) }),
      delivery({ body: new Uint8Array(Buffer.from(`x${body}`)).subarray(1) }),
      delivery({ body: new TextEncoder().encode(body).buffer as ArrayBuffer }),
      delivery({ headers: new Headers(headers as Record<string, string>) }),
      delivery({ headers: { "Webhook-Id": "evt_1", "WEBHOOK-TIMESTAMP": String(now / 1_000), "webhook-signature": [v1()] } }),
      delivery({ secret: [`whsec_${Buffer.from("another").toString("base64")}`, secret] }),
      delivery({ secret: [publicText, secret] }),
      delivery({ signature: `v1,${Buffer.alloc(32).toString("base64")} ${v1()}` }),
      delivery({ signature: `v2,${"A".repeat(44)} ${v1()}` }),
      delivery({ signature: v1a(), secret: publicText }),
      delivery({ signature: `v1a,${Buffer.alloc(64).toString("base64")} ${v1a()}`, secret: publicText }),
      delivery({ now: now + 300_000 }),
      delivery({ now: now - 300_000 }),
      delivery({ now: now + 3_600_000, toleranceSeconds: 3_600 }),
    ])
      assert.deepEqual(await verify(each), JSON.parse(body));
  });

  it("is verified by the client from body, headers and secret, or from that signature alone", async () => {
    const { webhooks } = new Client({ baseUrl: "https://parley.example.com" });
    const seconds = Math.floor(Date.now() / 1_000);
    const service = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    const standard = { "webhook-id": "evt_1", "webhook-timestamp": String(seconds), "webhook-signature": v1(body, secretBytes, seconds) };
    for (const given of [
      standard,
      new Headers({ "X-Service-Signature": service }),
      { ...standard, "x-service-signature": "wrong" },
      service,
    ])
      assert.deepEqual(await webhooks.verify(body, given, secret), JSON.parse(body));
    for (const given of [{}, "sha256=00", service.replace(/.$/, (last) => (last === "0" ? "1" : "0")), { "x-service-signature": "" }])
      await assert.rejects(webhooks.verify(body, given, secret), WebhookVerificationError);
    // An outdated time is not excused by the signature that does not cover the time.
    const old = { ...standard, "webhook-timestamp": String(seconds - 600), "webhook-signature": v1(body, secretBytes, seconds - 600) };
    await assert.rejects(webhooks.verify(body, { ...old, "x-service-signature": service }, secret), WebhookVerificationError);
  });

  it("matches what other Standard Webhooks libraries create", async () => {
    // The example in the tests of https://github.com/standard-webhooks/standard-webhooks, read 2026-11-23.
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    assert.deepEqual(await verify({ body: '{"test": 2432232314}', headers, secret: key, now: 1_614_265_330_000 }), { test: 2432232314 });
  });

  it("is refused after any change to what was signed", async () => {
    await refused(delivery({ body: `${body} ` }));
    await refused(delivery({ signature: v1(body, Buffer.from("another")) }));
    await refused(delivery({ signature: v1().slice(0, -4) }));
    await refused(delivery({ signature: "" }));
    await refused(delivery({ signature: "v1,%%%" }));
    await refused(delivery({ signature: "v1," }));
    await refused(delivery({ signature: v1a() }));
    await refused(delivery({ signature: v1(), secret: publicText }));
    await refused(delivery({ signature: v1a("other"), secret: publicText }));
    await refused(delivery({ signature: v1a().replace("v1a", "v1"), secret: publicText }));
    const { headers } = delivery();
    await refused(delivery({ headers: { ...headers, "webhook-id": "evt_2" } as never }));
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
      await refused(delivery({ headers: { ...headers, [name]: undefined } as never }));
  });

  it("is refused when it is too old, from the future, or without a time", async () => {
    await refused(delivery({ now: now + 301_000 }));
    await refused(delivery({ now: now - 301_000 }));
    for (const timestamp of ["NaN", "", "Infinity", "-1", "1e400", "x"])
      await refused(delivery({ timestamp, signature: v1(body, secretBytes, timestamp as never) }));
  });

  it("is not accepted with a signature over the body alone, because it could be replayed forever", async () => {
    const headers = { "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
    await refused(delivery({ headers }));
  });
});

describe("a delivery with X-Service-Signature", () => {
  const hex = (key = secret, text = body) => createHmac("sha256", key).update(text).digest("hex");
  const given = (signature: string, more: Partial<SignedDelivery> = {}) =>
    delivery({ headers: { "x-service-signature": signature }, scheme: "service", ...more });

  it("is returned as its event, with sha256= and without", async () => {
    for (const each of [given(`sha256=${hex()}`), given(hex()), given(hex().toUpperCase())])
      assert.deepEqual(await verify(each), JSON.parse(body));
  });

  it("is refused otherwise", async () => {
    for (const signature of [
      hex("whsec_other"),
      hex(secret, "x"),
      `sha256=${hex().slice(2)}`,
      "",
      "sha256=",
      "zz".repeat(32),
      `sha1=${hex()}`,
    ])
      await refused(given(signature));
    await refused(delivery({ scheme: "service" }));
    await assert.rejects(verify(given(hex(), { secret: publicText })), TypeError);
  });
});

describe("an invalid secret", () => {
  it("is an error of the program, and no delivery is valid with it", async () => {
    for (const each of ["", [], "whsec_", "whsec_%", "secret", undefined, ["whsec_QQ==", ""]] as string[])
      await assert.rejects(verify(delivery({ secret: each })), TypeError);
  });
});
