import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallTurn, CallWithTurns } from "@parley/sdk";
import { clockOf, delayOf, lengthOf, spansOf, turnAt, notRecorded } from "./call-times.ts";

const turn = (speaker: CallTurn["speaker"], beganMs: number, endedMs: number | null): CallTurn => ({
  ...{
    speaker,
    beganMs,
    endedMs,
    text: "",
    interrupted: false,
    latencyMs: null,
    hearingMs: null,
    toolsMs: null,
    speakingMs: null,
    tool: null,
    outcome: null,
    findings: [],
  },
});
const turns = [turn("agent", 0, 2_000), turn("caller", 2_500, null), turn("tool", 4_000, null), turn("agent", 5_000, null)];

test("a time within a call is shown in minutes and seconds", () => {
  assert.deepEqual([clockOf(-5), clockOf(999), clockOf(44_000), clockOf(725_000)], ["0:00", "0:00", "0:44", "12:05"]);
});

test("a turn without an end lasts until somebody else speaks, the last one until the end of the call", () => {
  assert.deepEqual(
    spansOf(turns, 9_000).map(({ beganMs, endedMs }) => [beganMs, endedMs]),
    [
      [0, 2_000],
      [2_500, 5_000],
      [5_000, 9_000],
    ],
  );
  assert.equal(spansOf([turn("agent", 5_000, null)], 3_000)[0]?.endedMs, 5_000);
});

test("next to a recording only the rest is drawn: what was said before its start and after its end", () => {
  const spans = [turn("agent", 0, 3_000), turn("caller", 3_000, 6_000), turn("agent", 8_000, null)];
  const within = (fromMs: number, toMs: number) =>
    notRecorded(spansOf(spans, 10_000), fromMs, toMs).map(({ beganMs, endedMs }) => [beganMs, endedMs]);
  assert.deepEqual(within(2_000, 10_000), [[0, 2_000]]);
  assert.deepEqual(within(0, 7_000), [[8_000, 10_000]]);
  assert.deepEqual(within(0, 10_000), []);
});

test("a call is as long as its line was open, and never shorter than what was said", () => {
  const call = (answeredAt: string | null, endedAt: string | null) => ({ answeredAt, endedAt, turns }) as CallWithTurns;
  const at = (second: number) => new Date(second * 1_000).toISOString();
  assert.equal(lengthOf(call(at(10), at(30)), 0), 20_000);
  assert.equal(lengthOf(call(at(10), null), 17_000), 7_000);
  assert.equal(lengthOf(call(at(10), at(11)), 0), 5_000);
  assert.equal(lengthOf(call(null, null), 99_000), 5_000);
});

test("the turn at a time is the last one that had started, never a tool", () => {
  assert.deepEqual(
    [-1, 0, 2_400, 4_500, 8_000].map((ms) => turnAt(turns, ms)),
    [-1, 0, 0, 1, 3],
  );
});

test("an answer's delay is the sum of its measured parts", () => {
  const answer = turn("agent", 5_000, 6_000);
  assert.equal(delayOf(answer), null);
  assert.deepEqual(delayOf({ ...answer, latencyMs: 400 }), { hearingMs: 0, thinkingMs: 400, toolsMs: 0, speakingMs: 0, totalMs: 400 });
  assert.deepEqual(delayOf({ ...answer, latencyMs: 400, hearingMs: 200, toolsMs: 150, speakingMs: 90 }), {
    ...{ hearingMs: 200, thinkingMs: 250, toolsMs: 150, speakingMs: 90, totalMs: 690 },
  });
});
