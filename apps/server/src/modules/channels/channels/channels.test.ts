import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const config = (id: string) => ({
  phoneNumberId: id,
  businessAccountId: `9${id}`,
  accessToken: `token-${id}`,
  appSecret: "hush-app-secret",
  verifyToken: "hush-verify",
});

describe("channels", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
  });
  after(async () => {
    await t.stop();
  });

  it("connects a channel; its secrets are never shown again, anywhere", async () => {
    for (const accessToken of ["token-100200300", "token-new-one"])
      t.simulator.registerNumber({
        phoneNumberId: "100200300",
        businessAccountId: "9100200300",
        accessToken,
        displayPhoneNumber: "15550100100",
      });
    const made = await tenant.api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Support",
      externalId: "100200300",
      config: config("100200300"),
    });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.status, "Connected");
    assert.equal(made.body.callbackPath, `/callbacks/chat-app/${made.body.id}`);
    assert.deepEqual(made.body.hasSecrets.sort(), ["accessToken", "appSecret", "verifyToken"]);
    assert.deepEqual(made.body.config, { phoneNumberId: "100200300", businessAccountId: "9100200300" });
    const changed = await tenant.api.patch(`/api/v1/channels/${made.body.id}`, {
      config: { messagesPerSecond: 500, accessToken: "token-new-one" },
    });
    assert.deepEqual([changed.body.messagesPerSecond, changed.body.status], [500, "Connected"]);
    const everything = [
      made,
      changed,
      await tenant.api.get("/api/v1/channels"),
      await tenant.api.get(`/api/v1/channels/${made.body.id}`),
      await tenant.api.get("/api/v1/events?after="),
    ];
    for (const response of everything) assert.equal(/hush|token-/.test(response.text), false, response.text);
    assert.equal(/hush|token-new/.test(t.logged()), false);
    assert.equal((await tenant.api.delete(`/api/v1/channels/${made.body.id}`)).body.deleted, true);
    assert.equal((await tenant.api.get(`/api/v1/channels/${made.body.id}`)).status, 404);
  });

  it("refuses credentials that no header allows; trims white space around them, left by copy and paste", async () => {
    const id = "100200344";
    const connect = (accessToken: string) =>
      tenant.api.post("/api/v1/channels", { kind: "chat_app", name: "Pasted", config: { ...config(id), accessToken } });
    for (const accessToken of ["token\nbroken", "token-\u200b", "tökén"]) {
      const { status, body } = await connect(accessToken);
      assert.deepEqual([status, body.error.details], [400, [{ field: "config.accessToken", issue: "invalid_format" }]], accessToken);
    }
    const made = await connect(" token-pasted \n");
    assert.equal(made.status, 200, made.text);
    const refused = await tenant.api.patch(`/api/v1/channels/${made.body.id}`, { config: { accessToken: "a\tb" } });
    assert.equal(refused.status, 400);
  });

  const bad: [string, object, number, string, unknown][] = [
    [
      "an unknown kind",
      { kind: "pigeon_post", name: "x", config: {} },
      400,
      "validation_error",
      [{ field: "kind", issue: "unknown_value" }],
    ],
    [
      "missing settings, all named at once",
      { kind: "chat_app", name: "x", externalId: "1", config: { phoneNumberId: "1" } },
      400,
      "validation_error",
      ["config.businessAccountId", "config.accessToken", "config.appSecret", "config.verifyToken"],
    ],
    [
      "a setting of the wrong type",
      { kind: "chat_app", name: "x", config: { ...config("77"), messagesPerSecond: "fast" } },
      400,
      "validation_error",
      [{ field: "config.messagesPerSecond", issue: "invalid_type" }],
    ],
    [
      "a rate out of range",
      { kind: "chat_app", name: "x", config: { ...config("77"), messagesPerSecond: 0 } },
      400,
      "validation_error",
      [{ field: "config.messagesPerSecond", issue: "out_of_range" }],
    ],
    [
      "two external ids",
      { kind: "chat_app", name: "x", externalId: "1", config: config("2") },
      400,
      "validation_error",
      [{ field: "externalId", issue: "invalid_format" }],
    ],
  ];
  for (const [what, body, status, code, details] of bad) {
    it(`refuses ${what}`, async () => {
      const response = await tenant.api.post("/api/v1/channels", body);
      assert.equal(response.status, status, response.text);
      assert.equal(response.body.error.code, code);
      const got = response.body.error.details;
      if (typeof (details as unknown[])[0] === "string")
        assert.deepEqual(
          got.map((d: { field: string }) => d.field),
          details,
        );
      else assert.deepEqual(got, details);
    });
  }

  it("names an account that is already connected; another tenant with the same account learns nothing", async () => {
    const body = { kind: "chat_app", name: "x", config: config("555000") };
    const first = await tenant.api.post("/api/v1/channels", body);
    const twin = await tenant.api.post("/api/v1/channels", body);
    assert.equal(twin.status, 409);
    assert.deepEqual(twin.body.error.details, [{ field: "externalId", issue: "exists", id: first.body.id }]);
    const other = await t.tenant();
    assert.equal((await other.api.post("/api/v1/channels", body)).status, 200);
  });

  it("does not change the account of a channel", async () => {
    const channel = await t.channel(tenant);
    const response = await tenant.api.patch(`/api/v1/channels/${channel.id}`, { config: { phoneNumberId: "999" } });
    assert.equal(response.status, 400);
    assert.deepEqual(response.body.error.details, [{ field: "config.phoneNumberId", issue: "not_allowed" }]);
  });

  it("answers 404 for another tenant's channel as for one that never existed, on every operation", async () => {
    const channel = await t.channel(tenant);
    const other = await t.tenant();
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/templates"],
      ["POST", "/templates/sync"],
    ] as const) {
      const body = method === "PATCH" ? { body: '{"name":"y"}' } : {};
      const foreign = await other.api.request(method, `/api/v1/channels/${channel.id}${path}`, body);
      const random = await other.api.request(method, `/api/v1/channels/${unknownId("chn")}${path}`, body);
      assert.equal(foreign.status, 404, `${method} ${path}`);
      assert.equal(foreign.text, random.text);
    }
  });

  it("lists all channels once, in pages", async () => {
    const own = await t.tenant();
    for (let i = 0; i < 5; i++) {
      await t.channel(own);
      t.clock.advance(1_000);
    }
    const first = await own.api.get("/api/v1/channels?limit=2");
    const second = await own.api.get(`/api/v1/channels?limit=2&cursor=${first.body.pageInfo.nextCursor}`);
    const third = await own.api.get(`/api/v1/channels?limit=2&cursor=${second.body.pageInfo.nextCursor}`);
    const ids = [first, second, third].flatMap((p) => p.body.data.map((c: { id: string }) => c.id));
    assert.equal(new Set(ids).size, 5);
    assert.deepEqual(third.body.pageInfo, { hasNextPage: false, nextCursor: null });
  });

  it("describes the settings of each kind, with secrets marked", async () => {
    const kinds = await tenant.api.get("/api/v1/channels/kinds");
    const chatApp = kinds.body.data.find((k: { kind: string }) => k.kind === "chat_app");
    assert.equal(chatApp.externalIdField, "phoneNumberId");
    assert.equal(chatApp.addressKind, "phone");
    assert.deepEqual(
      chatApp.configFields
        .filter((f: { secret: boolean }) => f.secret)
        .map((f: { name: string }) => f.name)
        .sort(),
      ["accessToken", "appSecret", "twoStepPin", "verifyToken"],
    );
    assert.deepEqual(chatApp.templateEdits, { states: ["approved", "rejected", "paused"], categoryFixedIn: ["approved"] });
    assert.equal(kinds.body.data.find((k: { kind: string }) => k.kind === "photo_social").templateEdits, null);
  });

  it("fetches templates from the platform, checks them on a send, and follows their events", async () => {
    const own = await t.tenant();
    const channel = await t.channel(own);
    const account = `2${channel.externalId.slice(1)}`;
    t.simulator.registerNumber({
      phoneNumberId: channel.externalId,
      businessAccountId: account,
      accessToken: `token-${channel.externalId}`,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      templates: [
        {
          name: "order_update",
          language: "en",
          status: "APPROVED",
          category: "UTILITY",
          components: [{ type: "BODY", text: "Hello {{1}}, order {{2}} left." }],
        } as never,
      ],
    });
    const synced = await own.api.post(`/api/v1/channels/${channel.id}/templates/sync`);
    assert.equal(synced.status, 200, synced.text);
    assert.deepEqual(synced.body, { synced: 1, changed: 1, removed: 0 });
    assert.deepEqual((await own.api.post(`/api/v1/channels/${channel.id}/templates/sync`)).body, { synced: 1, changed: 0, removed: 0 });
    const list = await own.api.get(`/api/v1/channels/${channel.id}/templates`);
    assert.deepEqual(list.body.data[0].variables, ["1", "2"]);
    const send = (content: object) =>
      own.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900123", type: "template", content });
    assert.equal(
      (await send({ name: "order_update", language: "en", variables: ["Amina"] })).body.error.code,
      "template_variables_mismatch",
    );
    assert.equal((await send({ name: "nobody_knows", language: "en" })).body.error.code, "template_not_approved");
    const good = await send({ name: "order_update", language: "en", variables: ["Amina", 2291] });
    assert.equal(good.status, 200, good.text);
    await t.settle();
    assert.equal((await own.api.get(`/api/v1/messages/${good.body.id}`)).body.status, "read");
  });

  it("reports why a platform refuses to list templates, and stores nothing", async () => {
    const own = await t.tenant();
    const channel = await t.channel(own);
    t.simulator.faults.nextManagement({ kind: "error", code: 190 } as never);
    const response = await own.api.post(`/api/v1/channels/${channel.id}/templates/sync`);
    assert.equal(response.status, 502);
    assert.equal(response.body.error.code, "provider_error");
    assert.match(response.body.error.reference, /^SVC-[0-9a-f]+$/);
  });

  it("fails the waiting messages when a channel is removed, and a repeated send still gets its first answer", async () => {
    const own = await t.tenant();
    const channel = await t.channel(own);
    const body = { channelId: channel.id, to: "447700900321", type: "template", content: { name: "hello", language: "en" } };
    const headers = { "idempotency-key": "before-removal" };
    const sent = await own.api.post("/api/v1/messages", body, headers);
    assert.equal(sent.status, 200, sent.text);
    assert.equal((await own.api.delete(`/api/v1/channels/${channel.id}`)).status, 200);
    await t.settle();
    const message = (await own.api.get(`/api/v1/messages/${sent.body.id}`)).body;
    assert.deepEqual([message.status, message.error.code], ["failed", "channel_not_connected"]);
    const events = (await own.api.get("/api/v1/events?type=message.status")).body.data;
    assert.deepEqual(
      events.map((e: { data: { status: string } }) => e.data.status),
      ["failed"],
    );
    assert.equal(t.simulator.sentTo("447700900321").length, 0);
    t.clock.advance(5_000);
    const again = await own.api.post("/api/v1/messages", body, headers);
    assert.equal(again.text, sent.text);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
  });
});
