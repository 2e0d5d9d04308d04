import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { hashApiKey, mintApiKey, parseApiKey } from "./api-key.ts";

test("a minted key parses, and its hash is the SHA-256 of its text", () => {
  for (const environment of ["live", "test"] as const) {
    const minted = mintApiKey(environment, randomBytes);
    assert.match(minted.key, new RegExp(`^svc_${environment}_[0-9A-Za-z]{48}$`));
    assert.deepEqual(parseApiKey(minted.key), { environment, keyId: minted.keyId, lastFour: minted.key.slice(-4) });
    assert.deepEqual(minted.hash, createHash("sha256").update(minted.key).digest());
    assert.deepEqual(hashApiKey(minted.key), minted.hash);
  }
});

test("the format is frozen: fixed randomness gives the key that customers already have", () => {
  const { key } = mintApiKey("live", (size) => Buffer.from(Array.from({ length: size }, (_, i) => i)));
  // The last six characters were computed with Python's zlib.crc32.
  assert.equal(key, "svc_live_01234567890123456789ABCDEFGHIJKLMNOPQRSTUV3TCpFd");
});

test("changing any one character is detected without a query", () => {
  const { key } = mintApiKey("test");
  for (let i = 0; i < key.length; i++) {
    for (const replacement of ["0", "z", "Q", "_", "-", "é", " "]) {
      if (key[i] === replacement) continue;
      assert.equal(parseApiKey(key.slice(0, i) + replacement + key.slice(i + 1)), null, `position ${i}`);
    }
  }
});

test("swapped neighbours, truncated and extended keys, and free text give null", () => {
  const { key } = mintApiKey("live");
  for (let i = 9; i < key.length - 1; i++) {
    if (key[i] === key[i + 1]) continue;
    assert.equal(parseApiKey(`${key.slice(0, i)}${key[i + 1]}${key[i]}${key.slice(i + 2)}`), null);
  }
  for (const text of [
    "",
    "svc_live_",
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.toUpperCase(),
    key.replace("live", "prod"),
    `Bearer ${key}`,
  ]) {
    assert.equal(parseApiKey(text), null, text);
  }
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => parseApiKey(text) === null));
  fc.assert(fc.property(fc.stringMatching(/^svc_live_[0-9A-Za-z]{48}$/), (text) => parseApiKey(text) === null));
});

test("every character of the alphabet is as likely as any other", () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 2_000; n++) {
    for (const c of mintApiKey("live").key.slice(9, 51)) counts.set(c, (counts.get(c) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  const expected = (2_000 * 42) / 62;
  // A modulo without rejection would make the first eight characters 25 % more frequent than the rest; 8 sigma is 22 %.
  for (const [c, count] of counts) assert.ok(Math.abs(count - expected) < expected * 0.2, `${c}: ${count}`);
});
