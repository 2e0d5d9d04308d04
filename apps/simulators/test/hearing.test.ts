import assert from "node:assert/strict";
import { it } from "node:test";
import { createHearing } from "../src/shared/rtc/index.ts";
import { quiet, speak } from "../src/shared/speech.ts";
import { speakAloud } from "../src/shared/voice.ts";

const frames = (sound: Buffer) => Array.from({ length: sound.length / 160 }, (_, at) => sound.subarray(at * 160, (at + 1) * 160));

it("a voice is taken to be the next line, and ends with perfect or imperfect silence", () => {
  const lines = ["One?", "Two?"];
  const hearing = createHearing(() => lines.shift() ?? "");
  for (const silence of [quiet(600), Buffer.alloc(4_800, 0x7d)]) {
    const before = lines[0];
    for (const frame of frames(speakAloud("is anybody there"))) hearing.hear(frame);
    assert.ok(hearing.quietMs() < 500);
    for (const frame of frames(silence)) hearing.hear(frame);
    assert.ok(hearing.quietMs() >= 500);
    assert.equal(hearing.take(), before);
  }
  for (const frame of frames(quiet(2_000))) hearing.hear(frame);
  assert.equal(hearing.text(), "");
});

it("simulated speech is understood, and a click is not speech", () => {
  const hearing = createHearing(() => "a line");
  hearing.hear(speakAloud("a").subarray(0, 160));
  for (const frame of frames(Buffer.concat([quiet(400), speak("Hello."), quiet(600)]))) hearing.hear(frame);
  assert.equal(hearing.take(), "Hello.");
  assert.ok(hearing.quietMs() >= 500);
});
