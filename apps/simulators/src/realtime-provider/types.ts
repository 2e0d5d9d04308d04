import type { Server } from "node:http";
import type { Captions } from "../shared/captions.ts";
import type { RealtimeCall } from "./calls.ts";
import type { RealtimeSession } from "./session.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of many shapes, which the tests inspect
export type Json = Record<string, any>;

/** What the simulated model does next. `say` and `tool` together: it speaks, then calls. */
export interface RealtimeReply {
  say?: string;
  tool?: { name: string; input: unknown };
}

export interface RealtimeTurn {
  /** What the caller said since the last reply; null: nothing. */
  heard: string | null;
  /** The output of the tool that it called; null: none. */
  toolOutput: unknown;
  /** For this response only; null: those of the session. */
  instructions: string | null;
  session: RealtimeSession;
}

export type RealtimeBrain = (turn: RealtimeTurn) => RealtimeReply;

export type RealtimeFault =
  /** Refused with this status, with a body as the provider writes it. `at`: only a call, or only a socket. */
  | { kind: "refuse"; status: number; at?: "call" | "socket"; apiKey?: string; times?: number }
  /** It accepts the socket and says nothing, or never answers a call's offer. */
  | { kind: "stall"; at?: "call" | "socket"; apiKey?: string; times?: number }
  /** An error event instead of the session. */
  | { kind: "error"; code: string; apiKey?: string; times?: number }
  /** A response fails without a word. */
  | { kind: "failed"; code: string; apiKey?: string; times?: number }
  /** What is asked to be said is refused. */
  | { kind: "denied"; code: string; apiKey?: string; times?: number }
  /** The socket is cut after this many pieces of audio (200 ms) of a reply. The audio of a call goes on. */
  | { kind: "cut"; afterDeltas: number; times?: number }
  /** Frames that are not events, before a reply. */
  | { kind: "garbage"; frames: number; times?: number }
  /** It has produced less audio for an item than it sent: truncations fail. */
  | { kind: "shorter"; byMs: number; times?: number };

export interface RealtimeOptions {
  port?: number;
  /** A server shared with other interfaces of the provider, which closes it. */
  server?: Server;
  /** How much faster than real time calls run: 20 ms of sound take that much less. Both ends of a call need the same value. Default 1. */
  speed?: number;
  /** `coded` is understood by simulated callers (speech.ts), `aloud` sounds like a voice. Only for calls. Default `coded`. */
  voice?: "coded" | "aloud";
  /** What a caller who is not simulated is assumed to say, turn by turn, then from the start again. */
  lines?: readonly string[];
  brain?: RealtimeBrain;
  /** What is said in calls. */
  captions?: Captions;
}

export interface RealtimeSimulator {
  url: string;
  /** In the form of the API's `baseUrl`. */
  baseUrl: string;
  /** Every session that was opened, oldest first, including those of calls. */
  sessions: RealtimeSession[];
  /** Calls made with a session description, oldest first. */
  calls: RealtimeCall[];
  /** Known keys; null: any. */
  keys: Set<string> | null;
  /** Produces the answers from now on. */
  brain: RealtimeBrain;
  /** See the options. */
  lines: readonly string[];
  addFault(fault: RealtimeFault): void;
  /** Resolves once there have been that many sessions. */
  opened(count: number): Promise<RealtimeSession>;
  /** Resolves once there have been that many calls. */
  called(count: number): Promise<RealtimeCall>;
  close(): Promise<void>;
}
