import assert from "node:assert/strict";
import { it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defaultSettings } from "#modules/voice/voice-agents/index.ts";
import { createManualTimers } from "#platform/clock/timers.ts";
import { readRealtimeEvent } from "../realtime/realtime-events.ts";
import { createSession } from "./session.ts";
import type { RealtimeListener } from "./session.types.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const frame = Buffer.alloc(160, 0x40).toString("base64");
const spoken = Buffer.alloc(1_600, 0x50).toString("base64");
const frameMs = 20;

/** A call whose transport returns every mark at once. */
async function begin() {
  let nowMs = 0;
  let frames = 0;
  let listener: RealtimeListener | null = null;
  let turns = 0;
  const timers = createManualTimers();
  const unused = { begin: () => undefined, keep: () => undefined, withdraw: () => undefined };
  const session = createSession(
    {
      settings: { ...defaultSettings, limits: { ...defaultSettings.limits, maxDurationSeconds: 3_600 } },
      facts: {
        tenantName: "Alba",
        callerName: null,
        nonce: "n0nce",
        weCalled: false,
        purpose: null,
        people: null,
        hasContact: true,
        hasChat: true,
        recording: "off",
      },
    },
    {
      timers,
      monotonicMs: () => nowMs,
      transport: {
        kind: "passed",
        audio: () => void frames++,
        mark: (name) => session.mark(name),
        clear: () => undefined,
        close: () => undefined,
      },
      connect: async (_, given) => {
        listener = given;
        return { send: () => undefined, append: () => void frames++, failed: async () => undefined, close: () => undefined };
      },
      runTool: async () => ({ outcome: "none", output: {} }),
      recording: unused,
      store: () => undefined,
      nextMinute: async () => "taken",
      canTransfer: () => false,
      ended: async () => undefined,
      report: (error) => assert.fail(String(error)),
      answeredAfter: () => undefined,
    },
  );
  await session.start();

  function hears(event: object): void {
    const read = readRealtimeEvent(JSON.stringify(event));
    if (read === null) assert.fail(JSON.stringify(event));
    listener?.event(read);
  }
  function caller(ms: number): void {
    for (let passed = 0; passed < ms; passed += frameMs, nowMs += frameMs) session.audio(frame);
  }

  return {
    frames: () => frames,
    /** The caller speaks, the agent answers for eight seconds, both are silent. */
    minute(): void {
      const of = { response_id: `r${++turns}`, item_id: `a${turns}` };
      const item_id = `c${turns}`;
      caller(10_000);
      hears({ type: "input_audio_buffer.speech_started", item_id });
      caller(4_000);
      hears({ type: "input_audio_buffer.speech_stopped", item_id, audio_end_ms: nowMs });
      hears({ type: "conversation.item.input_audio_transcription.completed", item_id, transcript: `Question ${turns}` });
      hears({ type: "response.created", response: { id: of.response_id } });
      for (let n = 0; n < 40; n++) hears({ type: "response.output_audio.delta", ...of, delta: spoken });
      hears({ type: "response.output_audio_transcript.delta", ...of, delta: `Answer ${turns}.` });
      hears({ type: "response.output_audio_transcript.done", ...of, transcript: `Answer ${turns}.` });
      hears({ type: "response.done", response: { id: of.response_id, status: "completed" } });
      caller(46_000);
    },
    stop: () => session.stopped(),
  };
}

function heapBytes(): number {
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}

it("a call of half an hour keeps its turns and none of its 90,000 frames", async () => {
  const call = await begin();
  for (let n = 0; n < 10; n++) call.minute();
  const [before, framesBefore] = [heapBytes(), call.frames()];
  for (let n = 0; n < 30; n++) call.minute();
  const grownBytes = heapBytes() - before;
  assert.ok(call.frames() - framesBefore >= 90_000, `${call.frames()} frames`);
  // One reference per frame would be 700 KB.
  assert.ok(grownBytes < 256 * 1_024, `${grownBytes} bytes`);
  await call.stop();
});
