import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelAccess, type OutboundMessage, providerErrorOf } from "@parley/connector-kit";
import { fakePlatform, silentPlatform } from "@parley/connector-kit/conformance";
import { createPhotoSocialConnector } from "../src/index.ts";
import { ACCOUNT, PERSON, connector } from "./frames.ts";

const PAGE = "104455667788990";
const access: ChannelAccess = { externalId: ACCOUNT, config: { accountId: ACCOUNT, accessToken: "IGsecret" } };
const pageAccess: ChannelAccess = { externalId: ACCOUNT, config: { accountId: ACCOUNT, accessToken: "EAApage", pageId: PAGE } };
const ACCEPTED = { recipient_id: PERSON, message_id: "mid.ACCEPTED" };

const platform = (body: unknown, status = 200) => fakePlatform({ body, status });

function text(rest: Partial<OutboundMessage> = {}): OutboundMessage {
  return { id: "msg_01", to: { address: PERSON }, type: "text", text: "Hello", content: null, ...rest };
}

function media(kind: "image" | "video" | "audio" | "document", rest: Partial<OutboundMessage> = {}): OutboundMessage {
  return text({
    type: kind,
    text: null,
    media: {
      kind,
      mimeType: "image/png",
      filename: null,
      sizeBytes: 3,
      bytes: async () => assert.fail("the platform fetches by itself"),
      url: () => "https://parley.example/m/1",
    },
    ...rest,
  });
}

async function sent(message: OutboundMessage, at = access) {
  const http = platform(ACCEPTED);
  const outcome = await connector.send(message, at, http);
  assert.deepEqual(outcome, { kind: "accepted", externalId: "mid.ACCEPTED", person: { address: PERSON } });
  return http.requests[0]?.body;
}

test("a text is sent to the account's messages on the usual host, and through a page on the page's host as a response", async () => {
  const http = platform(ACCEPTED);
  await connector.send(text(), access, http);
  await connector.send(text(), pageAccess, http);
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
  const body = { recipient: { id: PERSON }, message: { text: "Hello" } };
  assert.deepEqual(http.requests, [
    { method: "POST", path: `/v25.0/${ACCOUNT}/messages`, headers: headers("IGsecret"), body },
    {
      method: "POST",
      path: `/v25.0/${PAGE}/messages`,
      base: "page",
      headers: headers("EAApage"),
      body: { ...body, messaging_type: "RESPONSE" },
    },
  ]);
  assert.throws(() => createPhotoSocialConnector({ apiVersion: "26.0/../x" }));
});

test("a person's message after the window carries the human-agent tag, in both families", async () => {
  for (const at of [access, pageAccess]) {
    const body = await sent(text({ humanAgent: true }), at);
    assert.deepEqual([body.messaging_type, body.tag], ["MESSAGE_TAG", "HUMAN_AGENT"]);
  }
});

test("a quote is sent with the message, and only offered when enabled", async () => {
  assert.deepEqual(connector.description.abilities.quote, []);
  const quoting = createPhotoSocialConnector({ quotes: true });
  assert.deepEqual(quoting.description.abilities.quote, ["text", "image", "video", "audio", "document", "interactive"]);
  const http = platform(ACCEPTED);
  await quoting.send(text({ replyToExternalId: "mid.X" }), access, http);
  assert.deepEqual(http.requests[0]?.body, { recipient: { id: PERSON }, message: { text: "Hello" }, reply_to: { mid: "mid.X" } });
});

test("a text has at most 1,000 bytes of UTF-8, and a longer one is refused, never cut", async () => {
  assert.equal((await sent(text({ text: "é".repeat(500) }))).message.text.length, 500);
  for (const long of ["x".repeat(1_001), `${"é".repeat(500)}x`, "👍".repeat(251)]) {
    const http = platform(ACCEPTED);
    const outcome = await connector.send(text({ text: long }), access, http);
    assert.deepEqual(
      [outcome.kind, outcome.kind === "refused" && outcome.error.code, http.requests.length],
      ["refused", "validation_error", 0],
    );
  }
});

test("media is sent by its public URL", async () => {
  for (const [kind, type] of [
    ["image", "image"],
    ["video", "video"],
    ["audio", "audio"],
    ["document", "file"],
  ] as const) {
    assert.deepEqual((await sent(media(kind))).message, { attachment: { type, payload: { url: "https://parley.example/m/1" } } });
  }
});

