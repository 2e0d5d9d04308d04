import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProviderError, providerErrorOf } from "@parley/connector-kit";
import { createShortVideoConnector } from "../src/index.ts";
import { BUSINESS, CONVERSATION, CUSTOMER, connector } from "./frames.ts";
import { TOKEN, access, fine, lost, platform, refusal } from "./platform.ts";

const NOW = Date.UTC(2026, 10, 18, 10);
const { act, fetchMedia, checkHealth } = connector as Required<typeof connector>;
const person = { address: CONVERSATION, providerUserId: CUSTOMER };

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => assert.fail("it should have failed"),
    (cause: unknown) => providerErrorOf(cause),
  );
  assert.ok(error, "a failure of the platform");
  return error;
}

test("typing and reading are sender actions on the conversation", async () => {
  const http = platform({ "business/message/send": fine({ message: { message_id: "" } }) });
  await act({ kind: "typing", person, lastInboundExternalId: "eA==" }, access, http);
  await act({ kind: "read", person, lastInboundExternalId: "eA==" }, access, http);
  assert.deepEqual(
    http.asked.map(({ body }) => [body.recipient, body.message_type, body.sender_action]),
    [
      [CONVERSATION, "SENDER_ACTION", "TYPING"],
      [CONVERSATION, "SENDER_ACTION", "MARK_READ"],
    ],
  );
  const nowhere = act({ kind: "read", person: { providerUserId: CUSTOMER }, lastInboundExternalId: "eA==" }, access, http);
  assert.equal((await failureOf(nowhere)).code, "recipient_invalid");
  const dead = platform({ "business/message/send": refusal(40105) });
  assert.equal((await failureOf(act({ kind: "typing", person, lastInboundExternalId: "eA==" }, access, dead))).class, "credentials");
});

const wanted = { kind: "image" as const, providerMediaId: "v0f-1", messageExternalId: "bXNn", person, bytesMax: 1_000 };
const DOWNLOAD = "business/message/media/download";

test("an image's key becomes a URL, and the token is sent only to the platform's own hosts", async () => {
  const hosts: [string, boolean][] = [
    ["https://business-api.tiktok.com/x", true],
    ["https://p16.tiktokcdn.com/x?a=1", true],
    ["https://tiktok.com/x", true],
    ["http://p16.tiktokcdn.com/x", false],
    ["https://tiktokcdn.com.evil.example/x", false],
    ["https://eviltiktok.com/x", false],
    ["https://cdn.example.com/tt/x", false],
  ];
  for (const [url, trusted] of hosts) {
    const http = platform({ [DOWNLOAD]: fine({ download_url: url }) });
    const fetched = await fetchMedia(wanted, access, http);
    assert.deepEqual(fetched, { bytes: Buffer.from("pixels"), mimeType: "image/png" });
    assert.deepEqual(http.downloads, [{ url, headers: trusted ? { "x-user": TOKEN } : {} }]);
  }
  const http = platform({ [DOWNLOAD]: fine({ download_url: "https://a.tiktok.com/" }) });
  await fetchMedia({ ...wanted, kind: "video" }, access, http);
  assert.deepEqual(http.asked[0]?.body, {
    business_id: BUSINESS,
    conversation_id: CONVERSATION,
    message_id: "bXNn",
    media_id: "v0f-1",
    media_type: "VIDEO",
  });
});

test("a simulator's host gets the token as well, and a sticker is fetched from its own URL", async () => {
  const simulated = createShortVideoConnector({ apiUrl: "http://127.0.0.1:4020" }) as Required<typeof connector>;
  const http = platform({});
  await simulated.fetchMedia({ ...wanted, providerMediaId: "http://127.0.0.1:4020/_media/1" }, access, http);
  await simulated.fetchMedia({ ...wanted, kind: "sticker", providerMediaId: "https://cdn.example.com/s.webp" }, access, http);
  assert.deepEqual(http.asked, []);
  assert.deepEqual(
    http.downloads.map(({ headers }) => headers),
    [{ "x-user": TOKEN }, {}],
  );
});

