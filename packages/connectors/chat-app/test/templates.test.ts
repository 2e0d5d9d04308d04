import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChannelAccess, type PlatformHttp, type ProviderTemplate, providerErrorOf, type TemplateDraft } from "@parley/connector-kit";
import { platformHttp } from "@parley/connector-kit/conformance";
import { startChatAppSimulator } from "@parley/simulators/chat-app";
import { NUMBER, connector } from "./frames.ts";

const ACCOUNT = "204455667788990";
const access: ChannelAccess = { externalId: NUMBER, config: { accessToken: "EAAGsecret", businessAccountId: ACCOUNT } };

async function all(http: PlatformHttp): Promise<ProviderTemplate[]> {
  assert.ok(connector.listTemplates);
  const found: ProviderTemplate[] = [];
  for await (const template of connector.listTemplates(access, http)) found.push(template);
  return found;
}

const notAsked = () => assert.fail("nothing is downloaded here");

/** Returns one page per call, in order, then the last one repeatedly. */
function pages(...bodies: unknown[]): PlatformHttp & { paths: string[] } {
  const paths: string[] = [];
  return {
    paths,
    download: notAsked,
    async request({ path }) {
      paths.push(path);
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(bodies[Math.min(paths.length, bodies.length) - 1])) };
    },
  };
}

const listed = (rest: Record<string, unknown> = {}) => ({
  id: "1680012345678901",
  name: "order_update",
  language: "en_GB",
  status: "APPROVED",
  category: "UTILITY",
  ...rest,
});

test("all pages of an account are returned, in the platform's order", async (t) => {
  const platform = await startChatAppSimulator({ appSecret: "s", seed: 3 });
  t.after(() => platform.close());
  const templates = Array.from({ length: 230 }, (_, index) => ({
    name: `template_${index}`,
    language: "en_GB",
    components: [{ type: "BODY", text: "Hello {{1}}, order {{2}} left." }],
  }));
  platform.registerNumber({
    phoneNumberId: NUMBER,
    businessAccountId: ACCOUNT,
    accessToken: "EAAGsecret",
    displayPhoneNumber: "15550100100",
    templates,
  });
  const found = await all(platformHttp(platform.url, 30_000));
  assert.deepEqual(
    found.map(({ name }) => name),
    templates.map(({ name }) => name),
  );
  assert.deepEqual(found[0]?.variables, ["1", "2"]);
  assert.equal(found[0]?.status, "approved");
});

test("pages follow the cursor on our own base URL, and never the URL that the platform offers", async () => {
  const next = "https://elsewhere.example.com/v25.0/steal?access_token=x";
  const http = pages(
    { data: [listed({ name: "a" })], paging: { cursors: { after: "CUR+1" }, next } },
    { data: [listed({ name: "b" })], paging: { cursors: { after: "CUR2" } } },
  );
  assert.deepEqual(
    (await all(http)).map(({ name }) => name),
    ["a", "b"],
  );
  assert.equal(http.paths.length, 2);
  assert.ok(http.paths.every((path) => path.startsWith(`/v25.0/${ACCOUNT}/message_templates?`)));
  assert.equal(new URLSearchParams(http.paths[1]?.split("?")[1]).get("after"), "CUR+1");
});

test("an endless list ends after a bounded number of pages", async () => {
  let calls = 0;
  const endless: PlatformHttp = {
    download: notAsked,
    async request() {
      calls += 1;
      const body = { data: [listed()], paging: { cursors: { after: `c${calls}` }, next: "https://x" } };
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
    },
  };
  await all(endless);
  assert.equal(calls, 120);
  assert.equal((await all(pages({ data: [listed()], paging: { cursors: { after: "same" }, next: "x" } }))).length, 2);
});

