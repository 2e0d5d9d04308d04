import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { changesOf, isSigned, type Json, PHONE, startPlatform, TOKEN, WABA } from "./harness.ts";

const BODY = { type: "BODY", text: "Hi {{1}}, order {{2}} left." };
const ORDER = { name: "order_update", language: "en_GB", components: [BODY] };
const NAMED = {
  name: "named",
  language: "en",
  parameterFormat: "NAMED" as const,
  components: [{ type: "BODY", text: "Hi {{first_name}}, order {{order}} left." }],
};
const RICH = {
  name: "rich",
  language: "en",
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Hello" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Ok" },
        { type: "URL", url: "https://example.com/{{1}}" },
      ],
    },
  ],
};
const PLACE = {
  name: "place",
  language: "en",
  components: [
    { type: "HEADER", format: "LOCATION" },
    { type: "BODY", text: "Hello" },
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy" }] },
  ],
};

const text = (value: string, name?: string): Record<string, string> => ({
  type: "text",
  text: value,
  ...(name ? { parameter_name: name } : {}),
});
const body = (...parameters: unknown[]): unknown => ({ type: "body", parameters });
const template = (name: string, code: string, components?: unknown[]): Record<string, unknown> => ({
  type: "template",
  template: { name, language: { code }, ...(components ? { components } : {}) },
});
const image = { type: "header", parameters: [{ type: "image", image: { id: "1" } }] };
const place = (location: unknown) => ({ type: "header", parameters: [{ type: "location", location }] });
const coupon = (parameter: unknown) => ({ type: "button", sub_type: "copy_code", index: "0", parameters: [parameter] });
const code = coupon({ type: "coupon_code", coupon_code: "SAVE20" });
const berlin = { latitude: "52.5", longitude: "13.4", name: "Shop", address: "Main St 1" };
const link = { type: "button", sub_type: "url", index: "1", parameters: [text("x")] };

const SENDS: [what: string, message: Record<string, unknown>, code: number | undefined, status: number][] = [
  ["fits", template("order_update", "en_GB", [body(text("A"), text("2"))]), undefined, 200],
  ["unknown name", template("other", "en_GB"), 132001, 404],
  ["unknown language", template("order_update", "en"), 132001, 404],
  ["not approved", template("waiting", "en"), 132001, 404],
  ["paused", template("paused", "en"), 132015, 400],
  ["too few", template("order_update", "en_GB", [body(text("A"))]), 132000, 400],
  ["too many", template("order_update", "en_GB", [body(text("A"), text("2"), text("3"))]), 132000, 400],
  ["none", template("order_update", "en_GB"), 132000, 400],
  ["new line", template("order_update", "en_GB", [body(text("A\nB"), text("2"))]), 100, 400],
  ["too long", template("order_update", "en_GB", [body(text("A".repeat(1200)), text("2"))]), 132005, 400],
  ["named, any order", template("named", "en", [body(text("2", "order"), text("A", "first_name"))]), undefined, 200],
  ["named, one missing", template("named", "en", [body(text("2", "order"), text("A", "last_name"))]), 132012, 400],
  ["rich fits", template("rich", "en", [image, link]), undefined, 200],
  ["no header", template("rich", "en", [link]), 132012, 400],
  ["no link part", template("rich", "en", [image]), 131008, 400],
  ["a button of no sub type", template("rich", "en", [image, { ...link, sub_type: undefined }]), 131008, 400],
  ["no file", template("rich", "en", [{ type: "header", parameters: [{ type: "image", image: {} }] }, link]), 131009, 400],
  ["a place and a code", template("place", "en", [place(berlin), code]), undefined, 200],
  ["a place off the earth", template("place", "en", [place({ ...berlin, latitude: "91" }), code]), 131009, 400],
  ["no code", template("place", "en", [place(berlin), coupon({ type: "coupon_code", coupon_code: " " })]), 131008, 400],
  ["a text for a code", template("place", "en", [place(berlin), coupon({ type: "text", text: "SAVE20" })]), 131008, 400],
  ["a stray button", template("rich", "en", [image, link, { ...link, index: "7" }]), 132012, 400],
];