test("unavailable content: missing content is permanent, a transfer error may be retried", async () => {
  const found = { [DOWNLOAD]: fine({ download_url: "https://a.tiktok.com/" }) };
  const at = (status: number) => failureOf(fetchMedia(wanted, access, platform(found, { content: { status } })));
  for (const status of [403, 404, 410, 302]) assert.equal((await at(status)).class, "permanent", String(status));
  for (const status of [408, 429, 500, 503]) assert.equal((await at(status)).class, "retryable", String(status));
  assert.equal((await failureOf(fetchMedia(wanted, access, platform({ [DOWNLOAD]: refusal(40007) })))).class, "permanent");
  assert.equal((await failureOf(fetchMedia(wanted, access, platform({ [DOWNLOAD]: fine({}) })))).class, "retryable");
  const cut = platform(found);
  cut.download = async () => {
    throw Object.assign(new Error("cut"), lost);
  };
  assert.equal((await failureOf(fetchMedia(wanted, access, cut))).class, "retryable");
});

const healthy = {
  "business/get": fine({ username: "northwind" }),
  "tt_user/token_info/get": fine({ scope: "message.list.read,message.list.send,message.list.manage", creator_id: BUSINESS }),
  "business/webhook/list": fine({ callback_url: "https://parley.example/callbacks/short-video" }),
};

test("the health check covers account, permissions and callbacks, and says what to do", async () => {
  const checkHealthWith = (answers: object) => checkHealth(access, platform({ ...healthy, ...answers }));
  const good = await checkHealthWith({});
  assert.deepEqual(
    good.map(({ check, ok }) => [check, ok]),
    [
      ["account", true],
      ["permissions", true],
      ["callbacks", true],
    ],
  );
  const bad = await checkHealthWith({
    "business/get": refusal(40105, `dead ${TOKEN}`),
    "tt_user/token_info/get": fine({ scope: "message.list.read" }),
    "business/webhook/list": fine({}),
  });
  assert.ok(bad.every(({ ok, remedy }) => !ok && remedy !== undefined));
  assert.match(bad[1]?.message ?? "", /message\.list\.send, message\.list\.manage/);
  assert.ok(!JSON.stringify(bad).includes(TOKEN));
  const [, foreign] = await checkHealthWith({ "tt_user/token_info/get": fine({ creator_id: "somebody" }) });
  assert.match(foreign?.message ?? "", /another account/);
  const unreachable = platform({}, { fail: Object.fromEntries(Object.keys(healthy).map((path) => [path, lost])) });
  assert.ok((await checkHealth(access, unreachable)).every(({ ok, remedy }) => !ok && remedy === "Try again in a few minutes."));
});

test("without an app's keys the health check covers only the account; with the shared app's keys, everything", async () => {
  const http = platform(healthy);
  const findings = await checkHealth({ externalId: BUSINESS, config: { accessToken: TOKEN } }, http);
  assert.deepEqual([findings.length, http.asked.length], [1, 1]);

  const shared = createShortVideoConnector({ sharedApp: { id: "shared-key", secret: "shared-secret" } }) as Required<typeof connector>;
  const again = platform(healthy);
  assert.equal((await shared.checkHealth({ externalId: BUSINESS, config: { accessToken: TOKEN } }, again)).length, 3);
  assert.equal(again.asked[1]?.body.app_id, "shared-key");
  assert.match(again.asked[2]?.path ?? "", /app_id=shared-key&secret=shared-secret/);
});

const app = { id: "7400000000000000001", secret: "app-secret" };
const timed = createShortVideoConnector({ now: () => NOW });
const authorization = timed.authorization as Required<NonNullable<typeof timed.authorization>>;
const tokens = {
  access_token: "act.new",
  expires_in: 86_400,
  refresh_token: "rft.new",
  open_id: BUSINESS,
  scope: "user.info.basic,message.list.read,message.list.send,message.list.manage",
};

