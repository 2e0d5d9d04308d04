import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { appSecret, startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../../test/harness.ts";

/** A business account at the platform with its own numbers, not connected anywhere yet. */
interface Business {
  account: string;
  numbers: string[];
}

describe("connecting by signing in at the platform", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp({ env: { CONNECT_REDIRECT_ALLOW: "https://dashboard.example" } });
    tenant = await t.tenant();
  });
  after(async () => {
    await t.stop();
  });

  function business(numbers = 1, more: object = {}): Business {
    const account = `3${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}`;
    const ids = Array.from({ length: numbers }, (_, i) => `${account}${i + 1}`);
    for (const phoneNumberId of ids) {
      t.simulator.registerNumber({
        phoneNumberId,
        businessAccountId: account,
        accessToken: `owner-${account}`,
        displayPhoneNumber: `1555${phoneNumberId.slice(-7)}`,
        verifiedName: "Northwind",
        callbackUrl: `${t.url}/callbacks/chat-app`,
        appSecret,
        subscribed: false,
        ...more,
      });
    }
    return { account, numbers: ids };
  }

  const start = async (body: object = {}, api = tenant.api) => {
    const response = await api.post("/api/v1/channels/authorizations", { kind: "chat_app", ...body });
    assert.equal(response.status, 200, response.text);
    return response.body as { id: string; authorizeUrl: string; callbackUri: string; expiresAt: string };
  };

  /** Makes the person's decision on the platform's page; returns the address that the browser is redirected to. */
  async function decide(authorizeUrl: string, decision: "allow" | "deny", accounts: string[] = [], scopes: string[] = []): Promise<string> {
    const page = await fetch(authorizeUrl);
    assert.equal(page.status, 200, await page.text());
    const form = new URLSearchParams([
      ["decision", decision],
      ...accounts.map((a) => ["account", a]),
      ...scopes.map((s) => ["scope", s]),
    ] as [string, string][]);
    const response = await fetch(authorizeUrl, { method: "POST", body: form, redirect: "manual" });
    assert.equal(response.status, 302);
    return response.headers.get("location") as string;
  }

  /** The person returns, reads which workspace gets the account, and agrees. */
  async function visit(url: string) {
    const asked = await fetch(url, { redirect: "manual" });
    const question = await asked.text();
    if (!question.includes("<button>Connect</button>"))
      return { status: asked.status, text: question, location: asked.headers.get("location"), headers: asked.headers };
    assert.match(question, /will read and answer the messages of your account/);
    const response = await fetch(url, { method: "POST", body: new URLSearchParams(), redirect: "manual" });
    return { status: response.status, text: await response.text(), location: response.headers.get("location"), headers: response.headers };
  }

  const connect = async (of: Business, body: object = {}) => {
    const started = await start(body);
    const page = await visit(await decide(started.authorizeUrl, "allow", [of.account]));
    const status = (await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).body;
    return { started, page, status };
  };

  it("one account becomes a connected channel, subscribed and registered, that sends and receives", async () => {
    const own = business(1, { registered: false });
    const { started, page, status } = await connect(own, { name: "Support" });
    assert.equal(new URL(started.authorizeUrl).searchParams.get("config_id"), "990000000000001");
    assert.equal(started.callbackUri, `${t.url}/connect/chat-app/callback/`);
    assert.equal(page.status, 200);
    assert.match(page.text, /The channel is connected/);
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
    assert.match(String(page.headers.get("content-security-policy")), /default-src 'none'/);
    assert.equal(status.status, "completed");
    const [id] = status.channelIds;
    assert.deepEqual(status.accounts, [{ externalId: own.numbers[0], name: status.accounts[0].name, channelId: id }]);
    const channel = (await tenant.api.get(`/api/v1/channels/${id}`)).body;
    assert.deepEqual([channel.name, channel.status, channel.externalId], ["Support", "Connected", own.numbers[0]]);
    assert.deepEqual(channel.hasSecrets.sort(), ["accessToken", "twoStepPin"], "the app's secret is not the channel's");
    assert.equal(channel.credentialsExpireAt, new Date(t.clock.now().getTime() + 5_184_000_000).toISOString());

    assert.equal((await t.simulator.customer("447700900123").sendText(own.numbers[0] as string, "Hello")).status, 200);
    await t.settle();
    const sent = await tenant.api.post("/api/v1/messages", { channelId: id, to: "447700900123", type: "text", text: "Hi" });
    assert.equal(sent.status, 200, sent.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "read");
    // A later change must not require the settings of an app that is not the tenant's.
    const renamed = await tenant.api.patch(`/api/v1/channels/${id}`, { config: { messagesPerSecond: 20 } });
    assert.deepEqual([renamed.status, renamed.body.messagesPerSecond], [200, 20]);
    for (const answer of [page.text, JSON.stringify(status), JSON.stringify(channel), t.logged()]) assert.doesNotMatch(answer, /EAAB/);
  });

  it("one of several accounts is chosen, then another, and none twice", async () => {
    const own = business(3);
    const { started, page, status } = await connect(own);
    assert.match(page.text, /Choose an account/);
    assert.equal(status.status, "choosing");
    assert.deepEqual(
      status.accounts.map((a: { externalId: string }) => a.externalId),
      own.numbers,
    );
    const complete = (externalId: string) => tenant.api.post(`/api/v1/channels/authorizations/${started.id}/complete`, { externalId });
    const first = await complete(own.numbers[1] as string);
    assert.deepEqual([first.status, first.body.status], [200, "Pending"], first.text);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${first.body.id}`)).body.status, "Connected");
    assert.equal((await complete(own.numbers[0] as string)).status, 200);
    assert.deepEqual((await complete(own.numbers[1] as string)).body.error.code, "invalid_transition");
    assert.deepEqual((await complete("999")).body.error.details, [{ field: "externalId", issue: "unknown_value" }]);
    const done = (await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).body;
    assert.deepEqual([done.status, done.channelIds.length], ["completed", 2]);
    t.clock.advance(15 * 60_000);
    assert.equal((await complete(own.numbers[2] as string)).status, 409);
  });

  it("a state works once, only complete, for its kind and tenant, for 15 minutes", async () => {
    const own = business();
    const started = await start();
    const back = await decide(started.authorizeUrl, "allow", [own.account]);
    const state = new URL(back).searchParams.get("state") as string;
    const calls = t.simulator.calls.length;
    const changed = (change: (query: URLSearchParams) => void) => {
      const url = new URL(back);
      change(url.searchParams);
      return url.href;
    };
    const twisted = Buffer.from(state, "base64url");
    twisted[twisted.length - 1] = (twisted.at(-1) as number) ^ 1;
    const wrong = [
      changed((q) => q.delete("state")),
      changed((q) => q.set("state", "x")),
      changed((q) => q.set("state", twisted.toString("base64url"))),
      changed((q) => q.append("state", state)),
      changed((q) => q.delete("code")),
      back.replace("/chat-app/", "/photo-social/"),
      back.replace("/chat-app/", "/nobody/"),
    ];
    for (const url of wrong) {
      const page = await visit(url);
      assert.equal(page.status, 400, url);
      assert.match(page.text, /no longer valid/);
    }
    assert.equal(t.simulator.calls.length, calls, "nothing was exchanged");
    // Of two concurrent requests, one finds the state used up.
    const twins = await Promise.all([visit(back), visit(back)]);
    assert.deepEqual(twins.map((p) => p.status).sort(), [200, 400]);
    assert.equal((await visit(back)).status, 400);

    const late = await start();
    const lateBack = await decide(late.authorizeUrl, "allow", [own.account]);
    t.clock.advance(15 * 60_000);
    assert.equal((await visit(lateBack)).status, 400);
    assert.equal((await tenant.api.get(`/api/v1/channels/authorizations/${late.id}`)).body.status, "expired");
  });

  it("the browser is redirected only to allowed addresses", async () => {
    for (const redirectUri of [
      "https://evil.example/x",
      "javascript:alert(1)",
      "//evil.example",
      "https://dashboard.example.evil.example/",
      "https://user@dashboard.example/",
      "http://dashboard.example/",
    ]) {
      const refused = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app", redirectUri });
      assert.equal(refused.status, 400, redirectUri);
      assert.equal(refused.body.error.details[0].field, "redirectUri");
    }
    const own = business();
    const asked = await start({ redirectUri: "https://dashboard.example/channels?tab=2" });
    const question = await fetch(await decide(asked.authorizeUrl, "allow", [own.account]));
    // Browsers apply the form's policy to the redirect in its response too.
    assert.match(String(question.headers.get("content-security-policy")), /form-action 'self' https:\/\/dashboard\.example;/);
    const { started, page } = await connect(own, { redirectUri: "https://dashboard.example/channels?tab=2" });
    assert.equal(page.status, 303);
    assert.equal(page.location, `https://dashboard.example/channels?tab=2&authorization=${started.id}&status=completed`);
    const home = await start({ redirectUri: `${t.url}/anywhere` });
    const denied = await visit(await decide(home.authorizeUrl, "deny"));
    assert.equal(denied.location, `${t.url}/anywhere?authorization=${home.id}&status=denied`);
  });

  it("denial and failure are explained on the page and in the authorisation", async () => {
    const own = business();
    const outcome = async (prepare: (url: string) => Promise<string>) => {
      const started = await start();
      const page = await visit(await prepare(started.authorizeUrl));
      return { page, status: (await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).body };
    };
    const denied = await outcome((url) => decide(url, "deny"));
    assert.match(denied.page.text, /was not connected/);
    assert.deepEqual([denied.status.status, denied.status.error], ["denied", "Permissions error"]);

    const untick = await outcome((url) => decide(url, "allow", [own.account], ["whatsapp_business_management"]));
    assert.match(untick.page.text, /whatsapp_business_messaging was not granted/);
    assert.equal(untick.status.status, "failed");

    const late = await outcome(async (url) => {
      const back = await decide(url, "allow", [own.account]);
      t.clock.advance(31_000);
      return back;
    });
    assert.match(late.status.error, /expired or been used/);

    const hostile = await outcome(async (url) => {
      const state = new URL(url).searchParams.get("state") as string;
      return `${t.url}/connect/chat-app/callback?state=${state}&error=x&error_description=${encodeURIComponent("<script>alert(1)</script>")}`;
    });
    assert.doesNotMatch(hostile.page.text, /<script>/);
    const unstorable = await outcome(async (url) => {
      const state = new URL(url).searchParams.get("state") as string;
      return `${t.url}/connect/chat-app/callback?state=${state}&error=x&error_description=${"y".repeat(10)}%00`;
    });
    assert.deepEqual([unstorable.page.status, unstorable.status.error], [hostile.page.status, `${"y".repeat(10)}\uFFFD`]);
    assert.equal(
      (await tenant.api.get("/api/v1/channels?limit=100")).body.data.some((c: { externalId: string }) => c.externalId === own.numbers[0]),
      false,
    );
  });

  it("a set-up refused by the platform leaves the channel in Error with its message; one that fails temporarily is retried", async () => {
    const refused = business(1, { registered: false, twoStepPin: "123456" });
    const bad = await connect(refused);
    assert.match(bad.page.text, /not ready.*two-step verification PIN/s);
    const channel = (await tenant.api.get(`/api/v1/channels/${bad.status.channelIds[0]}`)).body;
    assert.equal(channel.status, "Error");
    assert.match(channel.statusReason, /config\.twoStepPin/);
    // Customers' messages are received nevertheless: the subscription worked.
    assert.equal((await t.simulator.customer("447700900200").sendText(refused.numbers[0] as string, "Anybody there?")).status, 200);
    await t.settle();
    const conversations = (await tenant.api.get(`/api/v1/conversations?channelId=${channel.id}`)).body.data;
    assert.equal(conversations.length, 1);
    // The right PIN fixes it.
    await tenant.api.patch(`/api/v1/channels/${channel.id}`, { config: { twoStepPin: "123456" } });
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status, "Connected");

    const busy = business();
    const started = await start();
    const back = await decide(started.authorizeUrl, "allow", [busy.account]);
    // The exchange needs neither a token nor a fault: the first management call is the list of numbers.
    t.simulator.faults.nextManagement({ kind: "slow", delayMs: 0 });
    t.simulator.faults.nextManagement({ kind: "error", code: 2 });
    const page = await visit(back);
    assert.match(page.text, /Pending/);
    const [id] = (await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).body.channelIds;
    assert.equal((await tenant.api.get(`/api/v1/channels/${id}`)).body.status, "Pending");
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${id}`)).body.status, "Pending", "not before its time");
    t.clock.advance(61_000);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${id}`)).body.status, "Connected");
  });

  it("a set-up refused because of the credentials runs after a reconnect, not before", async () => {
    const own = business();
    const started = await start();
    const back = await decide(started.authorizeUrl, "allow", [own.account]);
    t.simulator.faults.nextManagement({ kind: "slow", delayMs: 0 });
    t.simulator.faults.nextManagement({ kind: "error", code: 190, httpStatus: 401 });
    await visit(back);
    const [id] = (await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).body.channelIds;
    const status = async () => (await tenant.api.get(`/api/v1/channels/${id}`)).body.status;
    const calls = () => t.simulator.calls.length;
    assert.equal(await status(), "NeedsReauth");
    const before = calls();
    t.clock.advance(3_600_000);
    await t.drain();
    assert.deepEqual([await status(), calls()], ["NeedsReauth", before]);
    await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" });
    await t.drain();
    assert.equal(await status(), "Connected");
    assert.ok(calls() > before, "the platform was asked for the rest");
    assert.equal((await t.simulator.customer("447700900201").sendText(own.numbers[0] as string, "Anybody there?")).status, 200);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/conversations?channelId=${id}`)).body.data.length, 1);
  });

  it("a reconnect accepts only the channel's own account, and renews it in place", async () => {
    const own = business(2);
    const other = business();
    const { started } = await connect(own);
    const channel = (await tenant.api.post(`/api/v1/channels/authorizations/${started.id}/complete`, { externalId: own.numbers[0] })).body;
    await t.drain();
    const reconnect = async () => (await tenant.api.post(`/api/v1/channels/${channel.id}/reconnect`, {})).body;

    const wrong = await reconnect();
    const refused = await visit(await decide(wrong.authorizeUrl, "allow", [other.account]));
    assert.match(refused.text, new RegExp(`belongs to the account ${own.numbers[0]}`));
    const right = await reconnect();
    await visit(await decide(right.authorizeUrl, "allow", [own.account]));
    const status = (await tenant.api.get(`/api/v1/channels/authorizations/${right.id}`)).body;
    assert.deepEqual([status.status, status.channelId, status.channelIds], ["completed", channel.id, [channel.id]]);
    assert.equal((await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status, "Connected");
  });

  it("an account that the tenant connected by hand is renewed, not duplicated", async () => {
    const own = business();
    const byHand = await tenant.api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "By hand",
      config: { phoneNumberId: own.numbers[0], businessAccountId: own.account, accessToken: "old", appSecret: "mine", verifyToken: "v" },
    });
    const { status } = await connect(own, { name: "Ignored" });
    assert.deepEqual(status.channelIds, [byHand.body.id]);
    assert.equal((await tenant.api.get(`/api/v1/channels/${byHand.body.id}`)).body.name, "By hand");
  });

  it("a sign-in proves who owns the account: callbacks go to that tenant, whoever named the account before", async () => {
    const own = business();
    const squatter = await t.tenant();
    const named = await squatter.api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Not mine",
      config: { phoneNumberId: own.numbers[0], businessAccountId: own.account, accessToken: "x", appSecret: "x", verifyToken: "x" },
    });
    assert.equal(named.status, 200, named.text);
    const { status } = await connect(own);
    assert.equal((await t.simulator.customer("447700900300").sendText(own.numbers[0] as string, "To the owner")).status, 200);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/conversations?channelId=${status.channelIds[0]}`)).body.data.length, 1);
    assert.equal((await squatter.api.get("/api/v1/conversations")).body.data.length, 0);
    const address = async (api: TestTenant["api"], id: string) =>
      (await api.get(`/api/v1/channels/${id}/health`)).body.findings.find((f: { check: string }) => f.check === "callback_address").message;
    assert.match(await address(tenant.api, status.channelIds[0]), /shared provider app/);
    assert.match(await address(squatter.api, named.body.id), /of your own/);
    // The owner removes its channel and connects again: the account is free, and nobody took it in between.
    await tenant.api.delete(`/api/v1/channels/${status.channelIds[0]}`);
    await t.simulator.customer("447700900300").sendText(own.numbers[0] as string, "To nobody");
    await t.settle();
    assert.equal((await squatter.api.get("/api/v1/conversations")).body.data.length, 0);
    const back = await connect(own);
    await t.simulator.customer("447700900300").sendText(own.numbers[0] as string, "Again");
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/conversations?channelId=${back.status.channelIds[0]}`)).body.data.length, 1);
  });

  it("a code from the platform's pop-up is submitted by the page that received it", async () => {
    const own = business();
    const started = await start();
    const code = (value: string) => tenant.api.post(`/api/v1/channels/authorizations/${started.id}/code`, { code: value });
    const done = await code(t.simulator.signUp([own.account]));
    assert.deepEqual([done.status, done.body.status], [200, "completed"], done.text);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${done.body.channelIds[0]}`)).body.status, "Connected");
    assert.equal((await code(t.simulator.signUp([own.account]))).body.error.code, "invalid_transition");
    const bad = await start();
    const failed = await tenant.api.post(`/api/v1/channels/authorizations/${bad.id}/code`, { code: "made-up" });
    assert.deepEqual([failed.status, failed.body.status], [200, "failed"]);
  });

  it("another tenant can neither see nor complete it", async () => {
    const started = await start();
    const other = await t.tenant();
    for (const id of [started.id, unknownId("cau"), "x"]) {
      assert.equal((await other.api.get(`/api/v1/channels/authorizations/${id}`)).status, 404);
      assert.equal((await other.api.post(`/api/v1/channels/authorizations/${id}/complete`, { externalId: "1" })).status, 404);
      assert.equal((await other.api.post(`/api/v1/channels/authorizations/${id}/code`, { code: "1" })).status, 404);
    }
  });

  it("a missing provider app is reported; kinds show what is available", async () => {
    const kinds = (await tenant.api.get("/api/v1/channels/kinds")).body.data;
    assert.deepEqual(kinds[0].authorization, {
      available: true,
      callbackUri: `${t.url}/connect/chat-app/callback/`,
      codeFromPage: true,
      ownAppFields: [],
    });
    const bare = await startTestApp({ sharing: t, env: { CHAT_APP_APP_ID: "" } });
    const response = await bare.api(tenant.key).post("/api/v1/channels/authorizations", { kind: "chat_app" });
    assert.deepEqual([response.status, response.body.error.code], [422, "unsupported_by_channel"]);
    assert.match(response.body.error.message, /no provider app/);
    await bare.stop();
    const bad = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app", config: { messagesPerSecond: "many" } });
    assert.deepEqual(bad.body.error.details, [{ field: "config.messagesPerSecond", issue: "invalid_type" }]);
  });

  it("an authorisation without a choice is deleted an hour after its expiry, along with its credentials", async () => {
    const { started } = await connect(business(2));
    t.clock.advance(2 * 3_600_000);
    await t.app.maintenance.run();
    assert.equal((await tenant.api.get(`/api/v1/channels/authorizations/${started.id}`)).status, 404);
  });
});
