/** Every limit in every connector's description is enforced by POST /messages and shown by send-options. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ConnectorDescription, MediaRef, MediaRule } from "@parley/connector-kit";
import { Clean } from "typebox/value";
import { sendOptions } from "../../src/modules/inbox/conversations/send-options/send-options.ts";
import { SendOptions } from "../../src/modules/inbox/conversations/send-options/send-options.schema.ts";
import { typeAs } from "../../src/modules/channels/media/media-type.ts";
import { messageTypes } from "../../src/modules/inbox/messages/index.ts";
import { samplesOfMedia } from "../fixtures/media-samples.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";

const recipients: Record<string, string> = { chat_app: "447700900123", photo_social: "1023456789012345", short_video: "usrUnq-5kQ7x" };
const configs: Record<string, object> = {
  chat_app: { phoneNumberId: "118822334400001", businessAccountId: "218822334400001", accessToken: "t", appSecret: "s", verifyToken: "v" },
  photo_social: { accountId: "17841400000009111", accessToken: "t", appSecret: "s", verifyToken: "v" },
  short_video: { businessId: "bizOpenId-abilities", clientKey: "k", clientSecret: "s", accessToken: "t", refreshToken: "r" },
};

/** A message, the field that exceeds the channel's limits, and how; without a field it is within all limits. */
interface Case {
  name: string;
  message: { type: string; text?: string; content?: Record<string, unknown>; replyToId?: string };
  beyond?: { field: string; issue: string };
}

const hour = 3_600_000;
const x = (length: number) => "x".repeat(length);
/** Tested separately, because it is uploaded first. */
const isMedia = (type: string) => ["image", "video", "audio", "document", "sticker"].includes(type);

function textCases({ limits }: ConnectorDescription): Case[] {
  const bytesMax = limits.textBytesMax ?? Number.POSITIVE_INFINITY;
  return [
    { name: "the longest text", message: { type: "text", text: x(limits.textCharactersMax) } },
    {
      name: "a longer text",
      message: { type: "text", text: x(limits.textCharactersMax + 1) },
      beyond: { field: "text", issue: "too_long" },
    },
    ...(bytesMax < limits.textCharactersMax * 4
      ? [
          { name: "the most bytes", message: { type: "text", text: "é".repeat(bytesMax / 2) } },
          {
            name: "more bytes",
            message: { type: "text", text: "é".repeat(bytesMax / 2 + 1) },
            beyond: { field: "text", issue: "too_long" },
          },
        ]
      : []),
  ];
}

