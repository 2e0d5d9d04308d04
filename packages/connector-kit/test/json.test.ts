import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  callbackUnreadable,
  isCallbackUnreadable,
  isHttpFailure,
  parseJsonKeepingDigits,
  providerErrorOf,
  providerFailure,
} from "../src/index.ts";

test("integers beyond 2^53 keep their digits as text, at any depth", () => {
  assert.deepEqual(parseJsonKeepingDigits('{"id":1234567890123456789,"in":[-9007199254740993, 7]}'), {
    id: "1234567890123456789",
    in: ["-9007199254740993", 7],
  });
  assert.deepEqual(parseJsonKeepingDigits("[9007199254740991]"), [9007199254740991]);
  assert.deepEqual(parseJsonKeepingDigits('{"text":"id: 1234567890123456789"}'), { text: "id: 1234567890123456789" });
});

test("everything else equals the result of JSON.parse, including keys named like properties of Object.prototype", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{16}/.test(text));
      const parsed = parseJsonKeepingDigits(`{"big":1234567890123456789,"rest":${text}}`) as { rest: unknown };
      assert.equal(JSON.stringify(parsed.rest), JSON.stringify(JSON.parse(text)));
    }),
  );
  const text = '{"__proto__":{"a":1234567890123456789},"constructor":1}';
  assert.equal(JSON.stringify(parseJsonKeepingDigits(text)), '{"__proto__":{"a":"1234567890123456789"},"constructor":1}');
  assert.throws(() => parseJsonKeepingDigits('{"id":1234567890123456789'), SyntaxError);
});

test("nesting that exhausts the stack is still parsed", () => {
  const depth = 100_000;
  const text = `[1234567890123456789,${"[".repeat(depth)}${"]".repeat(depth)}]`;
  assert.ok(Array.isArray(parseJsonKeepingDigits(text)));
});

test("the kit's errors are recognised by their marks, not their messages", () => {
  const error = { class: "retryable", providerCode: "80007", code: "provider_error", message: "m", scope: "account" } as const;
  assert.deepEqual(providerErrorOf(providerFailure(error)), error);
  assert.equal(providerErrorOf(new Error("m")), undefined);
  assert.equal(isCallbackUnreadable(callbackUnreadable("m")), true);
  assert.equal(isCallbackUnreadable(new Error("m")), false);
  assert.equal(isHttpFailure(Object.assign(new Error("m"), { httpFailure: true })), true);
  assert.equal(isHttpFailure({ httpFailure: true }), false);
});
