import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPasswordLength, hashPassword, verifyPassword } from "./password.ts";

test("a password verifies against its hash, and another one does not", async () => {
  const stored = await hashPassword("correct horse battery");
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword("correct horse battery", stored), true);
  assert.equal(await verifyPassword("correct horse batterz", stored), false);
  assert.equal(await verifyPassword("", stored), false);
});

test("two hashes of the same password differ, so a dump does not reveal equal passwords", async () => {
  assert.notEqual(await hashPassword("correct horse battery"), await hashPassword("correct horse battery"));
});

test("a hash with other cost parameters, or from another implementation, still verifies", async () => {
  // RFC 9106 test parameters are keyed; this one is from the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1
  const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal(await verifyPassword("password", stored), true);
  assert.equal(await verifyPassword("differentpassword", stored), false);
});

test("the same letters, typed composed or decomposed, are the same password", async () => {
  assert.equal(await verifyPassword("pa\u0301ssword \uFB01", await hashPassword("p\u00E1ssword fi")), true);
});

test("a stored value that is not one of our hashes is an error, never a match", async () => {
  for (const stored of [
    "",
    "x",
    "$2b$12$abcdefghijklmnopqrstuv",
    "$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
  ]) {
    await assert.rejects(verifyPassword("password", stored), /cannot be read/);
  }
});

test("8 to 256 characters, counted as people count them", () => {
  for (const password of ["12345678", "ä".repeat(8), "😀".repeat(8), "x".repeat(256), "😀".repeat(256)]) checkPasswordLength(password);
  for (const password of ["", "1234567", "😀".repeat(7), "x".repeat(257)])
    assert.throws(() => checkPasswordLength(password), { code: "validation_error" });
});