test("a template send is checked against the templates of the account", async (t) => {
  const waiting = { name: "waiting", language: "en", status: "PENDING" };
  const { send } = await startPlatform(t, {}, [ORDER, NAMED, RICH, PLACE, waiting, { ...waiting, name: "paused", status: "PAUSED" }]);
  for (const [what, message, code, status] of SENDS) {
    const reply = await send(message);
    assert.deepEqual([reply.body.error?.code, reply.status], [code, status], what);
    if (status === 200) assert.equal(reply.body.messages[0].message_status, "accepted", what);
  }
});

test("an authentication template cannot go to a business-scoped id", async (t) => {
  const { send, sim } = await startPlatform(t, {}, [{ name: "code", language: "en", category: "AUTHENTICATION" }]);
  const { userId } = sim.customer("447700900123");
  assert.equal((await send({ to: undefined, recipient: userId, ...template("code", "en") })).body.error.code, 131062);
});

test("a created template is pending, then approved with an event, and can be sent", async (t) => {
  const { post, get, send, callbacks } = await startPlatform(t);
  const component = { ...BODY, example: { body_text: [["Amina", "2291"]] } };
  const created = await post(`${WABA}/message_templates`, {
    name: "order_update",
    language: "en_GB",
    category: "UTILITY",
    components: [component],
  });
  assert.equal(created.body.status, "PENDING");
  const [change] = changesOf(await callbacks.waitFor((receiver) => receiver.deliveries[0]));
  assert.equal(change.field, "message_template_status_update");
  assert.deepEqual(
    [change.value.event, change.value.message_template_name, String(change.value.message_template_id)],
    ["APPROVED", "order_update", created.body.id],
  );
  assert.equal((await get(created.body.id)).body.status, "APPROVED");
  assert.equal((await send(template("order_update", "en_GB", [body(text("A"), text("2"))]))).status, 200);
  const again = await post(`${WABA}/message_templates`, {
    name: "order_update",
    language: "en_GB",
    category: "UTILITY",
    components: [component],
  });
  assert.equal(again.body.error.code, 2388024);
});

test("a template that breaks the rules of creation is refused", async (t) => {
  const { post } = await startPlatform(t);
  const good = { name: "a", language: "en", category: "UTILITY", components: [{ type: "BODY", text: "Hello" }] };
  const bad = [
    { name: "Upper" },
    { category: "FUN" },
    { language: undefined },
    { components: [] },
    { components: [{ type: "BODY", text: "{{1}} starts", example: {} }] },
    { components: [{ type: "BODY", text: "no {{1}} example" }] },
    { components: [{ type: "BODY", text: "a {{1}} gap {{3}} here", example: {} }] },
    {
      components: [
        { type: "BODY", text: "Hello" },
        { type: "FOOTER", text: "no {{1}} here" },
      ],
    },
    {
      components: [
        { type: "BODY", text: "Hello" },
        { type: "HEADER", format: "SOUND" },
      ],
    },
    {
      components: [
        { type: "BODY", text: "Hello" },
        { type: "BUTTONS", buttons: [] },
      ],
    },
  ];
  for (const change of bad)
    assert.equal((await post(`${WABA}/message_templates`, { ...good, ...change })).body.error.code, 100, JSON.stringify(change));
});

test("templates are listed in pages that end, filtered by status, and deleted", async (t) => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    name: `t${index}`,
    language: "en",
    ...(index === 3 ? { status: "REJECTED" } : {}),
  }));
  const { sim, get, delete: remove } = await startPlatform(t, {}, many);
  const names: string[] = [];
  let next: string | undefined = `${sim.url}/v25.0/${WABA}/message_templates?limit=3`;
  let pages = 0;
  while (next) {
    const page: Json = await (await fetch(next, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
    names.push(...page.data.map((one: { name: string }) => one.name));
    next = page.paging.next;
    pages++;
  }
  assert.deepEqual([names, pages], [many.map((one) => one.name), 3]);
  const rejected = await get(`${WABA}/message_templates?status=rejected`);
  assert.deepEqual(
    rejected.body.data.map((one: { name: string }) => one.name),
    ["t3"],
  );
  assert.deepEqual((await remove(`${WABA}/message_templates?name=t3`)).body, { success: true });
  assert.equal((await get(`${WABA}/message_templates?limit=100`)).body.data.length, 6);
  assert.ok((await remove(`${WABA}/message_templates?name=t3`)).body.error);
});

