import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Authorization, type ProviderApp, providerErrorOf } from "@parley/connector-kit";
import { fakePlatform, platformHttp } from "@parley/connector-kit/conformance";
import { type PhotoSocialSimulator, startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { type PhotoSocialOptions, createPhotoSocialConnector } from "../src/index.ts";
import { ACCOUNT, PERSON } from "./frames.ts";

const PAGE = "104455667788990";
const REDIRECT = "https://parley.example/connect/back?for=photo";
const APP: ProviderApp = { id: "5001", secret: "the-app-secret" };
const DAY_MS = 86_400_000;

async function start(t: TestContext, options: PhotoSocialOptions = {}) {
  const clock = { at: Date.parse("2026-11-18T10:40:00Z"), now: () => clock.at };
  const platform = await startPhotoSocialSimulator({ appSecret: "s", seed: 3, clock, retryGapsMs: [] });
  t.after(() => platform.close());
  platform.registerAccount({
    accountId: ACCOUNT,
    accessToken: "IGmanual",
    username: "northwind",
    page: { id: PAGE, accessToken: "EAApage" },
    subscribed: false,
  });
  platform.registerApp({ ...APP, redirectUris: [REDIRECT] });
  const path = options.login === "page" ? "/v25.0/dialog/oauth" : "/oauth/authorize";
  const connector = createPhotoSocialConnector({ ...options, authorizeUrl: platform.url + path, now: clock.now });
  return { clock, platform, connector, authorization: connector.authorization as Authorization, http: platformHttp(platform.url, 30_000) };
}

/** What the owner's browser does on the platform's page; returns the redirect URI with the result. */
async function decide(authorization: Authorization, form: Record<string, string>): Promise<URL> {
  const page = authorization.authorizeUrl({ app: APP, state: "st/1", redirectUri: REDIRECT });
  assert.match(await (await fetch(page)).text(), /Allow as northwind/);
  const response = await fetch(page, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  assert.equal(response.status, 302);
  return new URL(response.headers.get("location") ?? "");
}

const allow = { account: ACCOUNT, decision: "allow" };

const errorOf = (promise: Promise<unknown>) => promise.then(() => undefined, providerErrorOf);

function isSubscribed(platform: PhotoSocialSimulator) {
  return platform.isSubscribed(ACCOUNT);
}

test("the account's own login gives its account id, a token for sixty days, and the subscription", async (t) => {
  const { platform, authorization, http, clock, connector } = await start(t);
  const back = await decide(authorization, allow);
  assert.equal(back.searchParams.get("state"), "st/1");
  assert.equal(back.hash, "#_");
  const code = `${back.searchParams.get("code")}#_`;
  const [account, ...others] = await authorization.exchange({ app: APP, code, redirectUri: REDIRECT }, http);
  assert.deepEqual(others, []);
  assert.ok(account);
  assert.deepEqual([account.externalId, account.name, account.config["accountId"]], [ACCOUNT, "northwind", ACCOUNT]);
  assert.equal(account.expiresAt, new Date(clock.at + 60 * DAY_MS).toISOString());
  assert.equal(isSubscribed(platform), true);
  const findings = (await connector.checkHealth?.({ externalId: ACCOUNT, config: account.config }, http)) ?? [];
  assert.deepEqual(
    findings.map((finding) => [finding.check, finding.ok]),
    [
      ["credentials", true],
      ["account", true],
      ["subscription", true],
    ],
  );
  assert.equal(
    (await errorOf(authorization.exchange({ app: APP, code, redirectUri: REDIRECT }, http)))?.class,
    "permanent",
    "a code works once",
  );
});

test("a token is renewed when it is at least a day old and has not expired", async (t) => {
  const { authorization, http, clock } = await start(t);
  const code = (await decide(authorization, allow)).searchParams.get("code") ?? "";
  const [account] = await authorization.exchange({ app: APP, code, redirectUri: REDIRECT }, http);
  assert.ok(account && authorization.refresh);
  const access = { externalId: ACCOUNT, config: account.config };
  const early = await errorOf(authorization.refresh(access, APP, http));
  assert.match(early?.message ?? "", /24 hours/);
  clock.at += 30 * DAY_MS;
  const renewed = await authorization.refresh(access, APP, http);
  assert.deepEqual(Object.keys(renewed.config), ["accessToken"]);
  assert.notEqual(renewed.config["accessToken"], account.config["accessToken"]);
  assert.equal(renewed.expiresAt, new Date(clock.at + 60 * DAY_MS).toISOString());
  clock.at += 61 * DAY_MS;
  const late = await errorOf(authorization.refresh({ ...access, config: renewed.config }, APP, http));
  assert.equal(late?.class, "credentials");
  assert.ok(!JSON.stringify(late).includes(String(renewed.config["accessToken"])));
});

test("a page's login gives every linked account with the page's own token, which does not expire", async (t) => {
  const { platform, authorization, http, connector } = await start(t, { login: "page" });
  const code = (await decide(authorization, allow)).searchParams.get("code") ?? "";
  const accounts = await authorization.exchange({ app: APP, code, redirectUri: REDIRECT }, http);
  const config = { accountId: ACCOUNT, accessToken: "EAApage", pageId: PAGE };
  assert.deepEqual(accounts, [{ externalId: ACCOUNT, name: "northwind", config }]);
  assert.equal(isSubscribed(platform), true);
  assert.deepEqual(await authorization.refresh?.({ externalId: ACCOUNT, config }, APP, http), { config: {} });
  const findings = (await connector.checkHealth?.({ externalId: ACCOUNT, config }, http)) ?? [];
  assert.ok(findings.length === 3 && findings.every((finding) => finding.ok), JSON.stringify(findings));
});

test("a page that cannot be subscribed is left out; when none can, the first refusal is the error", async (t) => {
  const { platform, authorization, http } = await start(t, { login: "page" });
  const [other, none] = ["17841400000000222", "17841400000000333"];
  const tasks = ["MESSAGING"];
  platform.registerAccount({ accountId: none, accessToken: "IG3", page: { id: "303", accessToken: "EAA3", tasks }, subscribed: false });
  platform.registerAccount({ accountId: other, accessToken: "IG2", page: { id: "202", accessToken: "EAA2" }, subscribed: false });
  const exchange = async (account: string) => {
    const code = (await decide(authorization, { ...allow, account })).searchParams.get("code") ?? "";
    return authorization.exchange({ app: APP, code, redirectUri: REDIRECT }, http);
  };
  const accounts = await exchange([none, ACCOUNT, other].join(","));
  assert.deepEqual(
    accounts.map((account) => account.externalId),
    [ACCOUNT, other],
  );
  assert.deepEqual([ACCOUNT, other, none].map(platform.isSubscribed), [true, true, false]);
  const refused = await errorOf(exchange(none));
  assert.deepEqual([refused?.class, refused?.providerCode], ["permanent", "200"]);
  assert.match(refused?.message ?? "", /MODERATE/);
});

test("a subscription that the platform cancelled is renewed, for both families; a refusal concerns the credentials", async (t) => {
  const { platform, connector, http } = await start(t);
  const own = { externalId: ACCOUNT, config: { accountId: ACCOUNT, accessToken: "IGmanual" } };
  const through = { externalId: ACCOUNT, config: { accountId: ACCOUNT, accessToken: "EAApage", pageId: PAGE } };
  for (const access of [own, through]) {
    platform.unsubscribe(ACCOUNT);
    assert.equal(await connector.keepSubscribed?.(access, http), "renewed");
    assert.equal(isSubscribed(platform), true);
    const asked = platform.calls.length;
    assert.equal(await connector.keepSubscribed?.(access, http), "kept");
    assert.deepEqual(
      platform.calls.slice(asked).map((call) => call.method),
      ["GET", "POST"],
      "what is listed may be another app",
    );
  }
  platform.faults.nextManagement({ kind: "html" });
  assert.equal((await errorOf(connector.keepSubscribed?.(own, http) as Promise<unknown>))?.class, "unknown");
  platform.killToken("IGmanual");
  assert.equal((await errorOf(connector.keepSubscribed?.(own, http) as Promise<unknown>))?.class, "credentials");
});

test("an owner who denies access or unticks a permission, or a wrong secret, yields no account and reveals no secret", async (t) => {
  const { authorization, http } = await start(t);
  const denied = await decide(authorization, { decision: "deny" });
  assert.deepEqual([denied.searchParams.get("error"), denied.searchParams.get("state")], ["access_denied", "st/1"]);
  const without = await decide(authorization, { ...allow, without: "instagram_business_manage_messages" });
  const given = (back: URL, app = APP) => ({ app, code: back.searchParams.get("code") ?? "", redirectUri: REDIRECT });
  assert.match((await errorOf(authorization.exchange(given(without), http)))?.message ?? "", /instagram_business_manage_messages/);
  const wrong = await errorOf(authorization.exchange(given(await decide(authorization, allow), { id: APP.id, secret: "wrong" }), http));
  assert.match(wrong?.message ?? "", /Matching code was not found/);
  const page = authorization.authorizeUrl({ app: APP, state: "s", redirectUri: "https://elsewhere.example" });
  assert.equal((await fetch(page)).status, 400);
});

test("the token response is read both as documented and as received; permissions as a list or comma-separated names", async () => {
  const { authorization } = createPhotoSocialConnector();
  const granted = "instagram_business_basic,instagram_business_manage_messages";
  for (const short of [
    { data: [{ access_token: "short", user_id: "1", permissions: granted }] },
    { access_token: "short", user_id: 1784, permissions: granted.split(",") },
  ]) {
    const http = fakePlatform(
      { body: short },
      { body: { access_token: "long", token_type: "bearer", expires_in: 5183944 } },
      { body: `{"id":"9","user_id":${ACCOUNT},"username":"northwind"}` },
      { body: { error: { code: 100, message: "message_echoes is not a field" } }, status: 400 },
      { body: { success: true } },
    );
    const [account] = (await authorization?.exchange({ app: APP, code: "c", redirectUri: REDIRECT }, http)) ?? [];
    assert.equal(account?.externalId, ACCOUNT);
    assert.deepEqual(
      http.requests.map(({ method, base, path }) => [method, base, path.split("?")[0]]),
      [
        ["POST", "login", "/oauth/access_token"],
        ["GET", undefined, "/access_token"],
        ["GET", undefined, "/v25.0/me"],
        ["POST", undefined, `/v25.0/${ACCOUNT}/subscribed_apps`],
        ["POST", undefined, `/v25.0/${ACCOUNT}/subscribed_apps`],
      ],
    );
    assert.match(http.requests[3]?.path ?? "", /message_echoes/);
    assert.doesNotMatch(http.requests[4]?.path ?? "", /message_echoes/);
  }
});

test("the health check explains what is wrong and what to do", async (t) => {
  const { platform, connector, http } = await start(t);
  const checkHealthOf = async (config: object, externalId = ACCOUNT) => {
    const findings = (await connector.checkHealth?.({ externalId, config: { accessToken: "IGmanual", ...config } }, http)) ?? [];
    return findings.filter((finding) => !finding.ok);
  };
  const [unsubscribed] = await checkHealthOf({});
  assert.deepEqual([unsubscribed?.check, unsubscribed?.remedy], ["subscription", "Reconnect the channel."]);
  assert.equal((await checkHealthOf({}, "17841400000000999"))[0]?.check, "account");
  assert.equal((await checkHealthOf({ accessToken: "" }))[0]?.check, "credentials");
  platform.faults.nextManagement({ kind: "error", code: 200, subcode: 2_534_041 });
  assert.match((await checkHealthOf({}))[0]?.remedy ?? "", /setting that allows connected tools/);
  platform.faults.nextManagement({ kind: "html" });
  assert.equal((await checkHealthOf({}))[0]?.remedy, "Try again in a few minutes.");
  platform.killToken("IGmanual");
  const [dead] = await checkHealthOf({});
  assert.deepEqual([dead?.check, dead?.remedy], ["credentials", "Reconnect the channel."]);
  const unreachable = platformHttp("http://127.0.0.1:1", 30_000);
  assert.equal((await connector.checkHealth?.({ externalId: ACCOUNT, config: { accessToken: "x" } }, unreachable))?.[0]?.ok, false);
});

test("a customer's media is fetched from the platform, and its URL expires", async (t) => {
  const { platform, connector, http } = await start(t);
  platform.customer(PERSON);
  const media = { kind: "image" as const, messageExternalId: "m", person: {}, bytesMax: 1_000 };
  const access = { externalId: ACCOUNT, config: {} };
  const failure = await errorOf(
    connector.fetchMedia?.({ ...media, providerMediaId: `${platform.url}/_media/none` }, access, http) as Promise<unknown>,
  );
  assert.equal(failure?.class, "permanent");
});
