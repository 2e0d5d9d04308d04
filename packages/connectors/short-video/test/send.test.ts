import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutboundMessage, ProviderError } from "@parley/connector-kit";
import { createShortVideoConnector } from "../src/index.ts";
import { BUSINESS, CONVERSATION, CUSTOMER, connector } from "./frames.ts";
import { type RecordedRequest, TOKEN, access, fine, lost, neverLeft, platform, refusal } from "./platform.ts";

const SEND = "business/message/send";
const UPLOAD = "business/message/media/upload";
const CAPABILITIES = "business/message/capabilities/get";
const ACCEPTED = fine({ message: { message_id: "b3VyLW1lc3NhZ2U=" } });
const able = (result: unknown) => fine({ capability_infos: [{ capability_type: "IMAGE_SEND", capability_result: result }] });
const PIXELS = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0xff]);

function text(rest: Partial<OutboundMessage> = {}): OutboundMessage {
  const to = { address: CONVERSATION, providerUserId: CUSTOMER };
  return { id: "msg_01", to, type: "text", text: "Yes, until Sunday.", content: null, ...rest };
}

function image(rest: Partial<NonNullable<OutboundMessage["media"]>> = {}): OutboundMessage {
  const media = {
    kind: "image" as const,
    mimeType: "image/png",
    filename: 'a".png',
    sizeBytes: 8,
    bytes: async () => PIXELS,
    url: () => "",
  };
  return text({ type: "image", text: null, media: { ...media, ...rest } });
}

function question(content: Record<string, unknown>, words: string | null = "What is it about?"): OutboundMessage {
  return text({ type: "interactive", text: words, content });
}

async function refused(message: OutboundMessage, http = platform({ [SEND]: ACCEPTED })): Promise<ProviderError> {
  const outcome = await connector.send(message, access, http);
  assert.equal(outcome.kind, "refused", JSON.stringify(outcome));
  return outcome.error;
}

test("a text goes to the conversation with the bare token, on a path with its slash", async () => {
  const http = platform({ [SEND]: ACCEPTED });
  assert.deepEqual(await connector.send(text(), access, http), { kind: "accepted", externalId: "b3VyLW1lc3NhZ2U=" });
  assert.deepEqual(http.asked, [
    {
      method: "POST",
      path: "/open_api/v1.3/business/message/send/",
      headers: { "access-token": TOKEN, "content-type": "application/json" },
      body: {
        business_id: BUSINESS,
        recipient_type: "CONVERSATION",
        recipient: CONVERSATION,
        message_type: "TEXT",
        text: { body: "Yes, until Sunday." },
      },
    },
  ]);
});

test("the version comes from the options and must be valid", () => {
  assert.throws(() => createShortVideoConnector({ apiVersion: "1.3/../x" }));
  assert.ok(createShortVideoConnector({ apiVersion: "v1.4" }));
});

test("a text can quote, nothing else can", async () => {
  const http = platform({ [SEND]: ACCEPTED });
  await connector.send(text({ replyToExternalId: "dGhlaXJz" }), access, http);
  assert.deepEqual(http.asked[0]?.body.referenced_message_info, { referenced_message_id: "dGhlaXJz" });
  assert.equal((await refused({ ...image(), replyToExternalId: "dGhlaXJz" })).code, "unsupported_by_channel");
});

test("an image is checked, uploaded and sent by its id", async () => {
  const http = platform({ [CAPABILITIES]: able(true), [UPLOAD]: fine({ media_id: "media-1" }), [SEND]: ACCEPTED });
  assert.equal((await connector.send(image(), access, http)).kind, "accepted");
  const [asked, uploaded, sent] = http.asked as [RecordedRequest, RecordedRequest, RecordedRequest];
  assert.match(asked.path, /conversation_id=u5DemoConv0a%2BbCdEf%3D%3D&conversation_type=SINGLE&capability_types=%5B%22IMAGE_SEND%22%5D$/);
  const form = await new Response(new Uint8Array(uploaded.body), { headers: uploaded.headers }).formData();
  assert.equal(form.get("business_id"), BUSINESS);
  assert.equal(form.get("media_type"), "IMAGE");
  const file = form.get("file") as File;
  assert.deepEqual([file.name, file.type], ["image.png", "image/png"]);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), PIXELS);
  assert.deepEqual([sent.body.message_type, sent.body.image], ["IMAGE", { media_id: "media-1" }]);
});