test("a reaction names its message and the platform's name for the emoji; it is not a message and gets an id that no message has", async () => {
  const react = (emoji: unknown) => text({ type: "reaction", text: null, content: { emoji }, reactionToExternalId: "mid.X" });
  const http = platform({ recipient_id: PERSON });
  const outcome = await connector.send(react("👍"), pageAccess, http);
  assert.deepEqual(outcome, { kind: "accepted", externalId: "reaction|msg_01", person: { address: PERSON } });
  const action = { recipient: { id: PERSON }, sender_action: "react", payload: { message_id: "mid.X", reaction: "like" } };
  assert.deepEqual(http.requests[0]?.body, action);
  assert.deepEqual((await sent(react(null))).sender_action, "unreact");
  assert.deepEqual((await sent(react("\u2764"))).payload.reaction, "love");
});

test("buttons become quick replies, cards a carousel", async () => {
  const buttons = [{ id: "S", title: "Small" }, { title: "Medium" }];
  assert.deepEqual((await sent(text({ type: "interactive", text: "Size?", content: { buttons } }))).message, {
    text: "Size?",
    quick_replies: [
      { content_type: "text", title: "Small", payload: "S" },
      { content_type: "text", title: "Medium", payload: "Medium" },
    ],
  });
  const link = { kind: "url", url: "https://x.example", title: "Look" };
  assert.deepEqual((await sent(text({ type: "interactive", text: "See", content: link }))).message.attachment.payload, {
    template_type: "button",
    text: "See",
    buttons: [{ type: "web_url", url: "https://x.example", title: "Look" }],
  });
  const cards = [
    {
      title: "Jacket",
      subtitle: "Blue",
      imageUrl: "https://x.example/j.jpg",
      buttons: [
        { title: "Look", url: "https://x.example" },
        { title: "Buy", id: "BUY" },
      ],
    },
  ];
  const { payload } = (await sent(text({ type: "interactive", text: null, content: { cards } }))).message.attachment;
  assert.equal(payload.template_type, "generic");
  assert.deepEqual(payload.elements, [
    {
      title: "Jacket",
      subtitle: "Blue",
      image_url: "https://x.example/j.jpg",
      buttons: [
        { type: "web_url", url: "https://x.example", title: "Look" },
        { type: "postback", title: "Buy", payload: "BUY" },
      ],
    },
  ]);
});

test("what cannot be sent is refused without a call", async () => {
  const interactive = (content: Record<string, unknown>) => text({ type: "interactive", content });
  const button = { id: "a", title: "a" };
  const refusals: [OutboundMessage, string][] = [
    [text({ to: {} }), "recipient_invalid"],
    [text({ text: "" }), "validation_error"],
    [text({ type: "template", content: {} }), "unsupported_by_channel"],
    [text({ type: "image" }), "validation_error"],
    [media("image", { text: "a caption" }), "unsupported_by_channel"],
    [interactive({}), "validation_error"],
    [interactive({ buttons: Array(14).fill(button) }), "validation_error"],
    [interactive({ buttons: [{ title: "x".repeat(21) }] }), "validation_error"],
    [text({ type: "interactive", text: "x".repeat(641), content: { url: "https://x.example", title: "a" } }), "validation_error"],
    [interactive({ url: "https://x.example" }), "validation_error"],
    [interactive({ cards: Array(11).fill({ title: "a" }) }), "validation_error"],
    [interactive({ cards: [{ title: "x".repeat(81) }] }), "validation_error"],
    [interactive({ cards: [{ title: "a", buttons: [{ title: "neither" }] }] }), "validation_error"],
    [text({ type: "reaction", content: { emoji: "👍" } }), "validation_error"],
    [text({ type: "reaction", content: { emoji: "🦄" }, reactionToExternalId: "m" }), "unsupported_by_channel"],
  ];
  for (const [message, code] of refusals) {
    const http = platform(ACCEPTED);
    const outcome = await connector.send(message, access, http);
    assert.deepEqual(
      [outcome.kind, outcome.kind === "refused" && outcome.error.code, http.requests.length],
      ["refused", code, 0],
      JSON.stringify(message),
    );
  }
  const outcome = await connector.send(text(), { externalId: ACCOUNT, config: {} }, platform(ACCEPTED));
  assert.equal(outcome.kind === "refused" && outcome.error.class, "credentials");
});