test("the platform can pause a template, and reports it", async (t) => {
  const { sim, send, callbacks } = await startPlatform(t, {}, [ORDER]);
  sim.decideTemplate(WABA, "order_update", "en_GB", "PAUSED");
  await callbacks.waitFor((receiver) => receiver.deliveries.length === 1);
  assert.equal((await send(template("order_update", "en_GB", [body(text("A"), text("2"))]))).body.error.code, 132015);
});

test("a number shows the requested fields, and no others", async (t) => {
  const { get } = await startPlatform(t);
  const asked = await get(`${PHONE}?fields=display_phone_number,quality_rating`);
  assert.deepEqual(asked.body, { display_phone_number: "15550100100", quality_rating: "GREEN", id: PHONE });
  assert.equal((await get(`${PHONE}?fields=nonsense`)).body.error.code, 100);
  assert.deepEqual(
    (await get(`${WABA}/phone_numbers`)).body.data.map((one: { id: string }) => one.id),
    [PHONE],
  );
});

test("debug_token returns the accounts of a token", async (t) => {
  const { get } = await startPlatform(t);
  const { body: known } = await get(`debug_token?input_token=${TOKEN}`, "670000000000001|test-app-secret");
  assert.equal(known.data.is_valid, true);
  assert.deepEqual(known.data.granular_scopes[0].target_ids, [WABA]);
  assert.equal((await get("debug_token?input_token=other", "670000000000001|test-app-secret")).body.data.is_valid, false);
  assert.equal((await get(`debug_token?input_token=${TOKEN}`, "670000000000001|wrong")).status, 401);
});

test("a code is exchanged for its token once, within 30 seconds, with the right app secret", async (t) => {
  let now = 1_000_000;
  const { sim, get } = await startPlatform(t, { clock: { now: () => now } });
  const exchange = (code: string, secret = "test-app-secret") =>
    get(`oauth/access_token?client_id=670000000000001&client_secret=${secret}&code=${code}`);
  const code = sim.issueCode(TOKEN);
  assert.equal((await exchange(code)).body.access_token, TOKEN);
  assert.equal((await exchange(code)).body.error.code, 100);
  const late = sim.issueCode(TOKEN);
  now += 30_001;
  assert.equal((await exchange(late)).body.error.code, 100);
  assert.ok((await exchange(sim.issueCode(TOKEN), "wrong")).body.error);
});