test("the authorize page is the platform's own, or the simulator's", () => {
  const input = { app, state: "s1", redirectUri: "https://parley.example/connect/" };
  const url = new URL(authorization.authorizeUrl(input));
  assert.equal(url.origin + url.pathname, "https://www.tiktok.com/v2/auth/authorize");
  assert.equal(url.searchParams.get("client_key"), app.id);
  assert.equal(url.searchParams.get("state"), "s1");
  assert.equal(url.searchParams.get("redirect_uri"), input.redirectUri);
  assert.match(url.searchParams.get("scope") ?? "", /message\.list\.send/);
  assert.ok(!url.toString().includes(app.secret));
  const simulated = createShortVideoConnector({ apiUrl: "http://127.0.0.1:4020" }).authorization;
  assert.match(simulated?.authorizeUrl(input) ?? "", /^http:\/\/127\.0\.0\.1:4020\/v2\/auth\/authorize\?/);
});

test("a code becomes an account with both tokens and their expiry", async () => {
  const http = platform({ "tt_user/oauth2/token": fine(tokens), "business/get": fine({ display_name: "Northwind" }) });
  const given = { app, code: "code*1!", redirectUri: "https://parley.example/connect/" };
  assert.deepEqual(await authorization.exchange(given, http), [
    {
      externalId: BUSINESS,
      name: "Northwind",
      config: { businessId: BUSINESS, accessToken: "act.new", refreshToken: "rft.new" },
      expiresAt: "2026-11-19T10:00:00.000Z",
    },
  ]);
  assert.deepEqual(http.asked[0]?.body, {
    client_id: app.id,
    client_secret: app.secret,
    grant_type: "authorization_code",
    auth_code: "code*1!",
    redirect_uri: "https://parley.example/connect/",
  });
  const nameless = platform({ "tt_user/oauth2/token": fine(tokens), "business/get": refusal(40001) });
  assert.equal((await authorization.exchange(given, nameless))[0]?.name, BUSINESS);
});

test("an account without the required permissions is refused with their names", async () => {
  const http = platform({ "tt_user/oauth2/token": fine({ ...tokens, scope: "user.info.basic,message.list.read" }) });
  const error = await failureOf(authorization.exchange({ app, code: "c", redirectUri: "r" }, http));
  assert.equal(error.class, "permanent");
  assert.match(error.message, /message\.list\.send, message\.list\.manage/);
  const nobody = platform({ "tt_user/oauth2/token": fine({ ...tokens, open_id: null }) });
  assert.equal((await failureOf(authorization.exchange({ app, code: "c", redirectUri: "r" }, nobody))).class, "permanent");
});

test("a refresh returns both tokens; a platform that keeps the refresh token leaves the old one", async () => {
  const path = "tt_user/oauth2/refresh_token";
  const http = platform({ [path]: fine(tokens) });
  assert.deepEqual(await authorization.refresh(access, app, http), {
    config: { accessToken: "act.new", refreshToken: "rft.new" },
    expiresAt: "2026-11-19T10:00:00.000Z",
  });
  assert.equal(http.asked[0]?.body.refresh_token, "rft.secret");
  const kept = await authorization.refresh(access, app, platform({ [path]: fine({ access_token: "act.new" }) }));
  assert.deepEqual(kept, { config: { accessToken: "act.new", refreshToken: "rft.secret" } });
  const dead = await failureOf(authorization.refresh(access, app, platform({ [path]: refusal(40105, "rft.secret is dead") })));
  assert.equal(dead.class, "credentials");
  assert.ok(!dead.message.includes("rft.secret"));
  const without = authorization.refresh({ externalId: BUSINESS, config: {} }, app, platform({}));
  assert.equal((await failureOf(without)).class, "credentials");
});
