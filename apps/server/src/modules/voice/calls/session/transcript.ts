import type { CallLatency, TurnRow } from "../calls.queries.ts";

/** A turn in progress. `ready`: its text is complete. */
interface Turn extends TurnRow {
  itemId: string;
  ready: boolean;
}

/** Where an answer's time was spent, in milliseconds; null: not measured. */
export interface Delay {
  /** From the provider's decision that the caller's turn is over to the first sound of the answer. */
  latencyMs: number;
  hearingMs: number | null;
  toolsMs: number | null;
}

const turnsMax = 1_000;
const textMax = 4_000;
/** Nobody speaks faster. */
const charactersPerMs = 0.03;
/** The usual speed of people and models. */
const usualCharactersPerMs = 0.016;

/**
 * Who said what, in the order in which it started: the text of a caller's turn may arrive after the answer to it. Each
 * turn is stored once it is complete, and again if it changes.
 */
export function createTranscript(store: (turn: TurnRow) => void) {
  const turns: Turn[] = [];

  function open(itemId: string, speaker: Turn["speaker"], atMs: number): Turn | null {
    const known = turns.find((turn) => turn.itemId === itemId);
    if (known !== undefined) return known;
    if (turns.length >= turnsMax) return null;
    const turn: Turn = {
      itemId,
      n: turns.length + 1,
      speaker,
      text: "",
      interrupted: false,
      began_ms: Math.max(0, Math.round(atMs)),
      ended_ms: null,
      latency_ms: null,
      hearing_ms: null,
      tools_ms: null,
      speaking_ms: null,
      tool: null,
      outcome: null,
      findings: [],
      ready: false,
    };
    turns.push(turn);
    return turn;
  }

  function save(turn: Turn): void {
    const { itemId: _, ready: __, ...row } = turn;
    if (row.text !== "" || row.tool !== null) store({ ...row });
  }

  const find = (itemId: string) => turns.find((turn) => turn.itemId === itemId);

  return {
    callerBegan: (itemId: string, atMs: number) => void open(itemId, "caller", atMs),

    callerEnded(itemId: string, atMs: number): void {
      const turn = find(itemId);
      if (turn !== undefined) turn.ended_ms = Math.max(turn.began_ms, Math.round(atMs));
    },

    callerSaid(itemId: string, text: string, atMs: number): void {
      const turn = open(itemId, "caller", atMs);
      if (turn === null) return;
      turn.text = text.trim().slice(0, textMax);
      turn.ready = true;
      save(turn);
    },

    agentBegan(itemId: string, atMs: number, delay: Delay | null): void {
      const turn = open(itemId, "agent", atMs);
      if (turn === null || turn.latency_ms !== null || delay === null) return;
      turn.latency_ms = whole(delay.latencyMs);
      turn.hearing_ms = delay.hearingMs === null ? null : whole(delay.hearingMs);
      turn.tools_ms = delay.toolsMs === null ? null : Math.min(whole(delay.toolsMs), turn.latency_ms);
    },

    /** How long after being sent its first sound was played. It is stored with its end, which comes later. */
    agentPlayed(itemId: string, afterMs: number): void {
      const turn = find(itemId);
      if (turn !== undefined) turn.speaking_ms ??= whole(afterMs);
    },

    /** Returns the text so far, without anything after an interruption. */
    agentSays(itemId: string, delta: string, atMs: number): string {
      const turn = open(itemId, "agent", atMs);
      if (turn === null || turn.interrupted) return "";
      turn.text = (turn.text + delta).slice(0, textMax);
      return turn.text;
    },

    /** `findings`: for the whole text. */
    agentSaid(itemId: string, text: string | null, findings: (text: string) => string[], atMs: number): void {
      const turn = open(itemId, "agent", atMs);
      if (turn === null || turn.interrupted) return;
      if (text !== null) turn.text = text.trim().slice(0, textMax);
      turn.findings = findings(turn.text).slice(0, 20);
      turn.ready = true;
      save(turn);
    },

    agentEnded(itemId: string, atMs: number): void {
      const turn = find(itemId);
      if (turn === undefined || turn.ended_ms !== null) return;
      turn.ended_ms = Math.max(turn.began_ms, Math.round(atMs));
      if (turn.ready) save(turn);
    },

    /**
     * Keeps the part that was heard, up to the end of a word: in proportion to the audio, or as much as is usually
     * said in that time if the length of the audio is unknown (`producedMs` null).
     */
    cut(itemId: string, heardMs: number, producedMs: number | null, atMs: number): void {
      const turn = find(itemId);
      if (turn === undefined || turn.interrupted) return;
      const part = producedMs === null ? 1 : producedMs <= 0 ? 0 : Math.min(1, heardMs / producedMs);
      const rate = producedMs === null ? usualCharactersPerMs : charactersPerMs;
      // The text may be ahead of the audio.
      const length = Math.min(Math.round(turn.text.length * part), Math.ceil(heardMs * rate));
      const text = turn.text.slice(0, length);
      turn.text = length >= turn.text.length ? turn.text : text.slice(0, Math.max(0, text.lastIndexOf(" ")));
      turn.interrupted = true;
      turn.ready = true;
      turn.ended_ms = Math.max(turn.began_ms, Math.round(atMs));
      save(turn);
    },

    toolUsed(callId: string, tool: string, input: string, outcome: string, atMs: number): void {
      const turn = open(`tool ${callId}`, "tool", atMs);
      if (turn === null) return;
      Object.assign(turn, { tool, text: input.slice(0, 500), outcome, ended_ms: turn.began_ms, ready: true });
      save(turn);
    },

    /** The call is over: incomplete turns are stored as far as they got. */
    finish(): void {
      for (const turn of turns) if (!turn.ready) save(turn);
    },

    /** For a model that has to be given the conversation again. */
    history: (): { speaker: "caller" | "agent"; text: string }[] =>
      turns.flatMap(({ speaker, text }) => (speaker === "tool" || text === "" ? [] : [{ speaker, text }])).slice(-60),

    callerTexts: (): string[] => turns.filter((turn) => turn.speaker === "caller" && turn.text !== "").map((turn) => turn.text),
    /** What the agent has said so far, as transcribed by its provider. */
    agentTexts: (): string[] => turns.filter((turn) => turn.speaker === "agent" && turn.text !== "").map((turn) => turn.text),

    latency(): CallLatency {
      const of = (pick: (turn: Turn) => number | null) => turns.flatMap((turn) => pick(turn) ?? []).sort((a, b) => a - b);
      const at = (sorted: number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
      const voiceToVoice = (turn: Turn) =>
        turn.latency_ms === null || turn.hearing_ms === null || turn.speaking_ms === null
          ? null
          : turn.hearing_ms + turn.latency_ms + turn.speaking_ms;
      const waits = of((turn) => turn.latency_ms);
      const measured = {
        p50Ms: at(waits, 0.5),
        p95Ms: at(waits, 0.95),
        hearingP50Ms: at(
          of((turn) => turn.hearing_ms),
          0.5,
        ),
        // For answers: the greeting follows no turn.
        speakingP50Ms: at(
          of((turn) => (turn.latency_ms === null ? null : turn.speaking_ms)),
          0.5,
        ),
        voiceToVoiceP50Ms: at(of(voiceToVoice), 0.5),
      };
      return Object.fromEntries(Object.entries(measured).filter(([, ms]) => ms !== undefined));
    },
  };
}

const whole = (ms: number) => Math.max(0, Math.round(ms));

export type Transcript = ReturnType<typeof createTranscript>;
