/** Kinds of content from a platform that our version does not know are kept whole, shown in the conversation, and cost nothing. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type PhotoSocialSimulator, startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { type ShortVideoSimulator, startShortVideoSimulator } from "@parley/simulators/short-video";
import { createManualClock } from "../../src/platform/clock/clock.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";

const accountId = "17841400000007001";
const businessId = "bizOpenId-unsupported";

/** [description, content sent, its kind as the platform names it, its preview in lists] */
type Row = [what: string, content: Record<string, unknown>, kind: string | undefined, preview: string];

const chatApp: Row[] = [
  ["a poll", { kind: "unsupported", type: "poll_creation" }, "poll_creation", "poll creation"],
  [
    "a message nobody can see any more",
    { kind: "unsupported", type: "media_placeholder", code: 131060 },
    "media_placeholder",
    "media placeholder",
  ],
  [
    "one that does not say what it is",
    { kind: "raw", message: { type: "unsupported", errors: [{ code: 131051 }] } },
    "unsupported",
    "unsupported",
  ],
  [
    "one of the older spelling",
    { kind: "raw", message: { type: "unknown", errors: [{ code: 131052, title: "Too large" }] } },
    "unknown",
    "unknown",
  ],
  ["a kind to come", { kind: "raw", message: { type: "hologram", hologram: { depth: 3 } } }, "hologram", "hologram"],
  ["a picture without its key", { kind: "raw", message: { type: "image", image: { caption: "the label" } } }, "image", "the label"],
];
const photoSocial: Row[] = [
  ["what is seen once", { kind: "ephemeral" }, "ephemeral", "ephemeral"],
  ["what the platform itself does not hand on", { kind: "unsupported" }, undefined, ""],
  [
    "a kind to come",
    { kind: "raw", element: { message: { attachments: [{ type: "hologram", payload: { depth: 3 } }] } } },
    "hologram",
    "hologram",
  ],
  ["an attachment without its address", { kind: "raw", element: { message: { attachments: [{ type: "image" }] } } }, "image", "image"],
];
const shortVideo: Row[] = [
  ["what the platform calls other", { kind: "raw", fields: { type: "other" } }, "other", "other"],
  ["a kind to come", { kind: "raw", fields: { type: "hologram", hologram: { depth: 3 } } }, "hologram", "hologram"],
  ["a picture without its key", { kind: "raw", fields: { type: "image", image: {} } }, "image", "image"],
];

describe("unknown kinds of messages", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let photos: PhotoSocialSimulator;
  let videos: ShortVideoSimulator;
  let chat: { externalId: string };
  let people = 0;

  before(async () => {
    const clock = createManualClock(new Date(Math.floor(Date.now() / 1000) * 1000));
    const shared = { clock: { now: () => clock.now().getTime() }, magicRecipients: false, retryGapsMs: [] };
    photos = await startPhotoSocialSimulator({ ...shared, appSecret: "photo-secret" });
    videos = await startShortVideoSimulator({ ...shared, clientKey: "74", clientSecret: "video-secret" });
    const env = {
      PHOTO_SOCIAL_API_URL: photos.url,
      PHOTO_SOCIAL_APP_SECRET: "photo-secret",
      SHORT_VIDEO_API_URL: videos.url,
      SHORT_VIDEO_CLIENT_SECRET: "video-secret",
    };
    t = await startTestApp({ clock, env });
    tenant = await t.tenant();
    chat = await t.channel(tenant);
    photos.registerAccount({ accountId, accessToken: "t", callbackUrl: `${t.url}/callbacks/photo-social` });
    videos.registerAccount({ businessId, accessToken: "t", callbackUrl: `${t.url}/callbacks/short-video` });
    for (const body of [
      { kind: "photo_social", config: { accountId, accessToken: "t", appSecret: "s", verifyToken: "v" } },
      { kind: "short_video", config: { businessId, clientKey: "74", clientSecret: "s", accessToken: "t", refreshToken: "r" } },
    ]) {
      const made = await tenant.api.post("/api/v1/channels", { name: body.kind, ...body });
      assert.deepEqual([made.status, made.body.status], [200, "Connected"], made.text);
    }
  });
  after(async () => {
    await t.stop();
    await photos.close();
    await videos.close();
  });

  const channels: [string, Row[], (content: never, n: number) => Promise<{ status: number | null }>][] = [
    [
      "chat_app",
      chatApp,
      (content, n) => t.simulator.customer(`4477022${String(n).padStart(5, "0")}`, "Amina").send(chat.externalId, content),
    ],
    ["photo_social", photoSocial, (content, n) => photos.customer(`10234567${String(20_000_000 + n)}`).send(accountId, content)],
    ["short_video", shortVideo, (content, n) => videos.customer(`usrUnq-odd-${n}`).send(businessId, content)],
  ];

  for (const [kind, rows, send] of channels) {
    for (const [what, content, unsupportedType, preview] of rows) {
      it(`${kind}: ${what}`, async () => {
        t.clock.advance(1_000);
        assert.equal((await send(content as never, ++people)).status, 200);
        await t.drain();
        const [message] = (await tenant.api.get("/api/v1/messages?direction=inbound&limit=1")).body.data;
        assert.deepEqual([message.type, message.status, message.content.unsupportedType], ["unsupported", "received", unsupportedType]);
        const raw = JSON.stringify(message.content.raw);
        for (const part of JSON.stringify(content).match(/"depth":3|"caption":"the label"/g) ?? []) assert.ok(raw.includes(part), raw);
        assert.ok(raw.length > 2, "kept whole");
        const conversation = (await tenant.api.get(`/api/v1/conversations/${message.conversationId}`)).body;
        assert.deepEqual(
          [conversation.lastMessage.type, conversation.lastMessage.preview, conversation.unreadCount, conversation.status],
          ["unsupported", preview, 1, "open"],
        );
        assert.notEqual(conversation.windowExpiresAt, null, "the customer wrote");
      });
    }
  }

  it("a place and a person are shown by their names", async () => {
    const customer = t.simulator.customer("447702300001", "Amina");
    const shown = async () => {
      await t.drain();
      const [message] = (await tenant.api.get("/api/v1/messages?direction=inbound&limit=1")).body.data;
      return (await tenant.api.get(`/api/v1/conversations/${message.conversationId}`)).body.lastMessage.preview;
    };
    await customer.send(chat.externalId, { kind: "location", latitude: 51.5, longitude: -0.1, name: "Riverside Gallery" });
    assert.equal(await shown(), "Riverside Gallery");
    t.clock.advance(1_000);
    await customer.send(chat.externalId, { kind: "contacts", contacts: [{ name: { formatted_name: "Tom Baker" } }] });
    assert.equal(await shown(), "Tom Baker");
    t.clock.advance(1_000);
    await customer.send(chat.externalId, { kind: "unsupported", type: "poll_creation" });
    assert.equal(await shown(), "poll creation", "of people who are known, too");
  });
});