test("formats, variables, states and reasons are read from the platform's list", async () => {
  const body = (text: string) => [
    { type: "HEADER", format: "TEXT", text: "{{1}}" },
    { type: "BODY", text },
  ];
  const [positional, named, paused, odd, ...rest] = await all(
    pages({
      data: [
        listed({ parameter_format: "POSITIONAL", components: body("{{2}} then {{1}} then {{1}}"), quality_score: { score: "GREEN" } }),
        listed({ parameter_format: "NAMED", components: body("Hi {{first_name}}, {{order}} for {{first_name}}") }),
        listed({ status: "PAUSED", language: "en-US", rejected_reason: "NONE", components: body("no variables") }),
        listed({ status: "SOMETHING_NEW", rejected_reason: "SCAM", components: null, id: 1680012345678901 }),
        null,
        "text",
        { id: "1" },
      ],
    }),
  );
  assert.deepEqual(rest, []);
  assert.deepEqual([positional?.parameterFormat, positional?.variables, positional?.quality], ["positional", ["1", "2"], "GREEN"]);
  assert.deepEqual([named?.parameterFormat, named?.variables], ["named", ["first_name", "order"]]);
  assert.deepEqual([paused?.status, paused?.language, paused?.rejectedReason, paused?.variables], ["paused", "en_US", null, []]);
  assert.deepEqual(
    [odd?.status, odd?.rejectedReason, odd?.components, odd?.providerTemplateId],
    ["disabled", "SCAM", [], "1680012345678901"],
  );
});

test("a refusal or a missing answer is thrown with its class; repeating a read is harmless", async () => {
  const failureOf = async (http: PlatformHttp) =>
    providerErrorOf(
      await all(http).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  const answering = (status: number, body: unknown): PlatformHttp => ({
    download: notAsked,
    request: async () => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }),
  });
  assert.equal((await failureOf(answering(401, { error: { code: 190, message: "m" } })))?.class, "credentials");
  assert.equal((await failureOf(answering(400, { error: { code: 80007, message: "m" } })))?.class, "retryable");
  assert.equal((await failureOf(answering(502, "html")))?.class, "retryable");
  const cut: PlatformHttp = {
    download: notAsked,
    request: async () => {
      throw Object.assign(new Error("cut"), { httpFailure: true, reached: true, reason: "network" });
    },
  };
  assert.equal((await failureOf(cut))?.class, "retryable");
});

test("a delete names one language by its id, never a whole name", async () => {
  const paths: string[] = [];
  const http: PlatformHttp = {
    download: notAsked,
    async request({ path }) {
      paths.push(path);
      return { status: 200, headers: {}, body: Buffer.from('{"success":true}') };
    },
  };
  await connector.deleteTemplate?.({ name: "order_update", providerTemplateId: "1680012345678901" }, access, http);
  assert.deepEqual(paths, [`/v25.0/${ACCOUNT}/message_templates?name=order_update&hsm_id=1680012345678901`]);
});

const codeDraft = (...components: object[]): TemplateDraft => ({
  name: "sign_in_code",
  language: "en",
  category: "AUTHENTICATION",
  parameterFormat: "positional",
  components,
});
const otp = { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] };

test("an authentication template gets the platform's texts when it is created and when it is edited", async (t) => {
  const platform = await startChatAppSimulator({ appSecret: "s", seed: 4 });
  t.after(() => platform.close());
  platform.registerNumber({
    phoneNumberId: NUMBER,
    businessAccountId: ACCOUNT,
    accessToken: "EAAGsecret",
    displayPhoneNumber: "15550100100",
  });
  const http = platformHttp(platform.url, 30_000);
  const draft = codeDraft({ type: "BODY", add_security_recommendation: true }, { type: "FOOTER", code_expiration_minutes: 10 }, otp);
  assert.deepEqual(connector.checkTemplate?.(draft), []);
  const made = await connector.createTemplate?.(draft, access, http);
  assert.ok(made !== undefined);
  assert.deepEqual(made.variables, ["1"]);
  const texts = ({ components }: ProviderTemplate) => components.slice(0, 2).map((component) => (component as { text?: string }).text);
  assert.deepEqual(texts(made), [
    "*{{1}}* is your verification code. For your security, do not share this code.",
    "This code expires in 10 minutes.",
  ]);
  platform.decideTemplate(ACCOUNT, "sign_in_code", "en", "APPROVED");
  const change = { components: [{ type: "BODY", add_security_recommendation: false }, otp] };
  const { providerTemplateId } = made;
  const edited = await connector.editTemplate?.({ providerTemplateId, change, draft: { ...draft, ...change } }, access, http);
  assert.ok(edited !== undefined);
  assert.deepEqual([edited.variables, texts(edited)[0]], [["1"], "*{{1}}* is your verification code."]);
});

