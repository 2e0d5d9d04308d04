/** The unsaved edits of a chatbot's form. Losing them would lose work; saving unchanged fields would overwrite a colleague's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chatbot, UpdateChatbot } from "@parley/sdk";
import { patches, settingsOf } from "./patch.ts";

const saved = {
  ...{ id: "bot_1", name: "Pia", isActive: true, channelIds: ["chn_1"], version: 3, instructions: ["Be brief."], activeHours: null },
  persona: { description: "A shop", tone: "friendly", languages: ["en"], introduction: null },
  scope: { mode: "knowledge_only", allowedTopics: [], blockedTopics: ["law"], outOfScopeMessage: "No." },
  handover: { onRequest: true },
  reply: { debounceSeconds: 4, maxLength: 1_000 },
  knowledge: { passages: 5, minScore: 0 },
  model: { preferred: [], temperature: 0.2, maxOutputTokens: 600 },
  limits: { repliesPerConversationPerDay: 50, repliesPerDay: null },
} as unknown as Chatbot;

test("only differences from the saved settings are unsaved, in each group separately", () => {
  const typed: UpdateChatbot = {
    name: "Pia",
    persona: { tone: "casual", languages: ["en"] },
    scope: { blockedTopics: ["law"] },
    limits: { repliesPerDay: 10 },
  };
  assert.deepEqual(patches.clean(saved, typed), { persona: { tone: "casual" }, limits: { repliesPerDay: 10 } });
  assert.deepEqual(patches.clean(saved, { ...typed, persona: { tone: "friendly" }, limits: { repliesPerDay: null } }), {});
});

test("edits take precedence over saved values, and a colleague's change of another field is shown", () => {
  const patch: UpdateChatbot = { persona: { tone: "casual" } };
  const theirs = { ...saved, persona: { ...saved.persona, description: "A shop for tents" } };
  assert.deepEqual(patches.merge(theirs, patch).persona, { ...theirs.persona, tone: "casual" });
  assert.equal(patches.merge(saved, {}).name, "Pia");
});

test("null is a value: removing hours is an unsaved change", () => {
  const hours = { mode: "inside" } as NonNullable<Chatbot["activeHours"]>;
  assert.deepEqual(patches.clean({ ...saved, activeHours: hours }, { activeHours: null }), { activeHours: null });
  assert.equal(patches.merge({ ...saved, activeHours: hours }, { activeHours: null }).activeHours, null);
});

test("empty lines between instructions are not sent; name and channels are not part of a trial", () => {
  assert.deepEqual(patches.ready({ instructions: ["One.", " ", "Two."] }), { instructions: ["One.", "Two."] });
  assert.equal(settingsOf({ name: "Max", channelIds: [] }), undefined);
  assert.deepEqual(settingsOf({ name: "Max", scope: { blockedTopics: ["tents"] } }), { scope: { blockedTopics: ["tents"] } });
});

test("stored text in another format counts as no change", () => {
  for (const text of ["", "{", "null", '"x"']) assert.deepEqual(patches.read(text), {}, text);
  assert.deepEqual(patches.read('{"name":"Max"}'), { name: "Max" });
});
