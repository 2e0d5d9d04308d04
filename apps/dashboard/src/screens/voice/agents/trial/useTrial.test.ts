import assert from "node:assert/strict";
import { test } from "node:test";
import { type Exchange, turnsOf } from "./useTrial.ts";

const exchange = (said: string, text: string, stopped: Exchange["answer"]["stopped"] = null): Exchange => ({
  said,
  answer: { text, stopped, findings: [], tools: [], next: null, model: "m", cost: 0 },
});

test("the caller's words come last, and what was interrupted was not heard", () => {
  assert.deepEqual(turnsOf([exchange("Hi", "Hello."), exchange("And the code?", "", "secret")], "Why?"), [
    { speaker: "caller", text: "Hi" },
    { speaker: "agent", text: "Hello." },
    { speaker: "caller", text: "And the code?" },
    { speaker: "caller", text: "Why?" },
  ]);
});

test("a long conversation is sent as far as the API accepts it", () => {
  const turns = turnsOf(
    Array.from({ length: 30 }, (_, at) => exchange(`${at}`, "x".repeat(3_000))),
    "last",
  );
  assert.equal(turns.length, 40);
  assert.deepEqual(turns.at(-1), { speaker: "caller", text: "last" });
  assert.ok(turns.every(({ text }) => text.length <= 2_000));
});
