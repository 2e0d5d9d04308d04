import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readRealtimeEvent } from "../realtime/realtime-events.ts";
import { createVoice } from "./voice.ts";

/** The voice of a call whose audio flows elsewhere, with its actions. */
function direct() {
  const did: unknown[] = [];
  let nowMs = 0;
  const voice = createVoice(
    { kind: "direct", close: () => undefined },
    {
      monotonicMs: () => nowMs,
      send: (event) => void did.push(event),
      began: (itemId) => void did.push(["began", itemId]),
      sent: () => undefined,
      played: () => undefined,
      ended: () => void did.push("ended"),
      cut: (itemId, heardMs, producedMs) => void did.push(["cut", itemId, heardMs, producedMs]),
    },
  );
  return {
    voice,
    did,
    /** Events in the provider's format. */
    hears(...events: object[]): void {
      for (const event of events) {
        const read = readRealtimeEvent(JSON.stringify(event));
        assert.notEqual(read, null, JSON.stringify(event));
        if (read !== null) voice.event(read);
      }
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const started = { type: "output_audio_buffer.started", response_id: "r1" };
const says = { type: "response.output_audio_transcript.delta", response_id: "r1", item_id: "i1", delta: "Hello" };

describe("a voice whose audio flows elsewhere", () => {
  it("is heard from started to stopped, whichever comes first, audio or words", () => {
    for (const order of [
      [started, says],
      [says, started],
    ]) {
      const { voice, did, hears } = direct();
      assert.equal(voice.hasUnreportedAudio(), true);
      hears(...order);
      assert.deepEqual([voice.isPending(), voice.hasUnreportedAudio(), did], [true, false, [["began", "i1"]]]);
      hears({ type: "output_audio_buffer.stopped", response_id: "r1" });
      assert.deepEqual([voice.isPending(), did.at(-1)], [false, "ended"]);
    }
  });

  it("is waited for if its words are known before its audio starts", () => {
    const { voice, hears } = direct();
    hears(started, says, { type: "output_audio_buffer.stopped", response_id: "r1" });
    hears({ ...says, response_id: "r2", item_id: "i2" });
    assert.deepEqual([voice.isPending(), voice.hasUnreportedAudio()], [false, true]);
    hears({ ...started, response_id: "r2" });
    assert.deepEqual([voice.isPending(), voice.hasUnreportedAudio()], [true, false]);
    // Its last words arrive when all of it was heard.
    hears({ type: "output_audio_buffer.stopped", response_id: "r2" }, { ...says, response_id: "r2", item_id: "i2" });
    assert.deepEqual([voice.isPending(), voice.hasUnreportedAudio()], [false, false]);
  });

  it("is cut where the provider says, otherwise by the time it was heard", () => {
    const exact = direct();
    exact.hears(started, says, { type: "conversation.item.truncated", item_id: "i1", content_index: 0, audio_end_ms: 1_200 });
    assert.deepEqual(exact.did.at(-1), ["cut", "i1", 1_200, null]);
    const guessed = direct();
    guessed.hears(started, says);
    guessed.pass(700);
    guessed.hears({ type: "output_audio_buffer.cleared", response_id: "r1" });
    assert.deepEqual(guessed.did.slice(-2), [["cut", "i1", 700, null], "ended"]);
  });

  it("leaves interruptions to the provider, and falls silent immediately when we say so", () => {
    const { voice, did, hears } = direct();
    voice.silence();
    hears(started, says);
    voice.onInterrupt();
    assert.deepEqual(did, [["began", "i1"]]);
    voice.silence();
    assert.deepEqual(did.at(-1), { type: "output_audio_buffer.clear" });
    // What was played while nothing was listening has ended.
    voice.reconnected();
    assert.equal(voice.isPending(), false);
  });

  it("ignores events without the response that they are about", () => {
    for (const event of [
      { type: "output_audio_buffer.started" },
      { type: "output_audio_buffer.cleared", response_id: 5 },
      { type: "conversation.item.truncated" },
    ])
      assert.equal(readRealtimeEvent(JSON.stringify(event)), null);
    const odd = { type: "conversation.item.truncated", item_id: "i1", audio_end_ms: -5 };
    assert.deepEqual(readRealtimeEvent(JSON.stringify(odd)), { kind: "truncated", itemId: "i1", heardMs: 0 });
  });
});
