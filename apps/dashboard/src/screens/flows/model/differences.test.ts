/** Differences between versions: what was added, removed, changed and moved, and nothing else. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { FlowStep } from "@parley/sdk";
import { differencesOf } from "./differences.ts";
import type { Definition } from "./model.ts";

const say = (text: string): FlowStep => ({ type: "send_message", text });
const tag: FlowStep = { type: "add_tag", tag: "x" };
const flow = (steps: FlowStep[], more: Partial<Definition> = {}): Definition => ({
  ...{ trigger: { type: "manual" }, conditions: null, steps, oncePerContact: false },
  ...more,
});
const differences = (before: Definition, after: Definition) =>
  differencesOf(before, after).map(({ what, type, path, fields }) =>
    [what, type, path, fields.join()].filter((part) => part !== null && part !== "").join(" "),
  );

it("reports what a version does differently", () => {
  assert.deepEqual(differences(flow([say("a"), tag]), flow([say("a"), tag])), []);
  assert.deepEqual(differences(flow([say("a"), tag]), flow([say("b"), tag])), ["changed send_message steps[0] text"]);
  assert.deepEqual(differences(flow([say("a")]), flow([say("a"), tag])), ["added add_tag steps[1]"]);
  assert.deepEqual(differences(flow([tag, say("a")]), flow([say("a")])), ["removed add_tag steps[0]"]);
  assert.deepEqual(differences(flow([tag, say("a"), say("b")]), flow([say("a"), say("b"), tag])), ["moved add_tag steps[2]"]);
  // biome-ignore lint/suspicious/noThenProperty: steps
  const into = flow([{ type: "branch", then: [say("a")] }]);
  // biome-ignore lint/suspicious/noThenProperty: steps
  assert.deepEqual(differences(flow([say("a"), { type: "branch", then: [] }]), into).sort(), ["moved send_message steps[0].then[0]"]);
});

it("reports changes to the trigger, the conditions and how often it runs", () => {
  const changed = flow([], { trigger: { type: "message.keyword", keywords: ["b"] }, conditions: { rules: [] }, oncePerContact: true });
  assert.deepEqual(differences(flow([], { trigger: { type: "message.keyword", keywords: ["a"] } }), changed), [
    "triggerChanged keywords",
    "conditions",
    "once",
  ]);
  assert.deepEqual(differences(flow([]), flow([], { trigger: { type: "contact.created" } })), ["trigger"]);
});
