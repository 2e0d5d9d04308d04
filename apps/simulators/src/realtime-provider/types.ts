import type { RealtimeSession } from "./session.ts";

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
  /** The socket is refused with this status; with a body as the provider writes it. */
  | { kind: "refuse"; status: number; apiKey?: string; times?: number }
  /** It takes the socket and says nothing. */
  | { kind: "stall"; apiKey?: string; times?: number }
  /** An error event instead of the session. */
  | { kind: "error"; code: string; apiKey?: string; times?: number }
  /** The socket is cut after this many pieces of audio of a reply. */
  | { kind: "cut"; afterDeltas: number; times?: number }
  /** Frames that are no events, before a reply. */
  | { kind: "garbage"; frames: number; times?: number }
  /** It has made less audio of an item than it sent: truncations fail. */
  | { kind: "shorter"; byMs: number; times?: number };

export interface RealtimeSimulator {
  url: string;
  /** As the API's `baseUrl` takes it. */
  baseUrl: string;
  /** Every session that was opened, oldest first. */
  sessions: RealtimeSession[];
  /** Known keys; null: any. */
  keys: Set<string> | null;
  /** Answers from now on. */
  brain: RealtimeBrain;
  addFault(fault: RealtimeFault): void;
  /** Resolves once there were that many sessions. */
  opened(count: number): Promise<RealtimeSession>;
  close(): Promise<void>;
}
