import type { ChatbotSettings } from "../chatbot-settings.ts";

export const decisions = ["answered", "declined", "handed_over", "outside_hours", "silenced", "superseded"] as const;
export type Decision = (typeof decisions)[number];

export const handoverReasons = [
  "customer_request",
  "keyword",
  "missing_knowledge",
  "low_confidence",
  "failed_turns",
  "max_replies",
  "loop_detected",
  "policy",
  "unsupported_media",
  "provider_error",
  "usage_limit",
  "outside_hours",
  "window_closed",
  "refused",
  "model",
  "manual",
] as const;
export type HandoverReason = (typeof handoverReasons)[number];

/** Why nothing was sent, or why what was sent was not an answer. */
export const otherReasons = [
  "out_of_scope",
  "blocked_topic",
  "missing_knowledge",
  "low_confidence",
  "not_in_control",
  "opted_out",
  "blocked_contact",
  "automatic_reply",
  "limit_reached",
  "told_already",
  "nothing_new",
  "taken_over",
  "newer_message",
  "switched_off",
  "failed_to_send",
] as const;
export type TurnReason = HandoverReason | (typeof otherReasons)[number];

/** A message as a turn reads it. */
export interface TranscriptMessage {
  id: string;
  by: "customer" | "chatbot" | "team";
  type: string;
  text: string | null;
  hasMedia: boolean;
  at: Date;
}

/** Everything that a turn's decision depends on. Nothing else is read between loading and committing. */
export interface TurnInput {
  tenantName: string;
  chatbot: { id: string; version: number; isActive: boolean; settings: ChatbotSettings };
  conversation: {
    id: string;
    channelId: string;
    /** The chatbot has it. */
    controlled: boolean;
    /** A team member has written in it since this episode began. */
    teamWrote: boolean;
    windowExpiresAt: Date | null;
  };
  contact: { name: string | null; language: string | null; optedOut: boolean; blocked: boolean };
  session: { replies: number; failedTurns: number; toldClosed: string | null };
  /** What the customer wrote since the last turn, oldest first. */
  pending: TranscriptMessage[];
  /** Everything said since the episode began, oldest first, including the pending messages. */
  history: TranscriptMessage[];
  counts: { conversationToday: number; chatbotToday: number; recent: number };
  /** Whether somebody is there according to the team's business hours; true if none are set. */
  teamIsAvailable: boolean;
}

export interface Passage {
  /** As the model refers to it: S1, S2, … */
  ref: string;
  sourceId: string | null;
  faqId: string | null;
  score: number;
  heading: string | null;
  body: string;
}

/** The result of a turn. `text` is sent, if any. */
export interface TurnOutcome {
  decision: Decision;
  reason: TurnReason | null;
  text: string | null;
  /** For people, in a handover. */
  summary: string | null;
  /** The turn failed: it counts towards `handover.failedTurns`. */
  failed: boolean;
  closedInterval: string | null;
}

/** One step of a turn, as it is shown. */
export interface TraceStep {
  step: "gates" | "search" | "model" | "checks" | "commit";
  result: string;
  details?: Record<string, unknown>;
}
