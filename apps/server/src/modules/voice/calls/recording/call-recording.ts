import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import { recordingTool } from "../session/call-prompt.ts";
import type { RecordingPort, ToolResult } from "../session/session.types.ts";
import type { Transcript } from "../session/transcript.ts";
import { createConsent, type RecordingMode } from "./consent.ts";
import { createRecorder } from "./recorder.ts";

const tickMs = 5_000;

/** The recording of one call: whether it is allowed, and what goes into it. */
export function createCallRecording(deps: {
  mode: RecordingMode;
  words: VoiceAgentSettings["recording"];
  port: RecordingPort;
  monotonicMs(): number;
  /** Milliseconds since the call was answered. */
  atMs(): number;
  later(ms: number, run: () => void): () => void;
  transcript: Pick<Transcript, "toolUsed" | "agentTexts">;
  report(error: unknown, what: string): void;
}) {
  const { mode, port, atMs, later, transcript } = deps;
  const recorder = createRecorder({ monotonicMs: deps.monotonicMs, keep: (piece) => port.keep(piece) });
  const consent = createConsent(mode, deps.words, {
    begin() {
      port.begin(Math.round(atMs()));
      recorder.begin();
      tick();
    },
    withdraw() {
      recorder.discard();
      port.withdraw();
    },
    later,
    recordAnswer: (how, outcome) => transcript.toolUsed(how, recordingTool, how, outcome, atMs()),
    report: deps.report,
  });

  function tick(): void {
    later(tickMs, () => {
      recorder.tick();
      if (consent.isRecording()) tick();
    });
  }

  return {
    consent,
    caller: recorder.caller,
    agent: mode === "off" ? () => undefined : recorder.agent,
    cut: recorder.cut,

    /** The opening was heard to its end. */
    opened: () => consent.opened(transcript.agentTexts().join(" ")),

    /** The tool that reports the caller's answer. */
    async tool(input: unknown): Promise<ToolResult> {
      const { agreed } = (input ?? {}) as { agreed?: unknown };
      if (typeof agreed !== "boolean") return { outcome: "bad_input", output: { error: "The arguments do not fit the tool." } };
      return consent.answered(agreed);
    },

    /** `unheard`: how much was heard of what was sent. */
    end(unheard: readonly { itemId: string; heardMs: number }[]) {
      for (const { itemId, heardMs } of unheard) recorder.cut(itemId, heardMs);
      recorder.end();
      return consent.outcome();
    },
  };
}
