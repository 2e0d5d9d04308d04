import assert from "node:assert/strict";
import { test } from "node:test";
import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import { textOf } from "@parley/connector-kit/reading";
import { AMINA, AT, AT_MS, BUSINESS, fixture, fixtureBytes, fixtureNames, normalizeItem, split } from "./frames.ts";

const SENT = "D4LAew9Na0eOpvflmBjAUqEiyw==";

function says(name: string, rest: Partial<InboundMessageEvent>): NormalizedEvent[] {
  return textOf(AMINA, AT, fixture(name).content.message_id, rest);
}

function echoes(name: string, rest: Partial<InboundMessageEvent>): NormalizedEvent[] {
  return says(name, { direction: "echo", opensWindow: false, occurredAt: new Date(AT_MS + 60_000).toISOString(), ...rest });
}

const referredAt = new Date(AT_MS - 5_000).toISOString();
const comment: NormalizedEvent[] = [{ kind: "ignored", reason: "a comment on a video; comments are not handled" }];

const expected: Record<string, NormalizedEvent[]> = {
  text: says("text", { text: "Is the jacket on sale?" }),
  text_reply: says("text_reply", { text: "That one", replyToExternalId: SENT }),
  text_card_click: says("text_card_click", {
    type: "interactive",
    text: "Track order",
    content: { reply: { id: "opt_track", title: "Track order" } },
    replyToExternalId: "oiE/fF20y2T7DAHJac9AfbevLA==",
  }),
  text_eu: [
    {
      kind: "channel",
      notice:
        "A customer in the European Economic Area, Switzerland or the United Kingdom wrote. The platform does not forward such messages. Reply in its app.",
      occurredAt: AT,
    },
  ],
  image: says("image", { type: "image", media: [{ kind: "image", providerMediaId: "v0f-media-demo-1" }] }),
  video: says("video", { type: "video", media: [{ kind: "video", providerMediaId: "v0f-media-demo-2" }] }),
  sticker: says("sticker", {
    type: "sticker",
    media: [{ kind: "sticker", providerMediaId: "https://cdn.example.com/tt/sticker.webp?x-expires=1797590400" }],
  }),
  emoji: says("emoji", {
    type: "sticker",
    content: { emoji: true },
    media: [{ kind: "sticker", providerMediaId: "https://cdn.example.com/tt/emoji.png" }],
  }),
  share_post: says("share_post", {
    type: "interactive",
    content: { sharedPost: { videoId: "7399990001112223334", url: "https://www.tiktok.com/player/v1/7399990001112223334" } },
  }),
  reaction: [{ kind: "reaction", targetExternalId: SENT, emoji: "🔥", keepsOthers: true, person: AMINA, occurredAt: AT }],
  echo_app: echoes("echo_app", { text: "Answered from the phone" }),
  echo_api: echoes("echo_api", { text: "Sent by the CRM itself", ours: true }),
  mark_read: [
    {
      kind: "read_mark",
      person: AMINA,
      upTo: new Date(AT_MS + 60_000).toISOString(),
      occurredAt: new Date(AT_MS + 90_000).toISOString(),
    },
  ],
  referral_ad: [
    {
      kind: "referral",
      person: AMINA,
      referral: {
        source: "ad",
        ad: {
          advertiserId: "7300000000000000099",
          adId: "1800000000000011",
          timestamp: AT_MS - 5_000,
          adName: "Autumn DM ad",
          embedUrl: "https://www.tiktok.com/player/v1/7399990001112223335",
          messageMaterialId: "mm_demo_1",
        },
      },
      occurredAt: referredAt,
    },
  ],
  referral_short_link: [
    {
      kind: "referral",
      person: AMINA,
      referral: {
        source: "short_link",
        shortLink: { ref: "poster_7", prefilledMessage: "Hi from the poster", prefilledMessageAuditStatus: "PASS" },
      },
      occurredAt: referredAt,
    },
  ],
  auto_message_audit: [
    { kind: "channel", notice: "The automatic message WELCOME_MESSAGE (am_demo_1) was reviewed: REJECTED.", occurredAt: AT },
  ],
  high_intent_comment: comment,
  comment_update: comment,
};

test("every fixture has an expectation, and every expectation a fixture", () => {
  assert.deepEqual(fixtureNames, Object.keys(expected).sort());
});

for (const name of fixtureNames) {
  test(`fixture ${name} gives the expected events, for the channel it names`, () => {
    const items = split(fixtureBytes(name));
    assert.equal(items.length, 1);
    assert.deepEqual(items.flatMap(normalizeItem), expected[name]);
    assert.deepEqual(items[0]?.route, { by: "channel", externalId: BUSINESS });
  });
}

test("the same body twice has the same event ids, and no two fixtures share one", () => {
  const ids = () => fixtureNames.flatMap((name) => split(fixtureBytes(name)).map((item) => item.providerEventId));
  assert.deepEqual(ids(), ids());
  assert.equal(new Set(ids()).size, ids().length);
});

test("ids that arrive as bare numbers keep every digit", () => {
  const [item] = split(fixtureBytes("comment_update"));
  assert.match(JSON.stringify(item?.payload), /"comment_id":"7400111122223333445".*"video_id":"7399990001112223334"/);
});
