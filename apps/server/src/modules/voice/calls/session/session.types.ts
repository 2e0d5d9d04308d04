import type { Failure } from "#modules/knowledge/ai-keys/index.ts";
import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { CallLatency, CallUsage, TurnRow } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import type { Piece } from "../recording/recorder.ts";
import type { PromptFacts } from "./call-prompt.ts";

/** The caller's side, whoever provides the line. */
export type VoiceTransport = PassedTransport | DirectTransport;

/** Its audio passes through us. */
export interface PassedTransport {
  kind: "passed";
  /** base64 of G.711 µ-law. */
  audio(payload: string): void;
  /** Returned by the other side once everything before it was played. */
  mark(name: string): void;
  /** Drops what was not played; its marks come back at once. */
  clear(): void;
  close(): void;
}

/** Its audio flows between the caller and the model's provider. */
export interface DirectTransport {
  kind: "direct";
  close(): void;
}

/** The model's side. */
export interface RealtimeLink {
  send(event: object): void;
  /** Audio of the caller. */
  append(payload: string): void;
  /** Reports a failed response to the circuit breaker, so that the next connection prefers another key. */
  failed(failure: Failure): Promise<void>;
  close(): void;
}

export interface RealtimeListener {
  event(event: RealtimeEvent): void;
  /** The socket is gone, and not by us. */
  lost(): void;
}

/** `next`: what follows when its answer was said. */
export interface ToolResult {
  outcome: string;
  output: object;
  next?: "transfer" | "hang_up";
  /** What the model may state from now on. */
  sources?: string[];
}

export type AfterAction = "hang_up" | "transfer" | "apology";

export interface SessionEnd {
  reason: EndReason;
  status: "completed" | "transferred" | "failed";
  after: AfterAction;
  usage: CallUsage;
  latency: CallLatency;
  /** `recorded`: what was recorded is kept; `no_consent`: it could not be; `none`: nobody wanted one. */
  recording: "recorded" | "no_consent" | "none";
}

/** Where what is recorded goes. Nothing of it throws, or makes anybody wait. */
export interface RecordingPort {
  /** `beganMs`: since the call was answered. */
  begin(beganMs: number): void;
  keep(piece: Piece): void;
  /** Nothing that was kept may stay. */
  withdraw(): void;
}

export interface SessionPorts {
  timers: Timers;
  /** Never goes back. */
  monotonicMs(): number;
  transport: VoiceTransport;
  /**
   * null: impossible. Resolves once the session is set and the caller can hear it. Audio that passes through us: with the tenant's keys, in
   * their order. Called again when the connection is lost.
   */
  connect(session: object, listener: RealtimeListener): Promise<RealtimeLink | null>;
  /** Why the first connection was impossible; absent, or null: the model's provider was. */
  refusedFor?(): EndReason | null;
  /** Throws nothing that the caller is to hear of; an error ends as `failed`. */
  runTool(name: string, input: unknown): Promise<ToolResult>;
  /** Called only if `facts.recording` says that a recording may be made. */
  recording: RecordingPort;
  /** Stores a turn. In order, behind the call. */
  store(turn: TurnRow): void;
  /** Pays for another minute. `failed`: not paid, and may be tried again. */
  nextMinute(minute: number): Promise<"taken" | "failed" | "insufficient_credits" | "entitlement_exceeded" | "minutes_per_day">;
  /** Whether a person can be had, as `facts.people` says. */
  canTransfer(): boolean;
  /** Called once, and before the caller's side is closed. */
  ended(end: SessionEnd): Promise<void>;
  report(error: unknown, what: string): void;
  /** Seconds from the caller's last sound to the first of the answer. */
  answeredAfter(seconds: number): void;
}

export interface SessionInput {
  settings: VoiceAgentSettings;
  facts: PromptFacts;
}
