import type { ConnectorDescription, MessageType } from "@parley/connector-kit";
import { captionMaxOf, interactiveKindsOf } from "#modules/inbox/messages/index.ts";
import type { SendOptions } from "./send-options.schema.ts";

/** The part of a connector's description that sending depends on. */
export type ChannelSending = Pick<ConnectorDescription, "outboundTypes" | "media" | "abilities" | "limits" | "window">;

export interface SendState {
  channelStatus: string;
  channelDeleted: boolean;
  optIn: string;
  /** See functions/outbound_counts.sql. */
  sent: { answered: boolean; total: number; inSilence: number };
}

type Closed = SendOptions["closed"][number]["reason"];

/** What may be sent to the person now, by the rules of POST /messages. Pure. */
export function sendOptions(
  row: { window_expires_at: Date | null },
  state: SendState,
  channel: ChannelSending | null,
  now: Date,
): SendOptions {
  const end = row.window_expires_at;
  const open = end !== null && end > now;
  const connected = channel !== null && !state.channelDeleted && state.channelStatus === "Connected";
  const humanAgentMs = channel?.window.humanAgentMs;
  const humanAgentUntil =
    channel === null || end === null || humanAgentMs === undefined
      ? null
      : new Date(end.getTime() - channel.window.durationMs + humanAgentMs);
  const remaining = remainingOf(channel, state.sent, open);
  const facts = {
    windowExpiresAt: end?.toISOString() ?? null,
    humanAgentUntil: humanAgentUntil?.toISOString() ?? null,
    remaining,
    typing: connected && channel.abilities.typing,
    markRead: connected && channel.abilities.markRead,
  };
  const limits = channel === null ? [] : channel.outboundTypes.map((type) => limitsOf(type, channel));
  const cannotSend = (reason: Exclude<SendOptions["reason"], null>, why: Closed | null): SendOptions => ({
    canSend: false,
    types: [],
    limits,
    ...facts,
    closed: why === null || channel === null ? [] : [{ types: [...channel.outboundTypes], reason: why }],
    reason,
  });
  if (!connected) return cannotSend("channel_not_connected", "channel_not_connected");
  if (state.optIn === "opted_out") return cannotSend("recipient_opted_out", "recipient_opted_out");
  if (channel.outboundTypes.length === 0) return cannotSend("unsupported_by_channel", null);

  const why = closedReason(open, end, remaining, humanAgentUntil, now);
  const allowedOutside = (type: MessageType) => why === null || channel.window.typesOutside.includes(type);
  const types = channel.outboundTypes.filter(allowedOutside);
  const closed = channel.outboundTypes.filter((type) => !allowedOutside(type));
  return {
    canSend: types.length > 0 || why === "human_agent_required",
    types,
    limits,
    ...facts,
    closed: why === null || closed.length === 0 ? [] : [{ types: closed, reason: why }],
    reason: why === null ? null : "window_closed",
  };
}

function remainingOf(channel: ChannelSending | null, sent: SendState["sent"], open: boolean): SendOptions["remaining"] {
  const counts = channel?.window.counts;
  if (counts === undefined) return null;
  return {
    beforeFirstAnswer: sent.answered ? null : Math.max(0, counts.beforeFirstAnswer - sent.total),
    afterSilence: open ? null : Math.max(0, counts.afterSilence - sent.inSilence),
  };
}

/** Why a message that needs a window may not be sent; null: it may be sent. */
function closedReason(
  open: boolean,
  end: Date | null,
  remaining: SendOptions["remaining"],
  humanAgentUntil: Date | null,
  now: Date,
): Closed | null {
  if (end === null) return "window_closed";
  if (remaining !== null) return remaining.beforeFirstAnswer === 0 || remaining.afterSilence === 0 ? "limit_reached" : null;
  if (open) return null;
  return humanAgentUntil !== null && humanAgentUntil > now ? "human_agent_required" : "window_closed";
}

function limitsOf(type: MessageType, { limits, abilities, media }: ChannelSending): SendOptions["limits"][number] {
  const says = type === "text" || type === "interactive";
  const { url: _url, ...bounds } = abilities.interactive ?? { buttonsMax: 0, buttonTitleMax: 0, listRowsMax: 0 };
  const file = media[type as keyof typeof media];
  return {
    type,
    ...(says ? { textCharactersMax: limits.textCharactersMax } : {}),
    ...(says && limits.textBytesMax !== undefined ? { textBytesMax: limits.textBytesMax } : {}),
    ...(type === "interactive"
      ? {
          interactive: { kinds: interactiveKindsOf(abilities.interactive), ...bounds },
        }
      : {}),
    ...(file === undefined ? {} : { media: { ...file, ...(file.caption ? { captionCharactersMax: captionMaxOf(file, limits) } : {}) } }),
    ...(type === "reaction" && abilities.reactions !== undefined ? { reactions: [...abilities.reactions] } : {}),
    quote: abilities.quote.includes(type),
  };
}