test("an authentication template whose texts cannot be read is created nevertheless", async () => {
  const http: PlatformHttp = {
    download: notAsked,
    async request({ method }) {
      const made = { id: "1680012345678901", status: "PENDING", category: "AUTHENTICATION" };
      return method === "POST"
        ? { status: 200, headers: {}, body: Buffer.from(JSON.stringify(made)) }
        : { status: 503, headers: {}, body: Buffer.from("{}") };
    },
  };
  const made = await connector.createTemplate?.(codeDraft({ type: "BODY" }, otp), access, http);
  assert.deepEqual([made?.providerTemplateId, made?.status, made?.variables], ["1680012345678901", "pending", []]);
});

test("what the platform would refuse in an authentication template is reported with its path", () => {
  const found = (...components: object[]) =>
    connector.checkTemplate?.(codeDraft(...components)).map(({ field, issue }) => `${field} ${issue}`);
  const expiry = (minutes: unknown) => found({ type: "BODY" }, { type: "FOOTER", code_expiration_minutes: minutes }, otp);
  for (const minutes of [1, 90]) assert.deepEqual(expiry(minutes), []);
  const at = "components[1].code_expiration_minutes";
  assert.deepEqual(
    [expiry(0), expiry(91), expiry(1.5), expiry("5")],
    [[`${at} out_of_range`], [`${at} out_of_range`], [`${at} invalid_type`], [`${at} invalid_type`]],
  );
  assert.deepEqual(found({ type: "BODY" }, { type: "FOOTER", text: "Northwind" }, otp), [`${at} required`]);
  assert.deepEqual(found({ type: "HEADER", format: "TEXT", text: "Hi" }, { type: "BODY" }, otp), ["components not_allowed"]);
  assert.deepEqual(found({ type: "BODY" }), ["components required"]);
  const long = { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "x".repeat(26) }] };
  assert.deepEqual(found({ type: "BODY" }, long), ["components[1].buttons[0].text too_long"]);
});

test("an example file is uploaded to the token's app in one piece, and is named by a handle", async (t) => {
  const platform = await startChatAppSimulator({ appSecret: "s", seed: 5 });
  t.after(() => platform.close());
  platform.registerNumber({
    phoneNumberId: NUMBER,
    businessAccountId: ACCOUNT,
    accessToken: "EAAGsecret",
    displayPhoneNumber: "15550100100",
  });
  const file = { bytes: Buffer.from("a picture"), mimeType: "image/png", filename: "season & sale.png" };
  const handle = await connector.templateSamples?.upload(file, access, platformHttp(platform.url, 30_000));
  assert.match(handle ?? "", /^4::/);
  const paths = platform.calls.map((call) => call.path.replace(/\d{10,}/g, "…"));
  assert.deepEqual(paths, ["/v25.0/debug_token", "/v25.0/…/uploads", "/v25.0/upload:…"]);
});

test("what the platform returns for an upload becomes part of no other address, and the token appears in no error message", async () => {
  const answers = (session: unknown, last: unknown = { h: "4::a" }) => {
    const asked: string[] = [];
    const http: PlatformHttp = {
      download: notAsked,
      async request({ path }) {
        asked.push(path);
        const body = [{ data: { app_id: "67" } }, session, last][asked.length - 1];
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
      },
    };
    return { http, asked };
  };
  const file = { bytes: Buffer.from("x"), mimeType: "image/png", filename: "a.png" };
  const upload = (http: PlatformHttp) => connector.templateSamples?.upload(file, access, http);
  const good = answers({ id: "upload:MTphdHRh==?sig=ARaZ-_1" });
  assert.equal(await upload(good.http), "4::a");
  assert.equal(good.asked[2], "/v25.0/upload:MTphdHRh==?sig=ARaZ-_1");
  for (const id of ["../me", "upload:../me", "upload:a?sig=b&x=1", "upload:a#b", "upload:", "//elsewhere.example", undefined]) {
    const { http, asked } = answers({ id });
    await assert.rejects(
      async () => upload(http),
      (error) => providerErrorOf(error)?.class === "permanent",
      String(id),
    );
    assert.equal(asked.length, 2, String(id));
  }
  await assert.rejects(async () => upload(answers({ id: "upload:a" }, {}).http), /did not name it/);
  const dead: PlatformHttp = {
    download: notAsked,
    request: async () => ({
      status: 400,
      headers: {},
      body: Buffer.from(JSON.stringify({ error: { code: 190, message: "Token EAAGsecret has expired" } })),
    }),
  };
  await assert.rejects(
    async () => upload(dead),
    (error) => !String(providerErrorOf(error)?.message).includes("EAAGsecret"),
  );
});
