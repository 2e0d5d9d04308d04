import type { ConnectorDescription, MessageType } from "@parley/connector-kit";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import { errorCatalog } from "#platform/errors/catalog.ts";
import { withRemedy } from "#platform/errors/remedies.ts";

type Window = ConnectorDescription["window"];

/** The fields of an accept_outbound() item that say which window rules apply to it. */
export function windowRules(window: Window, type: MessageType, byPerson: boolean) {
  return {
    win: !window.typesOutside.includes(type),
    wms: window.durationMs,
    hms: window.humanAgentMs ?? null,
    ha: byPerson,
    cba: window.counts?.beforeFirstAnswer ?? null,
    cas: window.counts?.afterSilence ?? null,
  };
}

/** The error for an accept_outbound() outcome that concerns the window; null for any other outcome. */
export function windowRefusal(outcome: string, window: Window): AppError | null {
  const refuse = (message: string, details: ErrorDetail[]) => new AppError("window_closed", { message, details });
  const takesTemplates = window.typesOutside.includes("template");
  const notNow: ErrorDetail[] = [{ field: "type", issue: takesTemplates ? "template_required" : "not_allowed" }];
  switch (outcome) {
    case "window_closed":
      return refuse(withRemedy("window_closed", errorCatalog.window_closed.message, takesTemplates), notNow);
    case "human_agent_required":
      return refuse("The customer service window is closed for automatic messages; an agent can still reply (humanAgent).", [
        { field: "humanAgent", issue: "required" },
      ]);
    case "limit_before_answer":
      return refuse(`This channel allows ${window.counts?.beforeFirstAnswer} messages until the customer replies.`, notNow);
    case "limit_in_silence":
      return refuse(
        `After the window closes, this channel allows ${window.counts?.afterSilence} messages until the customer writes again.`,
        notNow,
      );
    default:
      return null;
  }
}

export interface WindowFacts {
  expiresAt: Date | null;
  type: MessageType;
  /** Written by a person. */
  human: boolean;
  acceptedAt: Date;
}

/**
 * Whether an accepted message may still be sent, and how. A message accepted after the window's end was counted at acceptance
 * (accept_outbound); one accepted before it was not, and is not sent late. Pure.
 */
export function maySend(window: Window, message: WindowFacts, now: Date): "yes" | "as_human_agent" | "no" {
  if (window.typesOutside.includes(message.type)) return "yes";
  if (message.expiresAt === null) return "no";
  const end = message.expiresAt.getTime();
  if (now.getTime() < end) return "yes";
  if (window.humanAgentMs !== undefined && message.human && now.getTime() < end - window.durationMs + window.humanAgentMs) {
    return "as_human_agent";
  }
  return window.counts !== undefined && message.acceptedAt.getTime() >= end ? "yes" : "no";
}
