import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelAccess, type OutboundMessage, type PlatformHttp, providerErrorOf } from "@parley/connector-kit";
import { fakePlatform, silentPlatform } from "@parley/connector-kit/conformance";
import { createChatAppConnector } from "../src/index.ts";
import { NUMBER, connector } from "./frames.ts";

const access: ChannelAccess = { externalId: NUMBER, config: { accessToken: "EAAGsecret", businessAccountId: "204455667788990" } };
const ACCEPTED = { contacts: [{ input: "+447700900123", wa_id: "447700900123" }], messages: [{ id: "wamid.ACCEPTED" }] };

const platform = (body: unknown, status = 200, headers = {}) => fakePlatform({ body, status, headers });

function text(rest: Partial<OutboundMessage> = {}): OutboundMessage {
  return { id: "msg_01", to: { address: "447700900123" }, type: "text", text: "Hello", content: null, ...rest };
}

function template(content: Record<string, unknown>, shape?: OutboundMessage["template"]): OutboundMessage {
  const known = shape === undefined ? {} : { template: shape };
  return text({ type: "template", text: null, content: { name: "order_update", language: "en_GB", ...content }, ...known });
}

async function sentBody(message: OutboundMessage) {
  const http = platform(ACCEPTED);
  const outcome = await connector.send(message, access, http);
  assert.equal(outcome.kind, "accepted", JSON.stringify(outcome));
  return http.requests[0]?.body;
}

test("a text goes to the number's messages with the token, a plus, and our id as reference", async () => {
  const http = platform(ACCEPTED);
  const outcome = await connector.send(text(), access, http);
  assert.deepEqual(outcome, { kind: "accepted", externalId: "wamid.ACCEPTED", person: { address: "447700900123" } });
  assert.deepEqual(http.requests, [
    {
      method: "POST",
      path: `/v25.0/${NUMBER}/messages`,
      headers: { authorization: "Bearer EAAGsecret", "content-type": "application/json" },
      body: {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: "+447700900123",
        type: "text",
        text: { body: "Hello" },
        biz_opaque_callback_data: "msg_01",
      },
    },
  ]);
});

test("the version comes from the options, with or without its v, and must be valid", async () => {
  for (const apiVersion of ["26.0", "v26.0"]) {
    const http = platform(ACCEPTED);
    await createChatAppConnector({ apiVersion }).send(text(), access, http);
    assert.equal(http.requests[0]?.path, `/v26.0/${NUMBER}/messages`);
  }
  assert.throws(() => createChatAppConnector({ apiVersion: "26.0/../x" }));
});

test("a text with a link requests its preview, a reply names the quoted message", async () => {
  assert.deepEqual((await sentBody(text({ text: "See https://example.com" }))).text, {
    body: "See https://example.com",
    preview_url: true,
  });
  assert.deepEqual((await sentBody(text({ replyToExternalId: "wamid.Q" }))).context, { message_id: "wamid.Q" });
});

test("a person known only by user id is addressed by it; a known number takes precedence", async () => {
  const byId = await sentBody(text({ to: { providerUserId: "GB.408" } }));
  assert.equal(byId.recipient, "GB.408");
  assert.equal("to" in byId, false);
  const both = await sentBody(text({ to: { address: "447700900123", providerUserId: "GB.408" } }));
  assert.equal(both.to, "+447700900123");
  assert.equal("recipient" in both, false);
});

test("the answer's person is stored: a wa_id other than the dialled number, or a user id", async () => {
  const person = async (contact: unknown) => {
    const outcome = await connector.send(text(), access, platform({ ...ACCEPTED, contacts: [contact] }));
    return outcome.kind === "accepted" ? outcome.person : undefined;
  };
  assert.deepEqual(await person({ input: "+5511987654321", wa_id: "551187654321" }), { address: "551187654321" });
  assert.deepEqual(await person({ input: "GB.408", user_id: "GB.408" }), { providerUserId: "GB.408" });
  assert.equal(await person(null), undefined);
});

test("a positional template gets its variables in order, as text; without variables no components", async () => {
  assert.deepEqual((await sentBody(template({ variables: ["Amina", 2291] }))).template, {
    name: "order_update",
    language: { code: "en_GB" },
    components: [
      {
        type: "body",
        parameters: [
          { type: "text", text: "Amina" },
          { type: "text", text: "2291" },
        ],
      },
    ],
  });
  for (const content of [{ variables: [] }, {}]) {
    assert.deepEqual((await sentBody(template(content))).template, { name: "order_update", language: { code: "en_GB" } });
  }
  assert.equal((await sentBody(template({ language: { code: "en-GB" } }))).template.language.code, "en_GB");
});

