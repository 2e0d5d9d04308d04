import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelSending, type SendState, sendOptions } from "./send-options.ts";
import type { SendOptions } from "./send-options.schema.ts";

const hour = 3_600_000;
const now = new Date("2026-11-21T10:00:00.000Z");
const later = new Date(now.getTime() + 60_000);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hour);

const channel: ChannelSending = {
  outboundTypes: ["text", "template", "image"],
  media: { image: { mimeTypes: ["image/png"], bytesMax: 5_000_000, caption: true } },
  abilities: { quote: ["text"], typing: true, markRead: true },
  limits: { textCharactersMax: 4096, messagesPerSecond: 80, pairIntervalMs: 0, pairBurst: 1 },
  window: { durationMs: 24 * hour, typesOutside: ["template"] },
};
const tagged: ChannelSending = {
  ...channel,
  outboundTypes: ["text"],
  window: { durationMs: 24 * hour, typesOutside: [], humanAgentMs: 7 * 24 * hour },
};
const counting: ChannelSending = {
  ...channel,
  outboundTypes: ["text"],
  window: { durationMs: 48 * hour, typesOutside: [], counts: { beforeFirstAnswer: 10, afterSilence: 3 } },
};
const fine: SendState = {
  channelStatus: "Connected",
  channelDeleted: false,
  optIn: "unknown",
  sent: { answered: true, total: 0, inSilence: 0 },
};

type Row = [name: string, end: Date | null, state: Partial<SendState>, channel: ChannelSending | null, expected: Partial<SendOptions>];
const all = ["text", "template", "image"];

const cases: Row[] = [
  ["an open window lets everything out", later, {}, channel, { canSend: true, types: all, reason: null, closed: [] }],
  [
    "a window that closes now is closed",
    now,
    {},
    channel,
    { canSend: true, types: ["template"], reason: "window_closed", closed: [{ types: ["text", "image"], reason: "window_closed" }] },
  ],
  ["nobody wrote yet: templates only", null, {}, channel, { canSend: true, types: ["template"], reason: "window_closed" }],
  [
    "a channel without templates waits for the customer",
    null,
    {},
    { ...channel, outboundTypes: ["text"], window: { durationMs: 1, typesOutside: [] } },
    { canSend: false, types: [], reason: "window_closed" },
  ],
  [
    "an opt-out stands above an open window",
    later,
    { optIn: "opted_out" },
    channel,
    { canSend: false, types: [], reason: "recipient_opted_out", closed: [{ types: all, reason: "recipient_opted_out" }] },
  ],
  [
    "a channel that lost its authorization",
    later,
    { channelStatus: "NeedsReauth" },
    channel,
    { canSend: false, types: [], reason: "channel_not_connected", typing: false, markRead: false },
  ],
  ["a deleted channel", later, { channelDeleted: true }, channel, { canSend: false, types: [], reason: "channel_not_connected" }],
  [
    "a kind that is no longer installed",
    later,
    {},
    null,
    { canSend: false, types: [], limits: [], closed: [], reason: "channel_not_connected" },
  ],
  [
    "a channel that only listens",
    later,
    {},
    { ...channel, outboundTypes: [] },
    { canSend: false, types: [], reason: "unsupported_by_channel" },
  ],
  [
    "after the ordinary window a person may reply",
    hoursAgo(1),
    {},
    tagged,
    {
      canSend: true,
      types: [],
      reason: "window_closed",
      humanAgentUntil: new Date(hoursAgo(1).getTime() + 6 * 24 * hour).toISOString(),
      closed: [{ types: ["text"], reason: "human_agent_required" }],
    },
  ],
  [
    "after the human-agent time nobody may",
    hoursAgo(6 * 24),
    {},
    tagged,
    { canSend: false, types: [], reason: "window_closed", closed: [{ types: ["text"], reason: "window_closed" }] },
  ],
  [
    "before the first answer the rest of ten",
    later,
    { sent: { answered: false, total: 4, inSilence: 0 } },
    counting,
    { canSend: true, types: ["text"], remaining: { beforeFirstAnswer: 6, afterSilence: null }, reason: null },
  ],
  [
    "the ten are used up although the window is open",
    later,
    { sent: { answered: false, total: 10, inSilence: 0 } },
    counting,
    {
      canSend: false,
      types: [],
      remaining: { beforeFirstAnswer: 0, afterSilence: null },
      closed: [{ types: ["text"], reason: "limit_reached" }],
    },
  ],
  [
    "in the silence the rest of three",
    hoursAgo(1),
    { sent: { answered: true, total: 0, inSilence: 2 } },
    counting,
    { canSend: true, types: ["text"], remaining: { beforeFirstAnswer: null, afterSilence: 1 }, reason: null },
  ],
  [
    "the three are used up",
    hoursAgo(1),
    { sent: { answered: true, total: 0, inSilence: 3 } },
    counting,
    { canSend: false, types: [], remaining: { beforeFirstAnswer: null, afterSilence: 0 }, reason: "window_closed" },
  ],
];

for (const [name, end, state, description, expected] of cases) {
  test(name, () => {
    const options = sendOptions({ window_expires_at: end }, { ...fine, ...state }, description, now);
    assert.deepEqual({ ...options, ...expected }, options);
    assert.equal(options.windowExpiresAt, end?.toISOString() ?? null);
  });
}

test("each type shows its limits", () => {
  const interactive = { buttonsMax: 3, buttonTitleMax: 20, listRowsMax: 0, url: true };
  const given: ChannelSending = {
    ...channel,
    outboundTypes: ["text", "image", "interactive", "reaction"],
    abilities: { ...channel.abilities, reactions: ["👍", "❤️"], interactive },
    limits: { ...channel.limits, textBytesMax: 1000 },
  };
  assert.deepEqual(sendOptions({ window_expires_at: later }, fine, given, now).limits, [
    { type: "text", textCharactersMax: 4096, textBytesMax: 1000, quote: true },
    { type: "image", media: { mimeTypes: ["image/png"], bytesMax: 5_000_000, caption: true, captionCharactersMax: 4096 }, quote: false },
    {
      type: "interactive",
      textCharactersMax: 4096,
      textBytesMax: 1000,
      interactive: { kinds: ["buttons", "url"], buttonsMax: 3, buttonTitleMax: 20, listRowsMax: 0 },
      quote: false,
    },
    { type: "reaction", reactions: ["👍", "❤️"], quote: false },
  ]);
});
