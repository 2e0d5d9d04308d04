/**
 * The states of a conversation and who may change them. This file decides for people; for inbound messages see
 * functions/receive_messages.sql, for the timer wakeSnoozed() in conversations.queries.ts.
 *
 *   from \ to          open           pending(snoozed)   pending(customer)   resolved
 *   open               .              person             person              person
 *   pending(bot)       person         person             .                   person
 *   pending(snoozed)   person, timer, inbound  person    person              person
 *   pending(customer)  person, inbound         person    .                   person
 *   resolved           person, inbound         -         -                   .
 *
 * `.` changes nothing; `-` is refused. Only the chatbot makes pending(bot) (bot-control.ts).
 */
export type ConversationState =
  | { status: "open" | "resolved"; pendingReason: null; snoozedUntil: null }
  | { status: "pending"; pendingReason: "bot" | "customer"; snoozedUntil: null }
  | { status: "pending"; pendingReason: "snoozed"; snoozedUntil: Date };

/** A person's request. `snoozedUntil`: undefined, not mentioned; null, no snooze. */
export interface StateRequest {
  status?: "open" | "pending" | "resolved" | undefined;
  snoozedUntil?: Date | null | undefined;
}

export type StateChange =
  | { kind: "state"; state: ConversationState }
  /** The request contradicts itself, regardless of the conversation's state. */
  | { kind: "invalid"; issue: "out_of_range" | "not_allowed"; message: string }
  | { kind: "refused"; message: string };

const open: ConversationState = { status: "open", pendingReason: null, snoozedUntil: null };
const resolved: ConversationState = { status: "resolved", pendingReason: null, snoozedUntil: null };
const waiting: ConversationState = { status: "pending", pendingReason: "customer", snoozedUntil: null };

/** The state after a person's request. Total: every pair of state and request has a result. Pure. */
export function changeByPerson(from: ConversationState, request: StateRequest, now: Date): StateChange {
  const { status, snoozedUntil } = request;
  if (snoozedUntil != null) {
    if (status !== undefined && status !== "pending") {
      return { kind: "invalid", issue: "not_allowed", message: "Only a pending conversation can be snoozed." };
    }
    // A client that sends back what it read does not request a new snooze: no error even if the time has just passed.
    const unchanged = from.pendingReason === "snoozed" && from.snoozedUntil.getTime() === snoozedUntil.getTime();
    if (!unchanged && snoozedUntil <= now)
      return { kind: "invalid", issue: "out_of_range", message: "snoozedUntil must be in the future." };
    if (from.status === "resolved") return refused("snoozed");
    return { kind: "state", state: { status: "pending", pendingReason: "snoozed", snoozedUntil } };
  }
  const unsnoozed = from.pendingReason === "snoozed" && snoozedUntil === null;
  switch (status) {
    case undefined:
      return { kind: "state", state: unsnoozed ? open : from };
    case "open":
      return { kind: "state", state: open };
    case "resolved":
      return { kind: "state", state: resolved };
    case "pending":
      if (from.status === "resolved") return refused("pending");
      return { kind: "state", state: from.status === "pending" && !unsnoozed ? from : waiting };
  }
}

function refused(to: string): StateChange {
  return { kind: "refused", message: `A resolved conversation cannot become ${to}. Reopen it first.` };
}