test("a failed upload is never 'unknown': nothing has been sent yet", async () => {
  const cases: [unknown, number, object | undefined, ProviderError["class"]][] = [
    ["<html>", 502, undefined, "retryable"],
    ["{cut", 200, undefined, "retryable"],
    [fine({}), 200, undefined, "retryable"],
    [refusal(51065), 200, undefined, "retryable"],
    [refusal(40100), 200, undefined, "retryable"],
    [refusal(40908), 200, undefined, "permanent"],
    [refusal(40105), 200, undefined, "credentials"],
    ["", 200, lost, "retryable"],
    ["", 200, neverLeft, "retryable"],
  ];
  for (const [answer, status, failure, errorClass] of cases) {
    const fail = failure === undefined ? {} : { fail: { [UPLOAD]: failure } };
    const answers = { [CAPABILITIES]: able(true), [UPLOAD]: answer };
    const error = await refused(image(), platform(answers, { status, ...fail }));
    assert.equal(error.class, status === 502 ? "retryable" : errorClass, JSON.stringify(answer));
  }
});

test("only an explicit no stops an image", async () => {
  const ask = (byType: Record<string, unknown>) => ({
    [CAPABILITIES]: ({ path }: RecordedRequest) => byType[/conversation_type=(\w+)/.exec(path)?.[1] ?? ""],
    [UPLOAD]: fine({ media_id: "media-1" }),
    [SEND]: ACCEPTED,
  });
  const kind = async (byType: Record<string, unknown>) => (await connector.send(image(), access, platform(ask(byType)))).kind;
  assert.equal(await kind({ SINGLE: able(false), STRANGER: able(true) }), "accepted");
  assert.equal(await kind({ SINGLE: refusal(40002), STRANGER: fine({}) }), "accepted");
  assert.equal(await kind({ SINGLE: refusal(40001), STRANGER: refusal(40007) }), "accepted");
  for (const STRANGER of [able(false), refusal(40007)]) {
    const no = await refused(image(), platform(ask({ SINGLE: able(false), STRANGER })));
    assert.deepEqual([no.class, no.code], ["permanent", "unsupported_by_channel"]);
  }
  assert.equal((await refused(image(), platform(ask({ SINGLE: refusal(40100) })))).class, "retryable");
  assert.equal((await refused(image(), platform({}, { fail: { [CAPABILITIES]: lost } }))).class, "retryable");
});

test("a permission missing for an image or a card leaves the channel's token valid; one missing for a text does not", async () => {
  const card = question({ buttons: [{ id: "a", title: "A" }] });
  for (const message of [image(), card]) {
    const answers = { [CAPABILITIES]: able(true), [UPLOAD]: fine({ media_id: "m" }), [SEND]: refusal(40001) };
    const error = await refused(message, platform(answers));
    assert.deepEqual([error.class, error.code, error.scope], ["permanent", "unsupported_by_channel", "message"]);
  }
  const upload = await refused(image(), platform({ [CAPABILITIES]: able(true), [UPLOAD]: refusal(40001) }));
  assert.equal(upload.class, "permanent");
  assert.equal((await refused(text(), platform({ [SEND]: refusal(40001) }))).class, "credentials");
});

test("a question becomes a card: with buttons while their titles are short, with links when one is longer", async () => {
  const sent = async (message: OutboundMessage) => {
    const http = platform({ [SEND]: ACCEPTED });
    assert.equal((await connector.send(message, access, http)).kind, "accepted");
    return http.asked[0]?.body;
  };
  const buttons = [
    { id: "opt_track", title: "Track order" },
    { id: "opt_else", title: "Something else" },
  ];
  const body = await sent(question({ buttons }));
  assert.equal(body.message_type, "TEMPLATE");
  assert.deepEqual(body.template, {
    type: "QA_BUTTON_CARD",
    title: "What is it about?",
    buttons: [
      { type: "REPLY", title: "Track order", id: "opt_track" },
      { type: "REPLY", title: "Something else", id: "opt_else" },
    ],
  });
  assert.equal((await sent(question({ buttons: [{ id: "a", title: "x".repeat(21) }] }))).template.type, "QA_LINK_CARD");
  assert.equal((await sent(question({ buttons: [{ id: "a", title: "👋".repeat(20) }] }))).template.type, "QA_BUTTON_CARD");
  assert.equal((await sent(question({ kind: "buttons", buttons }))).template.buttons.length, 2);
});

