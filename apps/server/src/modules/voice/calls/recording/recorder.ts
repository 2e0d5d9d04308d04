import { bytesOf } from "../session/playback.ts";
import { loudness, samplesPerMs, silence } from "./g711.ts";

/** A piece of a recording. `startsAt`: in samples since it started. */
export interface Piece {
  startsAt: number;
  /** The caller's and the agent's samples, interleaved. */
  sound: Buffer;
  /** The loudest sample of each tenth of a second, 0 to 255, alternating between caller and agent. */
  peaks: Buffer;
}

export interface RecorderPorts {
  monotonicMs(): number;
  /** Stores it; does not throw. */
  keep(piece: Piece): void;
}

/** Audio of one side, as received: base64. `until`: how many of its samples were heard. */
interface Chunk {
  at: number;
  payload: string;
  until: number;
  itemId: string | null;
  /** Position of its first sample within its item. */
  from: number;
}

const pieceSamples = 5_000 * samplesPerMs;
/** The agent's speech may still be cut off this much later, because marks take time to arrive. */
const lagSamples = 2_000 * samplesPerMs;
/** A shorter gap between frames is due to the network: they were spoken without a pause. */
const gapSamples = 200 * samplesPerMs;
/** Longer than any call. */
const samplesMax = 3_900_000 * samplesPerMs;
export const peakSamples = 100 * samplesPerMs;

/**
 * The two sides of a call on one timeline: the caller as received, the agent as played. A frame costs an append;
 * decoding happens for five seconds at a time. Time follows the caller's frames, and the clock where they are missing.
 */
export function createRecorder(ports: RecorderPorts) {
  let state: "off" | "on" | "over" = "off";
  let beganAtMs = 0;
  let caller: Chunk[] = [];
  let agent: Chunk[] = [];
  let callerEnd = 0;
  let agentEnd = 0;
  let flushed = 0;
  /** Samples of each item, including ones that are not recorded. */
  const produced = new Map<string, number>();

  const clock = () => Math.floor((ports.monotonicMs() - beganAtMs) * samplesPerMs);
  const position = () => Math.max(clock(), callerEnd);

  function fill(sound: Buffer, leg: Chunk[], channel: 0 | 1, until: number): Chunk[] {
    for (const { at, payload, until: samples } of leg) {
      if (at >= until) break;
      const bytes = Buffer.from(payload, "base64");
      const end = Math.min(samples, until - at);
      for (let i = Math.max(0, flushed - at); i < end; i++) sound[2 * (at + i - flushed) + channel] = bytes[i] as number;
    }
    return leg.filter((chunk) => chunk.at + chunk.until > until);
  }

  function flush(until: number): void {
    const samples = until - flushed;
    if (samples <= 0) return;
    const sound = Buffer.alloc(2 * samples, silence);
    caller = fill(sound, caller, 0, until);
    agent = fill(sound, agent, 1, until);
    ports.keep({ startsAt: flushed, sound, peaks: peaksOf(sound) });
    flushed = until;
  }

  function flushDue(): void {
    const until = position() - lagSamples;
    // Whole tenths, so that the peaks of pieces line up.
    if (until - flushed >= pieceSamples) flush(until - (until % peakSamples));
  }

  return {
    begin(): void {
      if (state !== "off") return;
      state = "on";
      beganAtMs = ports.monotonicMs();
    },

    caller(payload: string): void {
      if (state !== "on" || callerEnd >= samplesMax) return;
      const samples = bytesOf(payload);
      const late = clock() - (callerEnd + samples);
      const at = late > gapSamples ? callerEnd + late : callerEnd;
      caller.push({ at, payload, until: samples, itemId: null, from: 0 });
      callerEnd = at + samples;
      flushDue();
    },

    /** Audio of an item is sent to the caller, after what is already on its way. */
    agent(itemId: string, payload: string): void {
      if (state === "over") return;
      const samples = bytesOf(payload);
      const from = produced.get(itemId) ?? 0;
      produced.set(itemId, from + samples);
      if (state !== "on" || agentEnd >= samplesMax) return;
      const at = Math.max(position(), agentEnd);
      agent.push({ at, payload, until: samples, itemId, from });
      agentEnd = at + samples;
    },

    /** This much of an item was heard, and no more will be. */
    cut(itemId: string, heardMs: number): void {
      const heardSamples = Math.floor(heardMs * samplesPerMs);
      agent = agent.flatMap((chunk) => {
        if (chunk.itemId !== itemId) return [chunk];
        const until = Math.min(chunk.until, heardSamples - chunk.from);
        return until <= 0 ? [] : [{ ...chunk, until }];
      });
      agentEnd = agent.reduce((end, { at, until }) => Math.max(end, at + until), flushed);
    },

    /** For a line that delivers no frames. */
    tick(): void {
      if (state === "on") flushDue();
    },

    /** Stores what is left. */
    end(): void {
      if (state === "on") flush(Math.min(samplesMax, Math.max(callerEnd, agentEnd)));
      state = "over";
    },

    /** Nothing more is stored. */
    discard(): void {
      state = "over";
      caller = [];
      agent = [];
      produced.clear();
    },
  };
}

/** Per tenth of a second, alternating. */
function peaksOf(sound: Buffer): Buffer {
  const peaks = Buffer.alloc(2 * Math.ceil(sound.length / (2 * peakSamples)));
  for (let part = 0; part < peaks.length; part += 2) {
    const end = Math.min(sound.length, (part + 2) * peakSamples);
    let [caller, agent] = [0, 0];
    for (let i = part * peakSamples; i < end; i += 2) {
      caller = Math.max(caller, loudness[sound[i] as number] as number);
      agent = Math.max(agent, loudness[sound[i + 1] as number] as number);
    }
    peaks[part] = caller;
    peaks[part + 1] = agent;
  }
  return peaks;
}

export type Recorder = ReturnType<typeof createRecorder>;
