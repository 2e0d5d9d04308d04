import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";

/** Asks a silent caller whether they are there, then ends the call. */
export function createSilence(deps: {
  limits: Pick<VoiceAgentSettings["limits"], "silencePromptSeconds" | "silenceHangUpSeconds">;
  later(ms: number, run: () => void): () => void;
  /** Nobody is speaking, and nothing is about to be said. */
  isQuiet(): boolean;
  ask(): void;
  end(): void;
}) {
  const promptMs = deps.limits.silencePromptSeconds * 1_000;
  const restMs = deps.limits.silenceHangUpSeconds * 1_000 - promptMs;
  let stage: "listening" | "asked" | "over" = "listening";
  let stop: (() => void) | null = null;

  function arm(ms: number, run: () => void): void {
    stop?.();
    stop = deps.later(ms, run);
  }

  function ask(): void {
    stop = null;
    if (!deps.isQuiet()) return;
    stage = "asked";
    deps.ask();
    arm(restMs, deps.end);
  }

  return {
    /** The caller is speaking. */
    broken(): void {
      if (stage === "over") return;
      stage = "listening";
      stop?.();
      stop = null;
    },
    /** We are speaking: our own question does not count as an answer. */
    spoken(): void {
      if (stage !== "listening") return;
      stop?.();
      stop = null;
    },
    /** Somebody stopped speaking. */
    quiet(): void {
      if (stage === "listening" && deps.isQuiet()) arm(promptMs, ask);
    },
    over(): void {
      stage = "over";
      stop?.();
      stop = null;
    },
  };
}
