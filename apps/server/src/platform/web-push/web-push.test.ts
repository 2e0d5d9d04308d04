import assert from "node:assert/strict";
import { createECDH, createPublicKey, hash, verify } from "node:crypto";
import { describe, it } from "node:test";
import { encryptForSubscription, plaintextBytesMax } from "./encryption.ts";
import { deriveVapidKey } from "./vapid.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

describe("push message encryption", () => {
  it("matches RFC 8291, appendix A", () => {
    const sender = createECDH("prime256v1");
    sender.setPrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
    const body = encryptForSubscription(Buffer.from("When I grow up, I want to be a watermelon"), keys, {
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
      sender,
    });
    assert.equal(
      body.toString("base64url"),
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  it("never gives the same result twice, and fits the limit of push services", () => {
    const twice = [1, 2].map(() => encryptForSubscription(Buffer.from("Hello"), keys).toString("hex"));
    assert.notEqual(twice[0], twice[1]);
    assert.equal(encryptForSubscription(Buffer.alloc(plaintextBytesMax), keys).length, 4_096);
    assert.throws(() => encryptForSubscription(Buffer.alloc(plaintextBytesMax + 1), keys), RangeError);
  });

  it("is refused for an invalid subscription key", () => {
    assert.throws(() => encryptForSubscription(Buffer.from("Hello"), { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") }));
  });
});

describe("the push sender's identity", () => {
  const derive = (name: string) => hash("sha256", `root ${name}`, "buffer");

  it("is the same for the same secret, and is signed for each push service separately", () => {
    const vapid = deriveVapidKey(derive, () => "https://chat.example.com");
    assert.equal(vapid.publicKey, deriveVapidKey(derive, () => "").publicKey);
    assert.notEqual(
      vapid.publicKey,
      deriveVapidKey(
        (name) => derive(`other ${name}`),
        () => "",
      ).publicKey,
    );
    const now = new Date("2026-03-01T10:00:00Z");
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(vapid.authorization("https://push.example:8443/send/abc?x=1", now)) ?? [];
    assert.equal(key, vapid.publicKey);
    const [head, claims, signature] = String(token).split(".") as [string, string, string];
    assert.deepEqual(JSON.parse(bytes(head).toString()), { typ: "JWT", alg: "ES256" });
    assert.deepEqual(JSON.parse(bytes(claims).toString()), {
      aud: "https://push.example:8443",
      exp: now.getTime() / 1_000 + 12 * 3_600,
      sub: "https://chat.example.com",
    });
    const point = bytes(vapid.publicKey);
    const publicKey = createPublicKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") },
    });
    assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature)));
  });
});