test("only an explicit refusal means 'not sent'; an unreadable answer is unknown", async () => {
  const error = (code: number, subcode?: number) => ({ error: { code, error_subcode: subcode, message: "m" } });
  const cases: [unknown, number, string, string | undefined][] = [
    [ACCEPTED, 200, "accepted", undefined],
    [error(10, 2534022), 403, "refused", "permanent"],
    [error(613, 2534040), 400, "refused", "retryable"],
    [error(190, 463), 400, "refused", "credentials"],
    [error(1, 1357046), 500, "unknown", "unknown"],
    [error(551), 400, "refused", "permanent"],
    ["<html>bad gateway</html>", 502, "unknown", "unknown"],
    ["", 504, "unknown", "unknown"],
    ['{"message_id":"mi', 200, "unknown", "unknown"],
    [{ recipient_id: PERSON }, 200, "unknown", "unknown"],
    ["[]", 200, "unknown", "unknown"],
  ];
  for (const [answer, status, kind, errorClass] of cases) {
    const outcome = await connector.send(text(), access, platform(answer, status));
    const got = [outcome.kind, outcome.kind === "accepted" ? undefined : outcome.error.class];
    assert.deepEqual(got, [kind, errorClass], `${status} ${JSON.stringify(answer)}`);
  }
  for (const [reached, kind] of [
    [true, "unknown"],
    [false, "refused"],
  ] as const) {
    const outcome = await connector.send(text(), access, silentPlatform({ httpFailure: true, reached, reason: "network" }));
    assert.equal(outcome.kind, kind);
  }
  await assert.rejects(connector.send(text(), access, silentPlatform({})), /no answer/, "a bug of ours is not hidden as an outcome");
});

test("a recipient is the platform's id of a person, and nothing else", () => {
  assert.deepEqual(connector.parseRecipient(` ${PERSON} `), { address: PERSON });
  for (const odd of ["", "+447700900123", "amina.y", "12 34567", "1234", "1".repeat(31), "12345\n6789x"]) {
    assert.equal(connector.parseRecipient(odd), null, odd);
  }
});

test("typing and read marks are requests of their own, and a refusal is thrown with its class", async () => {
  const http = platform({ recipient_id: PERSON });
  const action = { person: { address: PERSON }, lastInboundExternalId: "mid.IN" };
  await connector.act?.({ kind: "typing", ...action }, access, http);
  await connector.act?.({ kind: "read", ...action }, pageAccess, http);
  assert.deepEqual(
    http.requests.map(({ path, base, body }) => [path, base, body]),
    [
      [`/v25.0/${ACCOUNT}/messages`, undefined, { recipient: { id: PERSON }, sender_action: "typing_on" }],
      [`/v25.0/${PAGE}/messages`, "page", { recipient: { id: PERSON }, sender_action: "mark_seen" }],
    ],
  );
  const failure = await connector.act?.({ kind: "typing", ...action }, access, platform("", 502)).catch((error: unknown) => error);
  assert.equal(providerErrorOf(failure)?.class, "retryable");
});

test("media is fetched from its URL without a token; an expired URL is permanent", async () => {
  const ref = { kind: "image" as const, providerMediaId: "https://cdn.example.com/1", messageExternalId: "m", person: {}, bytesMax: 10 };
  const http = fakePlatform({ body: Buffer.from([1, 2, 3]), headers: { "content-type": "image/jpeg; charset=x" } });
  assert.deepEqual(await connector.fetchMedia?.(ref, access, http), { bytes: Buffer.from([1, 2, 3]), mimeType: "image/jpeg" });
  assert.deepEqual(http.downloaded, [ref.providerMediaId]);
  const classes: [number, string][] = [
    [403, "permanent"],
    [401, "permanent"],
    [404, "permanent"],
    [500, "retryable"],
  ];
  for (const [status, errorClass] of classes) {
    const failure = await connector.fetchMedia?.(ref, access, platform("gone", status)).catch((error: unknown) => error);
    assert.equal(providerErrorOf(failure)?.class, errorClass, String(status));
  }
});

test("a callback is accepted with any of several secrets, and never with an empty one", async () => {
  const { createHmac } = await import("node:crypto");
  const rawBody = Buffer.from("{}");
  const headers = { "x-hub-signature-256": `sha256=${createHmac("sha256", "two").update(rawBody).digest("hex")}` };
  const verify = (secret: string) => connector.verifySignature({ headers, rawBody, secret, now: 0 });
  assert.deepEqual([verify("two"), verify("one, two"), verify("one"), verify(""), verify(",")], [true, true, false, false, false]);
});
