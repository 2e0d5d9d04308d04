/** Recorded calls: the settings, a call from its start to its file, and the file's contents. */
import assert from "node:assert/strict";
import { createEar } from "@parley/simulators/speech";
import type { TestApp, TestTenant } from "../../harness.ts";
import { lineOf, type startVoiceStage } from "./voice-stage.ts";

export const announcement = "This call is recorded.";
export const question = "May we record it?";
export const announced = { recording: { mode: "announced", announcement } };
export const asked = { recording: { mode: "asked", question } };

type Stage = Awaited<ReturnType<typeof startVoiceStage>>;
type Desk = Awaited<ReturnType<Stage["line"]>>;

/** What simulated speech recognition understands of a leg. */
export function textOf(sound: Buffer): string {
  const ear = createEar();
  ear.hear(sound);
  return ear.text();
}

export async function bytesOfRecording(t: TestApp, tenant: TestTenant, id: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(`${t.url}/api/v1/calls/${id}/recording`, { headers: { authorization: `Bearer ${tenant.key}`, ...headers } });
  assert.equal(response.status, headers["range"] === undefined ? 200 : 206);
  assert.equal(response.headers.get("content-type"), "audio/wav");
  return Buffer.from(await response.arrayBuffer());
}

/** The channels of a WAV file of G.711 µ-law. */
export function readWav(file: Buffer) {
  assert.deepEqual([file.toString("latin1", 0, 4), file.toString("latin1", 8, 16)], ["RIFF", "WAVEfmt "]);
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)], [7, 2, 8_000, 8]);
  assert.deepEqual([file.toString("latin1", 50, 54), file.readUInt32LE(54)], ["data", file.length - 58]);
  const data = file.subarray(58);
  const leg = (channel: 0 | 1) => Buffer.from(data.filter((_, i) => i % 2 === channel));
  return { left: leg(0), right: leg(1), samples: file.readUInt32LE(46) };
}

export const wavOf = async (t: TestApp, tenant: TestTenant, id: string) => readWav(await bytesOfRecording(t, tenant, id));

/** A call in which the caller says something, with its file unless `drain` is false. */
export async function recorded({ t }: Stage, desk: Desk, given: { from?: string; says?: string; drain?: false } = {}): Promise<any> {
  const caller = lineOf(await desk.dial(given.from === undefined ? {} : { from: given.from }));
  await caller.until(() => caller.heard() === `${announcement} Hello.`);
  caller.says(given.says ?? "Good day.");
  await caller.until(() => caller.heard().endsWith("I see."));
  caller.stop();
  const shown = await desk.ended();
  if (given.drain !== false) await t.drain();
  return shown;
}
