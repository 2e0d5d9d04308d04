import assert from "node:assert/strict";
import { createPublicKey, verify, webcrypto } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { mintSigningKeyPair, mintSigningSecret, readSigningKey, signDelivery } from "./webhook-signature.ts";

/** An independent implementation: Web Crypto, with byte strings assembled by hand. */
async function hmac(key: Uint8Array, message: Uint8Array): Promise<Buffer> {
  const imported = await webcrypto.subtle.importKey("raw", Uint8Array.from(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return Buffer.from(await webcrypto.subtle.sign("HMAC", imported, Uint8Array.from(message)));
}

test("reproduces the reference vector of Standard Webhooks", () => {
  // Published with the specification's libraries and on docs.svix.com/receiving/verifying-payloads/how-manual.
  const headers = signDelivery({
    secrets: { primary: ["whsec", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"].join("_") },
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  assert.equal(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  assert.equal(headers["webhook-id"], "msg_p5jXN8AQM9LWM0D4loKWxJek");
  assert.equal(headers["webhook-timestamp"], "1614265330");
});

test("both signatures match an independent computation, each with its own key", async () => {
  const secret = mintSigningSecret();
  const body = Buffer.from('{"id":"evt_1","text":"naïve 𝄞"}');
  const headers = signDelivery({ secrets: { primary: secret }, id: "evt_1", timestampSeconds: 1_760_000_000, body });
  const service = await hmac(Buffer.from(secret, "utf8"), body);
  const standard = await hmac(Buffer.from(secret.slice(6), "base64"), Buffer.concat([Buffer.from("evt_1.1760000000."), body]));
  assert.equal(headers["x-service-signature"], `sha256=${service.toString("hex")}`);
  assert.equal(headers["webhook-signature"], `v1,${standard.toString("base64")}`);
});

test("during a rotation the specification's header uses the new secret, and the three headers use both, newest first", () => {
  const [primary, previous] = [mintSigningSecret(), mintSigningSecret()];
  const common = { id: "evt_1", timestampSeconds: 1, body: "{}" };
  const both = signDelivery({ ...common, secrets: { primary, previous } });
  const onlyNew = signDelivery({ ...common, secrets: { primary } });
  const onlyOld = signDelivery({ ...common, secrets: { primary: previous } });
  assert.equal(both["x-service-signature"], onlyNew["x-service-signature"]);
  assert.equal(both["webhook-signature"], `${onlyNew["webhook-signature"]} ${onlyOld["webhook-signature"]}`);
});

test("the text and the bytes of a body have the same signature; another id, time or body does not", () => {
  const secrets = { primary: mintSigningSecret() };
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (body) => {
      const base = { secrets, id: "evt_1", timestampSeconds: 5, body };
      const signature = signDelivery(base)["webhook-signature"];
      assert.equal(signDelivery({ ...base, body: Buffer.from(body) })["webhook-signature"], signature);
      for (const other of [{ id: "evt_2" }, { timestampSeconds: 6 }, { body: `${body} ` }]) {
        assert.notEqual(signDelivery({ ...base, ...other })["webhook-signature"], signature);
      }
    }),
  );
});

test("a generated secret is whsec_ and 32 bytes, and no two are equal", () => {
  assert.match(mintSigningSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(
    mintSigningSecret((size) => Buffer.alloc(size)),
    `whsec_${"A".repeat(43)}=`,
  );
  assert.notEqual(mintSigningSecret(), mintSigningSecret());
});

test("a damaged secret, an id with a dot and a fractional time throw instead of signing", () => {
  const good = { secrets: { primary: mintSigningSecret() }, id: "evt_1", timestampSeconds: 1, body: "" };
  for (const primary of [
    "",
    "whsec_",
    "secret",
    "whsec_!!!!",
    good.secrets.primary.slice(6),
    good.secrets.primary.slice(0, -2),
    `${good.secrets.primary} `,
  ]) {
    assert.throws(() => signDelivery({ ...good, secrets: { primary } }), TypeError, primary);
  }
  assert.throws(() => signDelivery({ ...good, id: "evt.1" }), TypeError);
  assert.throws(() => signDelivery({ ...good, id: "" }), TypeError);
  assert.throws(() => signDelivery({ ...good, timestampSeconds: 1.5 }), TypeError);
});

test("Ed25519: reproduces the key pair of RFC 8032, and Web Crypto verifies the signature with only the public key", async () => {
  // RFC 8032, section 7.1, test 1.
  const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
  const pair = mintSigningKeyPair(() => seed);
  assert.equal(
    pair.publicKey,
    `whpk_${Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex").toString("base64")}`,
  );
  assert.equal(pair.privateKey, `whsk_${seed.toString("base64")}`);
  const secrets = { primary: mintSigningSecret() };
  const body = Buffer.from('{"id":"evt_1","text":"naïve 𝄞"}');
  const common = { secrets, id: "evt_1", timestampSeconds: 1_760_000_000, body };
  const headers = signDelivery({ ...common, keys: [readSigningKey(pair.privateKey)] });
  assert.equal(headers["x-service-signature"], signDelivery(common)["x-service-signature"], "the contract's header stays");
  const raw = Uint8Array.from(Buffer.from(pair.publicKey.slice(5), "base64"));
  const key = await webcrypto.subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]);
  const signature = Uint8Array.from(Buffer.from(headers["webhook-signature"].slice("v1a,".length), "base64"));
  const message = Uint8Array.from(Buffer.concat([Buffer.from("evt_1.1760000000."), body]));
  assert.equal(await webcrypto.subtle.verify("Ed25519", key, signature, message), true);
  assert.equal(
    await webcrypto.subtle.verify(
      "Ed25519",
      key,
      signature,
      message.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
    ),
    false,
  );
});

test("Ed25519: during a rotation both keys sign, newest first; damaged keys throw", () => {
  const [next, old] = [mintSigningKeyPair(), mintSigningKeyPair()];
  const keys = [readSigningKey(next.privateKey), readSigningKey(old.privateKey)];
  const delivery = { secrets: { primary: mintSigningSecret() }, id: "evt_1", timestampSeconds: 1, body: "{}" };
  const signatures = signDelivery({ ...delivery, keys })["webhook-signature"].split(" ");
  assert.equal(signatures.length, 2);
  for (const [i, key] of keys.entries())
    assert.ok(verify(null, Buffer.from("evt_1.1.{}"), createPublicKey(key), Buffer.from((signatures[i] as string).slice(4), "base64")));
  for (const damaged of ["", "whsk_", next.publicKey, next.privateKey.slice(5), next.privateKey.slice(0, -2), `${next.privateKey} `])
    assert.throws(() => readSigningKey(damaged), TypeError, damaged);
  assert.throws(() => signDelivery({ ...delivery, keys: [] }), TypeError);
  assert.notEqual(mintSigningKeyPair().privateKey, mintSigningKeyPair().privateKey);
});
