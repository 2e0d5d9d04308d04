import assert from "node:assert/strict";
import { test } from "node:test";
import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import { textOf } from "@parley/connector-kit/reading";
import { ACCOUNT, AT, PERSON, fixture, fixtureNames, normalizeItem, split } from "./frames.ts";

const AMINA = { address: PERSON };
const FIRST_TEXT = "YVdkZlpBRzFmYotJ2W3N6XpDDdT1l3BYmeCalo95NJHktwTK4zpA3AJii0nZbc3pekMN1PWXcFiZ4JqWj3k0keS3BMrjOkDcAgZDZD";
const SENT = "YVdkZlpBRzFmrgvsnp0zxWNUvWEsimAQhAMk/FuXhs4KGLaWswSwk5euC+yenTPFY1S9YSyKYBCEAyT8W5eGzgoYtpazBLCTlwZDZD";
const STORY_END = "2026-11-19T10:40:00.123Z";

/** The only element of a fixture. */
function elementOf(name: string) {
  const [entry] = fixture(name).entry;
  return (entry.messaging ?? entry.standby)[0];
}

function says(name: string, rest: Partial<InboundMessageEvent>): NormalizedEvent[] {
  const element = elementOf(name);
  return textOf(AMINA, AT, (element.message ?? element.postback)?.mid, rest);
}

const cdn = (path: string) => `https://cdn.example.com/${path}`;

const expected: Record<string, NormalizedEvent[]> = {
  text: says("text", { text: "Do you ship to Ireland?" }),
  image: says("image", { type: "image", media: [{ kind: "image", providerMediaId: cdn("ig/1/photo.jpg?exp=1") }] }),
  media_multiple: says("media_multiple", {
    type: "image",
    media: [
      { kind: "image", providerMediaId: cdn("ig/2/a.jpg") },
      { kind: "video", providerMediaId: cdn("ig/2/b.mp4") },
    ],
  }),
  audio: says("audio", { type: "audio", media: [{ kind: "audio", providerMediaId: cdn("ig/3/voice.mp4") }] }),
  post_share: says("post_share", {
    type: "image",
    content: { share: { kind: "post", url: cdn("ig/4/post.jpg") } },
    media: [{ kind: "image", providerMediaId: cdn("ig/4/post.jpg") }],
  }),
  reel_share: says("reel_share", {
    type: "video",
    content: { share: { kind: "reel", url: cdn("ig/5/reel.mp4"), title: "Packing day", reelVideoId: "18012345678901234" } },
    media: [{ kind: "video", providerMediaId: cdn("ig/5/reel.mp4") }],
  }),
  story_mention: says("story_mention", {
    type: "image",
    content: { story: { kind: "mention", url: cdn("ig/6/story.jpg"), expiresAt: STORY_END } },
    media: [{ kind: "image", providerMediaId: cdn("ig/6/story.jpg"), expiresAt: STORY_END }],
  }),
  story_reply: says("story_reply", {
    text: "Love this colour!",
    content: { story: { kind: "reply", id: "18099887766554433", url: cdn("ig/7/story.jpg"), expiresAt: STORY_END } },
  }),
  inline_reply: says("inline_reply", { text: "The second one", replyToExternalId: SENT }),
  quick_reply: says("quick_reply", { type: "interactive", text: "Size M", content: { reply: { id: "SIZE_M", title: "Size M" } } }),
  postback: says("postback", {
    type: "interactive",
    text: "Opening hours",
    content: { reply: { id: "FAQ_HOURS", title: "Opening hours" } },
  }),
  reaction: [{ kind: "reaction", targetExternalId: SENT, emoji: "\u2764\ufe0f", person: AMINA, occurredAt: AT }],
  reaction_removed: [{ kind: "reaction", targetExternalId: SENT, emoji: null, person: AMINA, occurredAt: AT }],
  seen: [{ kind: "read_mark", person: AMINA, externalId: SENT, occurredAt: AT }],
  deleted: [{ kind: "deleted", targetExternalId: FIRST_TEXT, occurredAt: AT }],
  edited: [
    {
      kind: "edited",
      targetExternalId: FIRST_TEXT,
      text: "Do you ship to Northern Ireland?",
      content: null,
      occurredAt: AT,
      edition: 1,
      original: {
        ...(says("text", { text: "Do you ship to Northern Ireland?", opensWindow: false })[0] as InboundMessageEvent),
      },
    },
  ],
  unsupported: says("unsupported", { type: "unsupported", content: { raw: elementOf("unsupported") } }),
  ephemeral: says("ephemeral", { type: "unsupported", content: { raw: elementOf("ephemeral"), unsupportedType: "ephemeral" } }),
  like_heart: says("like_heart", { text: "\u2764\ufe0f", content: { likeHeart: true } }),
  referral_ad: says("referral_ad", {
    text: "Is this still on offer?",
    content: {
      referral: {
        ref: "autumn-1",
        adId: "120230004445556667",
        source: "ADS",
        type: "OPEN_THREAD",
        adsContextData: { adTitle: "Autumn sale", photoUrl: cdn("ads/p.jpg"), videoUrl: cdn("ads/v.jpg") },
      },
    },
  }),
  referral_link: says("referral_link", {
    externalId: split(fixture("referral_link"))[0]?.providerEventId ?? "",
    type: "system",
    content: { referral: { ref: "bio-link", source: "IGME-SOURCE-LINK", type: "OPEN_THREAD" } },
    opensWindow: false,
  }),
  echo: says("echo", { direction: "echo", text: "Typed in the native app", opensWindow: false, ours: true }),
  standby: says("standby", { text: "Another app is in control", content: { standby: true }, opensWindow: false, context: true }),
  comment: [{ kind: "ignored", reason: "no part of the inbox: comments" }],
};

test("every recorded callback has an expectation", () => {
  assert.deepEqual(Object.keys(expected).sort(), fixtureNames);
});

for (const name of fixtureNames) {
  test(`${name} gives the expected events`, () => {
    const items = split(fixture(name));
    assert.deepEqual(items.flatMap(normalizeItem), expected[name]);
    for (const item of items) assert.deepEqual(item.route, { by: "channel", externalId: ACCOUNT });
  });
}

test("a redelivery has the same event ids, even when another body contains the same element, and no two callbacks share one", () => {
  const ids = new Map<string, string>();
  for (const name of fixtureNames) {
    const body = fixture(name);
    const [item] = split(body);
    assert.ok(item);
    body.entry[0].time += 5_000;
    body.entry.unshift({ id: "17841400000000999", time: 1, messaging: [] });
    body.of_tomorrow = { a: 1 };
    assert.equal(split([body]).at(-1)?.providerEventId, item.providerEventId, name);
    assert.equal(ids.get(item.providerEventId), undefined, `${name} and ${ids.get(item.providerEventId)}`);
    ids.set(item.providerEventId, name);
  }
});

test("within a batch, messages precede the items that refer to them, and read marks come last", () => {
  const ranks = Object.fromEntries(fixtureNames.map((name) => [name, split(fixture(name))[0]?.rank]));
  assert.deepEqual([ranks["text"], ranks["postback"], ranks["echo"]], [0, 0, 0]);
  assert.deepEqual([ranks["edited"], ranks["deleted"], ranks["reaction"]], [1, 1, 1]);
  assert.equal(ranks["seen"], 2);
});