function interactiveCases({ abilities, limits }: ConnectorDescription): Case[] {
  const bounds = abilities.interactive;
  if (bounds === undefined) return [];
  const cases: Case[] = [];
  const message = (content: Record<string, unknown>, text = "Choose") => ({ type: "interactive", text, content });
  const both = (name: string, max: number | undefined, field: string, make: (value: string) => Case["message"]) => {
    if (max === undefined) return;
    cases.push({ name: `the longest ${name}`, message: make(x(max)) });
    cases.push({ name: `a longer ${name}`, message: make(x(max + 1)), beyond: { field, issue: "too_long" } });
  };
  const buttons = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `b${i}`, title: `B${i}` }));
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `r${i}`, title: `R${i}` }));
  const above = (kind: "buttons" | "list" | "url") => bounds.textCharactersMax?.[kind] ?? limits.textCharactersMax;
  const list = (sections: unknown[], button = "Open") => message({ kind: "list", button, sections });

  const ofButtons = { kind: "buttons", buttons: buttons(1) };
  if (bounds.buttonsMax > 0) {
    cases.push({ name: "all buttons", message: message({ kind: "buttons", buttons: buttons(bounds.buttonsMax) }) });
    cases.push({
      name: "one button more",
      message: message({ kind: "buttons", buttons: buttons(bounds.buttonsMax + 1) }),
      beyond: { field: "content.buttons", issue: "too_many" },
    });
    both("title of a button", bounds.buttonTitleMax, "content.buttons[0].title", (title) =>
      message({ kind: "buttons", buttons: [{ id: "a", title }] }),
    );
    // The interface itself accepts no id longer than 1,000.
    both("id of a button", (bounds.idMax ?? 1_000) < 1_000 ? bounds.idMax : undefined, "content.buttons[0].id", (id) =>
      message({ kind: "buttons", buttons: [{ id, title: "A" }] }),
    );
    both("text above buttons", above("buttons"), "text", (text) => message(ofButtons, text));
    for (const part of ["header", "footer"] as const) {
      const max = part === "header" ? bounds.headerMax : bounds.footerMax;
      both(part, max, `content.${part}`, (value) => message({ ...ofButtons, [part]: value }));
      if (max === undefined)
        cases.push({
          name: `a ${part}`,
          message: message({ ...ofButtons, [part]: "H" }),
          beyond: { field: `content.${part}`, issue: "not_allowed" },
        });
    }
  }
  if (bounds.listRowsMax > 0) {
    cases.push({ name: "all rows", message: list([{ rows: rows(bounds.listRowsMax) }]) });
    cases.push({
      name: "one row more",
      message: list([{ rows: rows(bounds.listRowsMax + 1) }]),
      beyond: { field: "content.sections", issue: "too_many" },
    });
    const row = "content.sections[0].rows[0]";
    both("button of a list", bounds.buttonTitleMax, "content.button", (button) => list([{ rows: rows(1) }], button));
    both("title of a section", bounds.rowTitleMax, "content.sections[0].title", (title) => list([{ title, rows: rows(1) }]));
    both("title of a row", bounds.rowTitleMax, `${row}.title`, (title) => list([{ rows: [{ id: "a", title }] }]));
    both("id of a row", bounds.rowIdMax, `${row}.id`, (id) => list([{ rows: [{ id, title: "A" }] }]));
    both("description of a row", bounds.rowDescriptionMax, `${row}.description`, (description) =>
      list([{ rows: [{ id: "a", title: "A", description }] }]),
    );
    both("text above a list", above("list"), "text", (text) =>
      message({ kind: "list", button: "Open", sections: [{ rows: rows(1) }] }, text),
    );
  } else {
    cases.push({ name: "a list", message: list([{ rows: rows(1) }]), beyond: { field: "content.kind", issue: "not_allowed" } });
  }
  const address = { kind: "url", url: "https://example.com/", title: "Open" };
  if (bounds.url === true) {
    both("title of an address", bounds.buttonTitleMax, "content.title", (title) => message({ ...address, title }));
    both("text above an address", above("url"), "text", (text) => message(address, text));
  } else {
    cases.push({ name: "an address", message: message(address), beyond: { field: "content.kind", issue: "not_allowed" } });
  }
  return cases;
}

const samples: Record<string, Case["message"]> = {
  text: { type: "text", text: "Hi" },
  template: { type: "template", content: { name: "hello", language: "en" } },
  ...Object.fromEntries(["image", "video", "audio", "document", "sticker"].map((type) => [type, { type, content: { mediaId: "med_1" } }])),
  location: { type: "location", content: { latitude: 1, longitude: 1 } },
  contact: { type: "contact", content: { contacts: [{ name: { formattedName: "Ada" } }] } },
  interactive: { type: "interactive", text: "Choose", content: { kind: "buttons", buttons: [{ id: "a", title: "A" }] } },
  reaction: { type: "reaction", content: { messageId: "msg_1", emoji: "👍" } },
  system: { type: "system" },
  unsupported: { type: "unsupported" },
};

