import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import {
  createKeyring,
  EnvelopeError,
  open,
  parseRootKeys,
  reseal,
  seal,
  sealedKeyVersion,
  type EnvelopeErrorCode,
  type SecretLocation,
} from "./envelope.ts";

const place: SecretLocation = {
  tenantKey: randomBytes(32),
  keyVersion: 1,
  tenantId: "0199a0b1-c2d3-7000-8000-000000000001",
  table: "channels",
  column: "access_token",
  rowId: "0199a0b1-c2d3-7000-8000-000000000002",
};

function failsWith(code: EnvelopeErrorCode, act: () => unknown): void {
  assert.throws(act, (error) => error instanceof EnvelopeError && error.code === code, code);
}

test("a sealed secret opens in its place, whether bytes or text", () => {
  assert.equal(open(place, seal(place, "sk-ünï-𝄞")).toString("utf8"), "sk-ünï-𝄞");
  assert.equal(open(place, seal(place, "")).length, 0);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const sealed = seal(place, Buffer.from(bytes));
      assert.equal(sealed.length, bytes.length + 93);
      assert.deepEqual(open(place, sealed), Buffer.from(bytes));
    }),
  );
});

test("a blob moved to another tenant, table, column, row or key does not open", () => {
  const sealed = seal(place, "token");
  const moves: Partial<SecretLocation>[] = [
    { tenantId: "0199a0b1-c2d3-7000-8000-00000000000f" },
    { table: "ai_keys" },
    { column: "app_secret" },
    { rowId: "another" },
    { tenantKey: randomBytes(32) },
    // Parts whose concatenation is the same text: without length prefixes they would be one context.
    { table: "channel", column: "saccess_token" },
    { column: "access_token0199a0b1", rowId: place.rowId.slice(8) },
  ];
  for (const move of moves) failsWith("not_authentic", () => open({ ...place, ...move }, sealed));
  failsWith("wrong_key_version", () => open({ ...place, keyVersion: 2 }, sealed));
});

test("the key version is authenticated, not just read", () => {
  const sealed = seal(place, "token");
  sealed.writeUInt32BE(2, 1);
  failsWith("not_authentic", () => open({ ...place, keyVersion: 2 }, sealed));
});

test("any changed, missing or added byte is detected", () => {
  const sealed = seal(place, "token");
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] as number) ^ 1;
    assert.throws(() => open(place, changed), EnvelopeError, `byte ${i}`);
    assert.throws(() => open(place, sealed.subarray(0, i)), EnvelopeError, `cut at ${i}`);
  }
  failsWith("not_authentic", () => open(place, Buffer.concat([sealed, Buffer.alloc(1)])));
  failsWith("malformed", () => open(place, Buffer.from("plain text that was never sealed")));
});

test("the halves of two secrets of the same place cannot be combined", () => {
  const [a, b] = [seal(place, "token a"), seal(place, "token b")];
  failsWith("not_authentic", () => open(place, Buffer.concat([a.subarray(0, 65), b.subarray(65)])));
});

test("sealing twice gives different bytes", () => {
  assert.notDeepEqual(seal(place, "token"), seal(place, "token"));
});

test("a tenant key survives the rotation of the root key, and its secrets stay unchanged", () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const before = createKeyring([older]);
  const { tenantKey, wrapped } = before.createTenantKey(place);
  const sealed = seal({ ...place, tenantKey }, "token");

  const during = createKeyring([newer, older]);
  assert.equal(during.isCurrent(wrapped), false);
  const rewrapped = during.rewrapTenantKey(wrapped, place);
  assert.equal(during.isCurrent(rewrapped), true);

  const after = createKeyring([newer]);
  assert.equal(open({ ...place, tenantKey: after.unwrapTenantKey(rewrapped, place) }, sealed).toString(), "token");
  failsWith("unknown_root_key", () => after.unwrapTenantKey(wrapped, place));
});

test("a wrapped tenant key belongs to one tenant and one version", () => {
  const keyring = createKeyring([randomBytes(32)]);
  const { tenantKey, wrapped } = keyring.createTenantKey(place);
  assert.deepEqual(keyring.unwrapTenantKey(wrapped, place), tenantKey);
  failsWith("not_authentic", () => keyring.unwrapTenantKey(wrapped, { ...place, tenantId: "other" }));
  failsWith("wrong_key_version", () => keyring.unwrapTenantKey(wrapped, { ...place, keyVersion: 2 }));
  for (let i = 0; i < wrapped.length; i++) {
    const changed = Buffer.from(wrapped);
    changed[i] = (changed[i] as number) ^ 1;
    assert.throws(() => keyring.unwrapTenantKey(changed, place), EnvelopeError, `byte ${i}`);
  }
  failsWith("malformed", () => keyring.unwrapTenantKey(wrapped.subarray(0, 40), place));
  failsWith("malformed", () => keyring.unwrapTenantKey(seal(place, "token"), place));
});

test("secrets move to a new version of the tenant's key", () => {
  const to = { ...place, tenantKey: randomBytes(32), keyVersion: 2 };
  const sealed = seal(place, "token");
  const resealed = reseal(place, to, sealed);
  assert.deepEqual([sealedKeyVersion(sealed), sealedKeyVersion(resealed)], [1, 2]);
  assert.equal(open(to, resealed).toString(), "token");
  failsWith("wrong_key_version", () => open(place, resealed));
});

test("root keys are read as hex or base64, current first", () => {
  const [a, b] = [randomBytes(32), randomBytes(32)];
  assert.deepEqual(parseRootKeys(a.toString("hex")), [a]);
  assert.deepEqual(parseRootKeys(`${a.toString("base64")}, ${b.toString("base64url")}`), [a, b]);
  assert.deepEqual(parseRootKeys(`${a.toString("hex").toUpperCase()},${b.toString("base64")}`), [a, b]);
});

test("an invalid root key is refused by its position, without its value", () => {
  const good = randomBytes(32).toString("base64");
  for (const bad of [
    "",
    "hunter2",
    "ab".repeat(31),
    "ab".repeat(33),
    randomBytes(31).toString("base64"),
    "é".repeat(43),
    `${good},`,
    `${good},hunter2`,
  ]) {
    assert.throws(
      () => parseRootKeys(bad),
      (error) => {
        assert.ok(error instanceof EnvelopeError && error.code === "bad_root_key");
        assert.doesNotMatch(error.message, /hunter2/);
        assert.match(error.message, bad.startsWith(good) ? /root key 2/ : /root key 1/);
        return true;
      },
    );
  }
  failsWith("bad_root_key", () => createKeyring([]));
  failsWith("bad_root_key", () => createKeyring([Buffer.alloc(16)]));
});

test("derived keys differ by purpose and by root key", () => {
  const [a, b] = [createKeyring([Buffer.alloc(32, 1)]), createKeyring([Buffer.alloc(32, 2)])];
  assert.equal(a.deriveKey("cursor").length, 32);
  assert.deepEqual(a.deriveKey("cursor"), a.deriveKey("cursor"));
  assert.notDeepEqual(a.deriveKey("cursor"), a.deriveKey("session"));
  assert.notDeepEqual(a.deriveKey("cursor"), b.deriveKey("cursor"));
});