test("a named template gets names: from the stored template, or from the variables themselves", async () => {
  const shape = { name: "order_update", language: "en_GB", parameterFormat: "named" as const, variables: ["first_name", "order"] };
  const expected = [
    { type: "text", parameter_name: "first_name", text: "Amina" },
    { type: "text", parameter_name: "order", text: "2291" },
  ];
  const parametersOf = async (message: OutboundMessage) => (await sentBody(message)).template.components[0].parameters;
  assert.deepEqual(await parametersOf(template({ variables: ["Amina", "2291"] }, shape)), expected);
  const named = [
    { name: "first_name", value: "Amina" },
    { parameter_name: "order", text: "2291" },
  ];
  assert.deepEqual(await parametersOf(template({ variables: named })), expected);
  assert.deepEqual(await parametersOf(template({ variables: named }, shape)), expected);
  const unknown = { ...shape, parameterFormat: "positional" as const, variables: [], components: [] };
  assert.deepEqual(await parametersOf(template({ variables: named }, unknown)), expected, "known by its name only");
  const positional = { ...shape, parameterFormat: "positional" as const, variables: ["1", "2"] };
  assert.deepEqual(
    await parametersOf(template({ variables: named }, positional)),
    expected.map(({ type, text: t }) => ({ type, text: t })),
  );
});

test("given components are sent unchanged, together with the body's variables", async () => {
  const header = { type: "header", parameters: [{ type: "image", image: { id: "880" } }] };
  const body = { type: "body", parameters: [{ type: "text", text: "own" }] };
  const components = async (content: Record<string, unknown>) => (await sentBody(template(content))).template.components;
  assert.deepEqual(await components({ components: [header] }), [header]);
  assert.deepEqual(await components({ components: [header, body] }), [header, body]);
  assert.deepEqual(await components({ components: [header], variables: ["Amina"] }), [
    header,
    { type: "body", parameters: [{ type: "text", text: "Amina" }] },
  ]);
});

test("line breaks, tabs and long gaps in a variable become what the platform accepts", async () => {
  const body = await sentBody(template({ variables: ["12 Street\r\n London\t UK", "a      b"] }));
  assert.deepEqual(
    body.template.components[0].parameters.map((p: { text: string }) => p.text),
    ["12 Street London UK", "a    b"],
  );
});

test("each type is sent in the platform's format", async () => {
  const kind = (type: OutboundMessage["type"], content: object, rest: Partial<OutboundMessage> = {}) =>
    sentBody(text({ type, text: null, content: content as Record<string, unknown>, ...rest }));
  assert.deepEqual((await kind("location", { latitude: 1, longitude: 2 })).location, { latitude: 1, longitude: 2 });
  assert.deepEqual((await kind("contact", { contacts: [{ name: { formattedName: "Ada" } }] })).contacts, [
    { name: { formatted_name: "Ada", first_name: "Ada" } },
  ]);
  const url = { kind: "url", url: "https://example.com", title: "Open", footer: "Northwind" };
  assert.deepEqual((await kind("interactive", url, { text: "See" })).interactive, {
    type: "cta_url",
    body: { text: "See" },
    footer: { text: "Northwind" },
    action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com" } },
  });
  for (const [emoji, sent] of [
    ["👍", "👍"],
    [null, ""],
  ]) {
    const reaction = await kind("reaction", { messageId: "msg_1", emoji }, { reactionToExternalId: "wamid.T" });
    assert.deepEqual(reaction.reaction, { message_id: "wamid.T", emoji: sent });
  }
});