test("a sign-up asks the person, and its code works only with its own redirect URI", async (t) => {
  const { sim, get } = await startPlatform(t, { redirectUris: ["https://app.example/connect/"], clock: { now: () => 1_794_998_400_000 } });
  const dialog = (change: Record<string, string> = {}) => {
    const query = {
      client_id: "670000000000001",
      redirect_uri: "https://app.example/connect/",
      response_type: "code",
      override_default_response_type: "true",
      config_id: "1",
      state: "s1",
      ...change,
    };
    return `${sim.url}/v25.0/dialog/oauth?${new URLSearchParams(query)}`;
  };
  const decide = (form: Record<string, string>) => fetch(dialog(), { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  assert.match(await (await fetch(dialog())).text(), new RegExp(WABA));
  for (const change of [{ client_id: "1" }, { redirect_uri: "https://evil.example/" }, { response_type: "token" }, { state: "" }])
    assert.equal((await fetch(dialog(change))).status, 400, JSON.stringify(change));
  const denied = new URL((await decide({ decision: "deny" })).headers.get("location") as string);
  assert.deepEqual([denied.searchParams.get("error"), denied.searchParams.get("state")], ["access_denied", "s1"]);
  const allowed = new URL((await decide({ decision: "allow", account: WABA })).headers.get("location") as string);
  const exchange = (redirect: string) =>
    get(
      `oauth/access_token?client_id=670000000000001&client_secret=test-app-secret&code=${allowed.searchParams.get("code")}&redirect_uri=${encodeURIComponent(redirect)}`,
    );
  assert.equal((await exchange("https://app.example/other/")).body.error.error_subcode, 36008);
  assert.equal((await exchange("https://app.example/connect/")).body.error.error_subcode, 36007, "a failed exchange uses the code up");
  const again = new URL((await decide({ decision: "allow" })).headers.get("location") as string).searchParams.get("code");
  const token = (
    await get(
      `oauth/access_token?client_id=670000000000001&client_secret=test-app-secret&code=${again}&redirect_uri=https://app.example/connect/`,
    )
  ).body;
  assert.equal(token.expires_in, 5_184_000);
  const { data } = (await get(`debug_token?input_token=${token.access_token}`, "670000000000001|test-app-secret")).body;
  assert.deepEqual(data.granular_scopes.at(-1), { scope: "whatsapp_business_messaging", target_ids: [WABA] });
  assert.equal((await get(`${WABA}/phone_numbers`, token.access_token)).status, 200);
});

test("an unregistered number sends nothing until it is registered with its PIN", async (t) => {
  const { sim, send, post, get } = await startPlatform(t);
  sim.registerNumber({
    phoneNumberId: PHONE,
    businessAccountId: WABA,
    accessToken: TOKEN,
    displayPhoneNumber: "15550100100",
    registered: false,
    twoStepPin: "111111",
  });
  assert.equal((await get(`${PHONE}?fields=platform_type`)).body.platform_type, "NOT_APPLICABLE");
  assert.equal((await send()).body.error.code, 133010);
  assert.equal((await post(`${PHONE}/register`, { messaging_product: "whatsapp", pin: "222222" })).body.error.code, 133005);
  assert.equal((await post(`${PHONE}/register`, { messaging_product: "whatsapp", pin: "111111" })).status, 200);
  assert.equal((await send()).status, 200);
});

test("the handshake distinguishes a right endpoint from a wrong one", async (t) => {
  const server = createServer((request, response) => {
    const query = new URL(request.url as string, "http://x").searchParams;
    const right = query.get("hub.mode") === "subscribe" && query.get("hub.verify_token") === "ours";
    response.writeHead(right ? 200 : 403).end(right ? query.get("hub.challenge") : "no");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { sim, post, callbacks } = await startPlatform(t, { verifyToken: "ours" });
  assert.equal(await sim.verifyCallback(url), true);
  assert.equal(await sim.verifyCallback(url, "theirs"), false);
  assert.equal(await sim.verifyCallback("http://127.0.0.1:9/"), false);
  // The receiver answers 200 without the challenge, which is also wrong.
  assert.equal(await sim.verifyCallback(callbacks.url), false);
  const refused = await post(`${WABA}/subscribed_apps`, { override_callback_uri: url, verify_token: "theirs" });
  assert.equal(refused.body.error.code, 2200);
  assert.deepEqual((await post(`${WABA}/subscribed_apps`, { override_callback_uri: url, verify_token: "ours" })).body, {
    success: true,
  });
  assert.equal((await sim.customer("447700900123").sendText(PHONE, "hi")).status, 403);
});

test("an account that is not subscribed gets no callbacks until it is subscribed again", async (t) => {
  const { sim, delete: remove, post, callbacks } = await startPlatform(t);
  await remove(`${WABA}/subscribed_apps`);
  const lost = await sim.customer("447700900123").sendText(PHONE, "lost");
  assert.deepEqual([lost.status, sim.stats().callbacks.dropped, callbacks.deliveries.length], [0, 1, 0]);
  await post(`${WABA}/subscribed_apps`, {});
  assert.equal((await sim.customer("447700900123").sendText(PHONE, "there")).status, 200);
  assert.ok(callbacks.deliveries.every((delivery) => isSigned(delivery)));
});

test("media are uploaded, read with the token, and not found after deletion", async (t) => {
  const { sim, get, delete: remove } = await startPlatform(t);
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", "image/png");
  form.set("file", new Blob(["picture"], { type: "image/png" }), "a.png");
  const headers = { authorization: `Bearer ${TOKEN}` };
  const up: Json = await (await fetch(`${sim.url}/v25.0/${PHONE}/media`, { method: "POST", headers, body: form })).json();
  const { url } = (await get(up.id)).body;
  assert.equal(await (await fetch(url, { headers })).text(), "picture");
  form.set("type", "image/tiff");
  const wrong: Json = await (await fetch(`${sim.url}/v25.0/${PHONE}/media`, { method: "POST", headers, body: form })).json();
  assert.equal(wrong.error.code, 131053);
  await remove(up.id);
  assert.equal((await get(up.id)).body.error.error_subcode, 33);
});
