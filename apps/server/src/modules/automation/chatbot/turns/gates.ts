import { closedIntervalOf, isActiveAt } from "../hours.ts";
import { asksForHuman, findTerm, isAutomaticReply, normalizePhrase } from "../lexicon/index.ts";
import type { HandoverReason, TranscriptMessage, TurnInput, TurnReason } from "./turn.types.ts";

/** What is decided without a model. */
export type Gate =
  | { kind: "ask" }
  | { kind: "silence"; reason: TurnReason }
  | { kind: "decline"; reason: TurnReason; because?: string }
  | { kind: "hand_over"; reason: HandoverReason; because?: string }
  /** Outside active hours. If the chatbot has the conversation, people get it. */
  | { kind: "outside"; interval: string; say: boolean; handsOver: boolean };

/** This many turns of one conversation within this time are a loop, whoever else writes in between. */
export const loopWindowMs = 90_000;
const loopTurnsMax = 6;
const sameTextMax = 3;

/** The first rule that applies decides; docs/subsystems/automation/chatbot.md lists them in this order. Pure. */
export function decideGate(input: TurnInput, now: Date): Gate {
  const { settings, isActive } = input.chatbot;
  const { conversation, contact, pending } = input;
  if (!isActive) return { kind: "silence", reason: "switched_off" };
  if (pending.length === 0) return { kind: "silence", reason: "nothing_new" };
  if (contact.blocked) return { kind: "silence", reason: "blocked_contact" };
  if (contact.optedOut) return { kind: "silence", reason: "opted_out" };
  const hours = settings.activeHours;
  if (hours !== null && !isActiveAt(hours, now)) {
    const interval = closedIntervalOf(hours, now);
    const alreadyInformed = hours.outsideMessage === null || input.session.toldClosed === interval || conversation.teamWrote;
    if (!conversation.controlled && alreadyInformed) return { kind: "silence", reason: "told_already" };
    const automatic = pending.every((message) => isAutomaticReply(message.text ?? ""));
    return { kind: "outside", interval, say: !alreadyInformed && !automatic && isOpen(input, now), handsOver: conversation.controlled };
  }
  if (!conversation.controlled) return { kind: "silence", reason: "not_in_control" };
  if (pending.every((message) => isAutomaticReply(message.text ?? ""))) return { kind: "silence", reason: "automatic_reply" };
  const request = handoverRequest(input);
  if (request !== null) return request;
  if (!isOpen(input, now)) return { kind: "hand_over", reason: "window_closed" };
  if (pending.some(isUnreadable)) return { kind: "hand_over", reason: "unsupported_media" };
  if (input.counts.recent >= loopTurnsMax || repeatsItself(input)) return { kind: "hand_over", reason: "loop_detected" };
  if (input.session.replies >= settings.handover.maxReplies) return { kind: "hand_over", reason: "max_replies" };
  const { repliesPerConversationPerDay, repliesPerDay } = settings.limits;
  if (
    input.counts.conversationToday >= repliesPerConversationPerDay ||
    (repliesPerDay !== null && input.counts.chatbotToday >= repliesPerDay)
  )
    return { kind: "hand_over", reason: "usage_limit" };
  const blocked = findTerm(textOf(pending), settings.scope.blockedTopics);
  if (blocked !== null) return { kind: "decline", reason: "blocked_topic", because: blocked };
  return { kind: "ask" };
}

function handoverRequest(input: TurnInput): Gate | null {
  const { onRequest, keywords } = input.chatbot.settings.handover;
  for (const { text } of input.pending) {
    if (text === null) continue;
    const language = onRequest ? asksForHuman(text) : null;
    if (language !== null) return { kind: "hand_over", reason: "customer_request", because: language };
    const keyword = findTerm(text, keywords);
    if (keyword !== null) return { kind: "hand_over", reason: "keyword", because: keyword };
  }
  return null;
}

/** Whether free text may be sent now. */
function isOpen(input: TurnInput, now: Date): boolean {
  return input.conversation.windowExpiresAt !== null && input.conversation.windowExpiresAt > now;
}

const readable: ReadonlySet<string> = new Set(["text", "interactive", "sticker", "reaction"]);

function isUnreadable(message: TranscriptMessage): boolean {
  return (message.text ?? "").trim() === "" && (message.hasMedia || !readable.has(message.type));
}

/** The customer repeats a message for the third time: the answer did not help twice, or it is another machine. */
function repeatsItself(input: TurnInput): boolean {
  const last = input.pending.at(-1)?.text;
  if (last == null) return false;
  const folded = normalizePhrase(last);
  if (folded.trim() === "") return false;
  const said = input.history.filter(
    (message) => message.by === "customer" && message.text !== null && normalizePhrase(message.text) === folded,
  );
  return said.length >= sameTextMax;
}

export function textOf(messages: readonly TranscriptMessage[]): string {
  return messages.flatMap(({ text }) => (text === null ? [] : [text])).join("\n");
}
