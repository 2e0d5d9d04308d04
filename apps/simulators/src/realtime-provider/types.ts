import type { Server } from "node:http";
import type { Captions } from "../shared/captions.ts";
import type { RealtimeCall } from "./calls.ts";
import type { RealtimeSession } from "./session.ts";

// biome-ignore lint/suspicious/noExplicitAny: events of many shapes, which the tests look into
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
  /** Of this response alone; null: those of the session. */
  instructions: string | null;
  session: RealtimeSession;
}

export type RealtimeBrain = (turn: RealtimeTurn) => RealtimeReply;

export type RealtimeFault =
  /** Refused with this status; with a body as the provider writes it. `at`: only a call, or only a socket. */
  | { kind: "refuse"; status: number; at?: "call" | "socket"; apiKey?: string; times?: number }
  /** It takes the socket and says nothing, or never answers the offer of a call. */
  | { kind: "stall"; at?: "call" | "socket"; apiKey?: string; times?: number }
  /** An error event instead of the session. */
  | { kind: "error"; code: string; apiKey?: string; times?: number }
  /** A response fails without a word. */
  | { kind: "failed"; code: string; apiKey?: string; times?: number }
  /** What is asked to be said is refused. */
  | { kind: "denied"; code: string; apiKey?: string; times?: number }
  /** The socket is cut after this many pieces of audio (200 ms) of a reply. The audio of a call goes on. */
  | { kind: "cut"; afterDeltas: number; times?: number }
  /** Frames that are no events, before a reply. */
  | { kind: "garbage"; frames: number; times?: number }
  /** It has made less audio of an item than it sent: truncations fail. */
  | { kind: "shorter"; byMs: number; times?: number };

export interface RealtimeOptions {
  port?: number;
  /** Of a provider that has other interfaces, too; it closes that itself. */
  server?: Server;
  /** How fast calls live: 20 ms of sound in so much less. Both ends of a call need the same. Default 1. */
  speed?: number;
  /** `coded` is understood by simulated callers (speech.ts), `aloud` sounds like a voice. Of calls only. Default `coded`. */
  voice?: "coded" | "aloud";
  /** What a caller is taken to have said who is no simulated one, turn by turn, from the beginning again. */
  lines?: readonly string[];
  brain?: RealtimeBrain;
  /** What is said in calls. */
  captions?: Captions;
}

export interface RealtimeSimulator {
  url: string;
  /** As the API's `baseUrl` takes it. */
  baseUrl: string;
  /** Every session that was opened, oldest first; those of calls, too. */
  sessions: RealtimeSession[];
  /** Calls by a description of a session, oldest first. */
  calls: RealtimeCall[];
  /** Known keys; null: any. */
  keys: Set<string> | null;
  /** Answers from now on. */
  brain: RealtimeBrain;
  /** See the options. */
  lines: readonly string[];
  addFault(fault: RealtimeFault): void;
  /** Resolves once there were that many sessions. */
  opened(count: number): Promise<RealtimeSession>;
  /** Resolves once there were that many calls. */
  called(count: number): Promise<RealtimeCall>;
  close(): Promise<void>;
}