test("reading and typing name the customer's newest message; a refusal keeps the platform's class", async () => {
  const act = (http: PlatformHttp, kind: "typing" | "read" = "read") =>
    connector.act?.({ kind, person: { address: "447700900123" }, lastInboundExternalId: "wamid.IN" }, access, http);
  const http = platform({ success: true });
  await act(http, "typing");
  await act(http);
  const read = { messaging_product: "whatsapp", status: "read", message_id: "wamid.IN" };
  assert.deepEqual(
    http.requests.map((asked) => asked.body),
    [{ ...read, typing_indicator: { type: "text" } }, read],
  );
  const classOf = async (given: PlatformHttp) => {
    try {
      await act(given);
    } catch (error) {
      return providerErrorOf(error)?.class;
    }
    return "taken";
  };
  assert.equal(await classOf(platform({ error: { code: 190, message: "EAAGsecret is dead" } }, 401)), "credentials");
  assert.equal(await classOf(platform({ success: false })), "unknown");
  assert.equal(await classOf(silentPlatform({ httpFailure: true, reached: false, reason: "network" })), "retryable");
});

test("what cannot be sent is refused without a call", async () => {
  const shape = { name: "t", language: "en", parameterFormat: "named" as const, variables: ["only"] };
  const refusals: [OutboundMessage, string][] = [
    [text({ to: {} }), "recipient_invalid"],
    [text({ text: "" }), "validation_error"],
    [text({ type: "system" }), "unsupported_by_channel"],
    [text({ type: "location" }), "validation_error"],
    [text({ type: "contact" }), "validation_error"],
    [text({ type: "interactive" }), "validation_error"],
    [text({ type: "reaction", content: { emoji: "👍" } }), "validation_error"],
    [text({ type: "template", content: null }), "template_variables_mismatch"],
    [template({ variables: "Amina" }), "template_variables_mismatch"],
    [template({ variables: [null] }), "template_variables_mismatch"],
    [template({ variables: ["one", "two"] }, shape), "template_variables_mismatch"],
  ];
  for (const [message, code] of refusals) {
    const http = platform(ACCEPTED);
    const outcome = await connector.send(message, access, http);
    assert.equal(outcome.kind, "refused");
    assert.deepEqual([outcome.error.class, outcome.error.code, http.requests.length], ["permanent", code, 0]);
  }
  const outcome = await connector.send(text(), { externalId: NUMBER, config: {} }, platform(ACCEPTED));
  assert.equal(outcome.kind === "refused" && outcome.error.class, "credentials");
});

test("only an explicit refusal means 'not sent'; an unreadable answer is unknown", async () => {
  const error = (code: number) => ({ error: { code, message: "m" } });
  const cases: [unknown, number, string, string | undefined][] = [
    [ACCEPTED, 200, "accepted", undefined],
    [error(131047), 400, "refused", "permanent"],
    [error(130429), 400, "refused", "retryable"],
    [error(190), 401, "refused", "credentials"],
    [error(131000), 500, "refused", "retryable"],
    [error(131047), 200, "refused", "permanent"],
    ["<html>bad gateway</html>", 502, "unknown", "unknown"],
    ["", 503, "unknown", "unknown"],
    ["", 504, "unknown", "unknown"],
    ['{"messages":[{"id":"wam', 200, "unknown", "unknown"],
    [{ messages: [{}] }, 200, "unknown", "unknown"],
    [{ messages: [] }, 200, "unknown", "unknown"],
    ["[]", 200, "unknown", "unknown"],
    ["not found", 404, "refused", "permanent"],
    ["slow down", 429, "refused", "retryable"],
  ];
  for (const [answer, status, kind, errorClass] of cases) {
    const outcome = await connector.send(text(), access, platform(answer, status));
    assert.deepEqual(
      [outcome.kind, outcome.kind === "accepted" ? undefined : outcome.error.class],
      [kind, errorClass],
      `${status} ${JSON.stringify(answer)}`,
    );
  }
});

test("no answer is unknown once the request may have been sent, and retryable before", async () => {
  const outcome = (failure: object) => connector.send(text(), access, silentPlatform(failure));
  const refused = await outcome({ httpFailure: true, reached: false, reason: "network" });
  assert.deepEqual([refused.kind, refused.kind === "refused" && refused.error.class], ["refused", "retryable"]);
  for (const reason of ["timeout", "network"]) {
    const unknown = await outcome({ httpFailure: true, reached: true, reason });
    assert.deepEqual([unknown.kind, unknown.kind === "unknown" && unknown.error.providerCode], ["unknown", reason]);
  }
  await assert.rejects(outcome({}), /no answer/, "a bug of ours is not hidden as an outcome");
});

test("NUL and lone surrogates do not reach the platform", async () => {
  assert.equal((await sentBody(text({ text: "a\u0000b\ud800c👍" }))).text.body, "a\ufffdb\ufffdc👍");
});
