import assert from "node:assert/strict";
import { test } from "node:test";
import type { VoiceAgent } from "@parley/sdk";
import { patches } from "./patch.ts";

const saved = {
  name: "Noa",
  channelId: "chn_1",
  instructions: ["Be brief."],
  activeHours: null,
  summary: true,
  opening: { greeting: "Hello.", disclosure: null, interruptible: true },
  limits: { maxDurationSeconds: 600, minutesPerDay: null },
  afterCall: { classify: true, extract: [], callbackTickets: true },
} as unknown as VoiceAgent;

test("edits take precedence over saved values, also within a group", () => {
  const merged = patches.merge(saved, { name: "Mia", opening: { greeting: "Hi." } });
  assert.equal(merged.name, "Mia");
  assert.deepEqual(merged.opening, { greeting: "Hi.", disclosure: null, interruptible: true });
  assert.equal(merged.limits.maxDurationSeconds, 600);
});

test("an edit that equals the saved value is not a change", () => {
  assert.deepEqual(patches.clean(saved, { name: "Noa", opening: { greeting: "Hello." }, instructions: ["Be brief."] }), {});
  assert.deepEqual(patches.clean(saved, { name: "Mia", opening: { greeting: "Hello.", disclosure: "A machine." }, summary: false }), {
    name: "Mia",
    opening: { disclosure: "A machine." },
    summary: false,
  });
});

test("the fields extracted from a call are changed as a whole", () => {
  const extract = [{ name: "nights", description: "How many nights", type: "number" as const }];
  assert.deepEqual(patches.merge(saved, { afterCall: { extract } }).afterCall, { classify: true, extract, callbackTickets: true });
  assert.deepEqual(patches.clean(saved, { afterCall: { extract, classify: true } }), { afterCall: { extract } });
  assert.deepEqual(patches.clean(saved, { afterCall: { extract: [] } }), {});
});

test("an unreadable stored change counts as none, and empty lines are not sent", () => {
  for (const text of ["", "{", "7", "null"]) assert.deepEqual(patches.read(text), {}, text);
  assert.deepEqual(patches.read('{"name":"Mia"}'), { name: "Mia" });
  assert.deepEqual(patches.ready({ name: "Mia", instructions: ["a", " ", "b"] }), { name: "Mia", instructions: ["a", "b"] });
  assert.deepEqual(patches.ready({ name: "Mia" }), { name: "Mia" });
});
