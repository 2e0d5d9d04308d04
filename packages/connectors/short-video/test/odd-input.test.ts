import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BIG, checkItem as check, mutate, mutation, splitBent } from "@parley/connector-kit/odd-input";
import type { CallbackItem } from "@parley/connector-kit";
import { RECEIVED_AT, connector, fixture, fixtureNames, frame, textMessage } from "./frames.ts";

const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
const splitText = (body: unknown) => splitBent(connector, body);

/** The inner JSON, with its bare long numbers. */
const textOf = (value: unknown) => (JSON.stringify(value) ?? "null").replaceAll(JSON.stringify(BIG), "1234567890123456789");

function checkItem(item: CallbackItem): void {
  check(connector, item, RECEIVED_AT);
}

const neighbours = [frame(textMessage("first", "Zmlyc3Q=")), frame(textMessage("last", "bGFzdA=="))];
const [first, last] = neighbours.map((body) => splitText(body)[0]);

test("bent content throws nothing and leaves the envelopes beside it as they were", () => {
  fc.assert(
    fc.property(fc.constantFrom(...fixtureNames), mutations, (name, given) => {
      const { envelope, content } = fixture(name);
      const bent = { ...envelope, content: textOf(mutate(content, given)) };
      const items = splitText([neighbours[0], bent, neighbours[1]]);
      assert.deepEqual(items[0], first);
      assert.deepEqual(items.at(-1), last);
      for (const item of items) checkItem(item);
    }),
    { numRuns: 3_000 },
  );
});

test("a bent envelope throws nothing and leaves the envelopes beside it as they were", () => {
  fc.assert(
    fc.property(fc.constantFrom(...fixtureNames), mutations, fc.boolean(), (name, given, parsed) => {
      const { envelope, content } = fixture(name);
      const bent = mutate(parsed ? { ...envelope, content } : envelope, given);
      const items = splitText([neighbours[0], bent, neighbours[1]]);
      assert.deepEqual(items[0], first);
      assert.deepEqual(items.at(-1), last);
      for (const item of items) checkItem(item);
    }),
    { numRuns: 3_000 },
  );
});

test("any JSON at all, and any text as content, is split without an exception other than 'not the platform's'", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      for (const body of [{ content: value }, frame(value), frame(null, { content: text }), { ...frame(0), user_openid: value }]) {
        for (const item of splitText(body)) checkItem(item);
      }
    }),
    { numRuns: 500 },
  );
});

test("bytes that are no text of the platform's give the one documented exception", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      try {
        connector.splitCallback(Buffer.from(bytes));
      } catch (error) {
        assert.match(String(error), /not JSON|not a JSON object/);
      }
    }),
  );
});
