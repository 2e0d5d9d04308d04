import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSettings } from "#modules/voice/voice-agents/index.ts";
import { createSpeechCheck } from "./speech-check.ts";

test("what the settings say about recording is not a fact without a source", () => {
  const settings = {
    ...defaultSettings,
    recording: {
      mode: "announced" as const,
      announcement: "This call is recorded. Press 2 to stop that.",
      question: "Say yes or press 1.",
    },
  };
  const { findings } = createSpeechCheck(settings, "canary", () => []);
  assert.deepEqual(findings(settings.recording.announcement, []), []);
  assert.deepEqual(findings(settings.recording.question, []), []);
  assert.deepEqual(findings("Press 7 for the shop.", []), ["7"]);
});