function casesOf(description: ConnectorDescription): Case[] {
  const { abilities, outboundTypes } = description;
  const can = (type: string) => (outboundTypes as string[]).includes(type);
  const notAllowed = (field: string) => ({ field, issue: "not_allowed" });
  return [
    ...messageTypes
      .filter((type) => !can(type))
      .map((type) => ({ name: `type ${type}`, message: samples[type] as Case["message"], beyond: notAllowed("type") })),
    ...textCases(description),
    ...(can("interactive") ? interactiveCases(description) : []),
    ...(can("reaction") && abilities.reactions !== undefined
      ? [
          {
            name: "a reaction it has not",
            message: { type: "reaction", content: { messageId: "msg_1", emoji: "🦄" } },
            beyond: { field: "content.emoji", issue: "unknown_value" },
          },
        ]
      : []),
    ...outboundTypes
      .filter((type) => type !== "reaction" && !isMedia(type) && !abilities.quote.includes(type))
      .map((type) => ({
        name: `a quote in a ${type}`,
        message: { ...(samples[type] as Case["message"]), replyToId: "msg_1" },
        beyond: notAllowed("replyToId"),
      })),
  ];
}

describe("what a channel can send", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let kinds: readonly ConnectorDescription[];
  const ids = new Map<string, string>();
  const uploads = new Map<string, string>();
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
    kinds = t.app.channelKinds;
    assert.deepEqual(kinds.map(({ kind }) => kind).sort(), Object.keys(recipients).sort(), "a recipient for each kind");
    for (const { kind } of kinds) {
      ids.set(kind, (await t.vouchedChannel(tenant, { kind, config: configs[kind] as Record<string, unknown> })).id);
    }
    for (const [mimeType, { bytes, filename }] of samplesOfMedia) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)]), filename);
      const response = await fetch(`${t.url}/api/v1/media`, {
        method: "POST",
        body: form,
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      const media = (await response.json()) as { id: string; mimeType: string };
      assert.equal(media.mimeType, mimeType, filename);
      uploads.set(mimeType, media.id);
    }
  });
  after(async () => {
    await t.stop();
  });

  it("what the platforms' documentation leaves open comes from the configuration", async () => {
    const env = {
      PHOTO_SOCIAL_HUMAN_AGENT_DAYS: "0",
      PHOTO_SOCIAL_QUOTES: "true",
      SHORT_VIDEO_WINDOW_HOURS: "24",
      SHORT_VIDEO_MESSAGES_BEFORE_ANSWER: "5",
      SHORT_VIDEO_MESSAGES_AFTER_SILENCE: "0",
    };
    const other = await startTestApp({ sharing: t, env });
    try {
      const of = (kind: string) => other.app.channelKinds.find((one) => one.kind === kind);
      assert.deepEqual(of("photo_social")?.window, { durationMs: 24 * hour, typesOutside: [] });
      assert.deepEqual(of("photo_social")?.abilities.quote, ["text", "image", "video", "audio", "document", "interactive"]);
      const counts = { beforeFirstAnswer: 5, afterSilence: 0 };
      assert.deepEqual(of("short_video")?.window, { durationMs: 24 * hour, typesOutside: [], counts });
    } finally {
      await other.stop();
    }
    assert.equal(kinds.find(({ kind }) => kind === "photo_social")?.window.humanAgentMs, 7 * 24 * hour);
  });

  for (const kind of Object.keys(recipients)) {
    it(`${kind}: what exceeds its description is refused, naming the field, and what is within it is not`, async () => {
      const description = kinds.find((one) => one.kind === kind);
      assert.ok(description);
      const cases = casesOf(description);
      assert.ok(cases.length > 15, String(cases.length));
      for (const { name, message, beyond } of cases) {
        const response = await tenant.api.post("/api/v1/messages", { channelId: ids.get(kind), to: recipients[kind], ...message });
        if (beyond === undefined) {
          // Nobody has written yet: everything except a template waits for the customer service window.
          assert.deepEqual([response.status, response.body.error?.code], [422, "window_closed"], `${name}: ${response.text}`);
          continue;
        }
        assert.deepEqual([response.status, response.body.error?.code], [422, "unsupported_by_channel"], `${name}: ${response.text}`);
        assert.deepEqual(response.body.error.details, [beyond], name);
        assert.match(response.body.error.message, /[Cc]hannel/, name);
      }
    });

    it(`${kind}: accepts every media type in its description, as the kind listed there, and no other`, async () => {
      const description = kinds.find((one) => one.kind === kind);
      assert.ok(description);
      for (const type of description.outboundTypes.filter(isMedia)) {
        const rule: MediaRule | undefined = description.media[type as MediaRef["kind"]];
        assert.ok(rule, type);
        assert.deepEqual(
          rule.mimeTypes.filter((mimeType) => !samplesOfMedia.has(mimeType)),
          [],
          "a sample of each",
        );
        for (const [mimeType, { filename }] of samplesOfMedia) {
          const post = (content: object) =>
            tenant.api.post("/api/v1/messages", { channelId: ids.get(kind), to: recipients[kind], type, content });
          const mediaId = uploads.get(mimeType);
          const response = await post({ mediaId });
          const what = `${mimeType} (${filename}) as ${type}: ${response.text}`;
          const { code, details, message } = response.body.error;
          if (rule.mimeTypes.includes(typeAs(type as MediaRef["kind"], mimeType) ?? "")) {
            assert.deepEqual([response.status, code], [422, "window_closed"], what);
            if (rule.caption) continue;
            assert.deepEqual((await post({ mediaId, caption: "Look" })).body.error.details, [
              { field: "content.caption", issue: "not_allowed" },
            ]);
          } else {
            assert.deepEqual(
              [response.status, code, details],
              [422, "unsupported_by_channel", [{ field: "content.mediaId", issue: "not_allowed" }]],
              what,
            );
            assert.ok(message.includes(rule.mimeTypes.join(", ")), message);
          }
        }
      }
    });

    it(`${kind}: send-options shows every limit`, () => {
      const description = kinds.find((one) => one.kind === kind);
      assert.ok(description);
      const state = {
        channelStatus: "Connected",
        channelDeleted: false,
        optIn: "unknown",
        sent: { answered: true, total: 0, inSilence: 0 },
      };
      const now = new Date();
      const options = sendOptions({ window_expires_at: new Date(now.getTime() + 1_000) }, state, description, now);
      assert.deepEqual(Clean(SendOptions, structuredClone(options)), options, "the answer's schema names all of it");
      const { abilities, limits, media, outboundTypes, window } = description;
      assert.deepEqual(options.types, outboundTypes);
      assert.deepEqual([options.typing, options.markRead], [abilities.typing, abilities.markRead]);
      assert.equal(options.humanAgentUntil === null, window.humanAgentMs === undefined);
      assert.equal(options.remaining === null, window.counts === undefined);
      for (const type of outboundTypes) {
        const shown = options.limits.find((limit) => limit.type === type);
        assert.equal(shown?.quote, abilities.quote.includes(type), type);
        assert.deepEqual(shown.reactions, type === "reaction" ? abilities.reactions : undefined);
        const rule = media[type as MediaRef["kind"]];
        assert.deepEqual(
          shown.media,
          rule === undefined
            ? undefined
            : { ...rule, ...(rule.caption ? { captionCharactersMax: rule.captionCharactersMax ?? limits.textCharactersMax } : {}) },
        );
        const says = type === "text" || type === "interactive";
        assert.deepEqual(
          [shown.textCharactersMax, shown.textBytesMax],
          says ? [limits.textCharactersMax, limits.textBytesMax] : [undefined, undefined],
        );
        if (type !== "interactive") continue;
        const { url: _url, ...bounds } = abilities.interactive ?? {};
        const { kinds: offered, ...rest } = shown.interactive ?? {};
        assert.deepEqual(rest, bounds);
        assert.equal(offered?.includes("url"), abilities.interactive?.url === true);
      }
    });
  }
});
