import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { obedientBrain, politeBrain } from "@parley/simulators/realtime-provider";
import { createEar, quiet, speak } from "@parley/simulators/speech";
import { eventually } from "../../../../../test/eventually.ts";
import { refusal } from "../../../../../test/inbox.ts";
import { lineOf, startVoiceStage } from "../../../../../test/stages/voice-stage.ts";

const { t, realtime, line } = await startVoiceStage();
const announcement = "This call is recorded.";
const question = "May we record?";
const announced = { recording: { mode: "announced", announcement } };
const asked = { recording: { mode: "asked", question } };

function textOf(sound: Buffer): string {
  const ear = createEar();
  ear.hear(sound);
  return ear.text();
}

/** The two channels of a WAV file of G.711 µ-law. */
function readWav(file: Buffer) {
  assert.deepEqual([file.toString("latin1", 0, 4), file.toString("latin1", 8, 16)], ["RIFF", "WAVEfmt "]);
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)], [7, 2, 8_000, 8]);
  assert.deepEqual([file.toString("latin1", 50, 54), file.readUInt32LE(54)], ["data", file.length - 58]);
  const data = file.subarray(58);
  const leg = (channel: 0 | 1) => Buffer.from(data.filter((_, i) => i % 2 === channel));
  return { caller: leg(0), agent: leg(1), samples: file.readUInt32LE(46) };
}

type Line = Awaited<ReturnType<typeof line>>;

async function wavOf(desk: Line, callId: string): Promise<{ caller: Buffer; agent: Buffer; samples: number }> {
  const answer = await fetch(`${t.url}/api/v1/calls/${callId}/recording`, { headers: { authorization: `Bearer ${desk.tenant.key}` } });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "audio/wav");
  return readWav(Buffer.from(await answer.arrayBuffer()));
}

const rows = (desk: Line, table: "voice_recording_pieces" | "voice_recordings" | "media") =>
  t.app.database.withTenant(desk.tenant.id, (tx) =>
    tx.query({ text: `select 1 from ${table} where tenant_id = $1`, values: [tx.tenantId] }),
  );

describe("a recorded call", () => {
  it("holds both legs from the end of the announcement on, as a file that is served in parts", async () => {
    const desk = await line(announced);
    const call = await desk.dial();
    const caller = lineOf(call);
    caller.begins("before ");
    await caller.until(() => caller.heard() === `${announcement} Hello.`);
    await eventually("it is recorded", async () => (await desk.calls())[0].recording?.status === "recording");
    caller.says("Good day.");
    await caller.until(() => caller.heard().endsWith("I see."));
    caller.stop();
    await desk.ended();
    await t.drain();
    const shown = await desk.ended();
    assert.equal(shown.recording.status, "ready");
    const { caller: left, agent: right, samples } = await wavOf(desk, shown.id);
    assert.equal(textOf(left), "Good day.");
    assert.equal(textOf(right), "I see.");
    assert.equal(left.length, samples);
    assert.equal(shown.recording.durationSeconds, samples / 8_000);
    assert.equal(shown.recording.sizeBytes, 58 + 2 * samples);
    assert.equal(shown.recording.complete, true);
    assert.equal(shown.recording.peaks.caller.length, Math.min(300, Math.ceil(samples / 800)));
    assert.ok(Math.max(...shown.recording.peaks.caller) > 0.02 && Math.max(...shown.recording.peaks.agent) > 0.02);
    assert.equal((await desk.calls())[0].recording.peaks, null);
  });
});
void [quiet, speak, refusal, rows, asked, obedientBrain, politeBrain, realtime];
