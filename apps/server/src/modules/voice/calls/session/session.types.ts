import type { Failure } from "#modules/knowledge/ai-keys/index.ts";
import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { CallLatency, CallUsage, TurnRow } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import type { Piece } from "../recording/recorder.ts";
import type { PromptFacts } from "./call-prompt.ts";

/** The caller's side, whatever the provider. */
export type VoiceTransport = RelayedTransport | DirectTransport;

/** Its audio passes through us. */
export interface RelayedTransport {
  kind: "passed";
  /** base64 of G.711 µ-law. */
  audio(payload: string): void;
  /** Returned by the other side once everything before it was played. */
  mark(name: string): void;
  /** Drops what was not played yet; its marks come back at once. */
  clear(): void;
  close(): void;
}

/** Its audio flows directly between the caller and the model's provider. */
export interface DirectTransport {
  kind: "direct";
  close(): void;
}

/** The model's side. */
export interface RealtimeLink {
  send(event: object): void;
  /** Audio from the caller. */
  append(payload: string): void;
  /** Reports a failed response to the circuit breaker, so that the next connection prefers another key. */
  failed(failure: Failure): Promise<void>;
  close(): void;
}

export interface RealtimeListener {
  event(event: RealtimeEvent): void;
  /** The socket was closed, but not by us. */
  lost(): void;
}

/** `next`: what to do once the answer has been said. */
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
  /** `recorded`: the recording is kept; `no_consent`: it must not be; `none`: no recording was wanted. */
  recording: "recorded" | "no_consent" | "none";
}

/** Receives the recording. It never throws, and never makes anybody wait. */
export interface RecordingPort {
  /** `beganMs`: since the call was answered. */
  begin(beganMs: number): void;
  keep(piece: Piece): void;
  /** Discards everything stored. */
  withdraw(): void;
}

export interface SessionPorts {
  timers: Timers;
  /** Never goes back. */
  monotonicMs(): number;
  transport: VoiceTransport;
  /**
   * null: impossible. Resolves once the session is configured and the caller can hear it. For audio that passes
   * through us, uses the tenant's keys in their order. Called again if the connection is lost.
   */
  connect(session: object, listener: RealtimeListener): Promise<RealtimeLink | null>;
  /** Why the first connection was impossible; absent or null: because of the model's provider. */
  refusedFor?(): EndReason | null;
  /** Throws nothing that the caller should hear about; an error ends as `failed`. */
  runTool(name: string, input: unknown): Promise<ToolResult>;
  /** Used only if `facts.recording` says that a recording may be made. */
  recording: RecordingPort;
  /** Stores a turn, in order, without delaying the call. */
  store(turn: TurnRow): void;
  /** Reserves another minute. `failed`: not reserved, and may be tried again. */
  nextMinute(minute: number): Promise<"taken" | "failed" | "insufficient_credits" | "entitlement_exceeded" | "minutes_per_day">;
  /** Whether a person is available, as `facts.people` says. */
  canTransfer(): boolean;
  /** Called once, before the caller's side is closed. */
  ended(end: SessionEnd): Promise<void>;
  report(error: unknown, what: string): void;
  /** Seconds from the caller's last sound to the first of the answer. */
  answeredAfter(seconds: number): void;
}

export interface SessionInput {
  settings: VoiceAgentSettings;
  facts: PromptFacts;
}
