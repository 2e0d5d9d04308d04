import { lettersOf } from "#modules/automation/chatbot/index.ts";
import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import type { ToolResult } from "../session/session.types.ts";
import { holdsRefusal, isRefusal, refusesRecording } from "./consent-words.ts";

export interface ConsentPorts {
  /** Starts recording. */
  begin(): void;
  /** Stops recording, and discards what was recorded. */
  withdraw(): void;
  /** Runs once, unless the call has ended by then. */
  later(ms: number, run: () => void): () => void;
  /** The caller pressed a key that answers. */
  recordAnswer(how: string, outcome: string): void;
  report(error: unknown, what: string): void;
}

/** How long the transcript of the answer may take; the model has already heard it. */
const transcriptWaitMs = 2_000;

/** What the opening has to say about it; null: nothing. Pure. */
export function openingText({ opening, recording }: Pick<VoiceAgentSettings, "opening" | "recording">, mode: RecordingMode): string {
  const announcement = mode === "announced" ? recording.announcement : null;
  const question = mode === "asked" ? recording.question : null;
  return [opening.disclosure, announcement, opening.greeting, question].filter((text) => text !== null).join(" ");
}

export type RecordingMode = VoiceAgentSettings["recording"]["mode"];

/**
 * Decides whether a call may be recorded. Nothing is recorded until its sentence has been heard to the end or, if the
 * caller is asked, until they have agreed. What a model takes for a yes is checked again; a no is final.
 */
export function createConsent(
  mode: RecordingMode,
  words: Pick<VoiceAgentSettings["recording"], "announcement" | "question">,
  ports: ConsentPorts,
) {
  let state: "off" | "unheard" | "asked" | "recording" | "declined" = mode === "off" ? "off" : "unheard";
  /** What the caller last said since they were asked; null: nothing, or unknown. */
  let answer: string | null = null;
  let speaks = false;
  const waiting = new Set<() => void>();

  /** There is a recording, or there may still be one. */
  const isOpen = () => state === "unheard" || state === "asked" || state === "recording";

  function agree(): void {
    state = "recording";
    ports.begin();
  }

  function decline(): void {
    state = "declined";
    ports.withdraw();
  }

  /** The caller's words in the current turn, or the last one; null: unknown. */
  async function answerTranscript(): Promise<string | null> {
    if (answer === null || speaks)
      await new Promise<void>((resolve) => {
        const stop = ports.later(transcriptWaitMs, resolve);
        waiting.add(() => {
          stop();
          resolve();
        });
      });
    // An earlier turn's words cannot answer for one that is not transcribed yet.
    return speaks ? null : answer;
  }

  const refused = (outcome: string, note: string): ToolResult => ({ outcome, output: { ok: false, note } });

  return {
    /** `said`: the opening, which was heard to the end. */
    opened(said: string): void {
      if (state !== "unheard") return;
      const line = mode === "announced" ? words.announcement : words.question;
      if (lettersOf(line) === "" || !lettersOf(said).includes(lettersOf(line)))
        return ports.report(
          new Error("the opening lacks the words of consent"),
          "a call is not recorded: the model did not say the required words",
        );
      if (mode === "announced") agree();
      else state = "asked";
    },

    callerBegan(): void {
      speaks = true;
    },

    callerSaid(text: string): void {
      speaks = false;
      if (state === "asked") answer = text.trim() === "" ? null : text;
      // Also during the opening: by then they have heard about it.
      if ((state === "asked" && isRefusal(text)) || (isOpen() && refusesRecording(text))) decline();
      for (const go of waiting) go();
      waiting.clear();
    },

    /** A tool of the model. Never throws. */
    async answered(agreed: boolean): Promise<ToolResult> {
      if (!agreed) {
        if (state === "off") return refused("refused", "This call is not recorded.");
        decline();
        return { outcome: "declined", output: { ok: true, note: "Nothing of this call is recorded." } };
      }
      if (state === "asked") {
        const said = await answerTranscript();
        // In the meantime they may have pressed a key or said no.
        if (state === "asked") {
          if (said === null) return refused("not_heard", "The caller's answer is not known. Ask for a clear yes, or for key 1.");
          if (holdsRefusal(said))
            return refused("not_clear", "That was no clear yes. Ask once more for a yes or for key 1, or go on without.");
          agree();
        }
      }
      if (state === "recording") return { outcome: "recording", output: { ok: true } };
      return refused("refused", "This call is not recorded.");
    },

    /** False: the key has no meaning here. */
    pressed(digit: string): boolean {
      if (digit === "1" && state === "asked") {
        agree();
        ports.recordAnswer("key 1", "recording");
        return true;
      }
      if (digit === "2" && isOpen()) {
        decline();
        ports.recordAnswer("key 2", "declined");
        return true;
      }
      return false;
    },

    isRecording: () => state === "recording",
    /** For the whole call: `none` if no recording was wanted. */
    outcome: (): "recorded" | "no_consent" | "none" => (state === "off" ? "none" : state === "recording" ? "recorded" : "no_consent"),
  };
}

export type Consent = ReturnType<typeof createConsent>;
