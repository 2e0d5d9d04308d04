import type { SendOptions, TypeLimits } from "@parley/sdk";

/**
 * The types that a person may send: on a channel with a human-agent tag they may reply for longer than software may. The dashboard always
 * sends with `humanAgent`, because a person presses the button. Not reactions: they carry no such tag, and the platform refuses them. Pure.
 */
export function forPeople(options: SendOptions): SendOptions {
  const theirs = options.closed
    .filter(({ reason }) => reason === "human_agent_required")
    .flatMap(({ types }) => types.filter((type) => type !== "reaction"));
  return theirs.length === 0 ? options : { ...options, types: [...options.types, ...theirs] };
}

/** Until when a person may reply although software no longer may; null: both may, or neither. */
export function peopleOnlyUntil({ closed, humanAgentUntil }: SendOptions): string | null {
  return closed.some(({ reason }) => reason === "human_agent_required") ? humanAgentUntil : null;
}

/** Until when the current answer is valid, as far as time decides; null: something else ends it. */
export function validUntil(options: SendOptions): string | null {
  const { reason, remaining, windowExpiresAt } = options;
  // Where messages are counted after the window's end, it is over; where sending is impossible for another reason, its end changes nothing.
  return peopleOnlyUntil(options) ?? (reason === null && (remaining?.afterSilence ?? null) === null ? windowExpiresAt : null);
}

/** The messages that may still be sent until the customer answers; null: as many as one likes, or another reason decides. */
export function messagesLeft({ remaining, reason, windowExpiresAt }: SendOptions): number | null {
  if (remaining === null || windowExpiresAt === null || (reason !== null && reason !== "window_closed")) return null;
  const counts = [remaining.beforeFirstAnswer, remaining.afterSilence].filter((count) => count !== null);
  return counts.length === 0 ? null : Math.min(...counts);
}

/**
 * On channels of these kinds people may write after the window's end, for some days or so many messages. A conversation's record does not
 * tell whether they still may: the send options do.
 */
const outlastWindow: ReadonlySet<string> = new Set(["photo_social", "short_video"]);

/** Whether nobody may write freely after the window's end. */
export function endsWithWindow(channelKind: string): boolean {
  return !outlastWindow.has(channelKind);
}

/** What the channel allows in a message of this type; undefined: it has none of this type, or is not known yet. */
export function limitsOf(options: Pick<SendOptions, "limits"> | undefined, type: string): TypeLimits | undefined {
  return options?.limits.find((each) => each.type === type);
}

/** Whether a message of this type may quote another, or it is not known yet. */
export function canQuote(limits: SendOptions["limits"] | undefined, type: string): boolean {
  return limits?.find((each) => each.type === type)?.quote !== false;
}

/** Why no text may be sent; null: it may be sent. */
export function whyNoText({
  types,
  closed,
  reason,
}: SendOptions): NonNullable<SendOptions["reason"]> | SendOptions["closed"][number]["reason"] | null {
  if (types.includes("text")) return null;
  return closed.find((each) => each.types.includes("text"))?.reason ?? reason ?? "unsupported_by_channel";
}