test("what cannot be sent is refused without a call", async () => {
  const button = { id: "a", title: "A" };
  const refusals: [OutboundMessage, string][] = [
    [text({ to: {} }), "recipient_invalid"],
    [text({ to: { providerUserId: CUSTOMER } }), "recipient_invalid"],
    [text({ text: "" }), "validation_error"],
    [text({ type: "video" }), "unsupported_by_channel"],
    [text({ type: "image", text: null }), "validation_error"],
    [{ ...image(), text: "a caption" }, "unsupported_by_channel"],
    [image({ mimeType: "image/webp" }), "unsupported_by_channel"],
    [image({ sizeBytes: 3 * 1_048_576 + 1 }), "unsupported_by_channel"],
    [question({ buttons: [] }), "validation_error"],
    [question({ buttons: [button, button, button, button] }), "validation_error"],
    [question({ buttons: [{ id: "a", title: "x".repeat(41) }] }), "validation_error"],
    [question({ buttons: [{ id: "x".repeat(41), title: "A" }] }), "validation_error"],
    [question({ buttons: [{ title: "A" }] }), "validation_error"],
    [question({ buttons: [button] }, "x".repeat(41)), "validation_error"],
    [question({ buttons: [button] }, null), "validation_error"],
    [question({ kind: "list", button: "Choose", sections: [] }), "unsupported_by_channel"],
    [question({ kind: "buttons", buttons: [button], footer: "f" }), "unsupported_by_channel"],
  ];
  for (const [message, code] of refusals) {
    const http = platform({});
    const error = await refused(message, http);
    assert.deepEqual([error.class, error.code, http.asked.length], ["permanent", code, 0], JSON.stringify(message.content));
  }
  const outcome = await connector.send(text(), { externalId: BUSINESS, config: {} }, platform({}));
  assert.equal(outcome.kind === "refused" && outcome.error.class, "credentials");
});

test("only an explicit refusal means 'not sent'; an unreadable answer is unknown", async () => {
  const cases: [unknown, number, string, ProviderError["class"] | undefined][] = [
    [ACCEPTED, 200, "accepted", undefined],
    [refusal(40064), 200, "refused", "permanent"],
    [refusal(40100), 200, "refused", "retryable"],
    [refusal(40105), 200, "refused", "credentials"],
    [refusal(50000), 200, "refused", "retryable"],
    [refusal(51065), 200, "refused", "retryable"],
    [refusal(50000), 500, "refused", "retryable"],
    ["<html>bad gateway</html>", 502, "unknown", "unknown"],
    ["", 504, "unknown", "unknown"],
    ['{"code":0,"data":{"message":{"message_id":"b3', 200, "unknown", "unknown"],
    [fine({ message: { message_id: "" } }), 200, "unknown", "unknown"],
    [fine(null), 200, "unknown", "unknown"],
    ["[]", 200, "unknown", "unknown"],
    ["404 page not found", 404, "refused", "permanent"],
  ];
  for (const [answer, status, kind, errorClass] of cases) {
    const outcome = await connector.send(text(), access, platform({ [SEND]: answer }, { status }));
    const given = outcome.kind === "accepted" ? undefined : outcome.error.class;
    assert.deepEqual([outcome.kind, given], [kind, errorClass], `${status} ${JSON.stringify(answer)}`);
  }
});

test("no answer is unknown once the request may have been sent, and retryable before", async () => {
  const outcome = (failure: object) => connector.send(text(), access, platform({}, { fail: { [SEND]: failure } }));
  const before = await outcome(neverLeft);
  assert.deepEqual([before.kind, before.kind === "refused" && before.error.class], ["refused", "retryable"]);
  const after = await outcome(lost);
  assert.deepEqual([after.kind, after.kind === "unknown" && after.error.providerCode], ["unknown", "timeout"]);
  await assert.rejects(outcome({}), /no answer/, "a bug of ours is not hidden as an outcome");
});

test("NUL and lone surrogates do not reach the platform, and its error texts do not contain the token", async () => {
  const http = platform({ [SEND]: refusal(40105, `The access token ${TOKEN} is dead`) });
  const error = await refused(text({ text: "a\u0000b\ud800c👍" }), http);
  assert.equal(http.asked[0]?.body.text.body, "a\ufffdb\ufffdc👍");
  assert.equal(error.message, "The access token [secret] is dead (request r1)");
});
