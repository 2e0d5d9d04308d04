import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { deliveries, emit, endpoint, ownerRows, receiver, t } from "../../../../test/stages/webhook-stage.ts";

const day = 24 * 3_600_000;

/** The function shown in the guide. */
async function guideCode(): Promise<{
  isGenuine(headers: object, rawBody: Buffer, key: string, nowSeconds: number): boolean;
}> {
  const guide = await readFile(new URL("../../../../../../docs/guides/verify-webhooks.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]+?)```/.exec(guide)?.[1];
  assert.ok(code !== undefined);
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}

describe("webhooks: custom headers", () => {
  it("are sent with every delivery; their values are sealed and never shown", async () => {
    const tenant = await t.tenant();
    const headers = { Authorization: "Bearer s3cret-of-a-gateway", "X-Team": "crm  two" };
    const made = await tenant.api.post("/api/v1/webhooks", { url: `${receiver.url}/headers`, events: ["*"], headers });
    assert.equal(made.status, 200, made.text);
    const at = `/api/v1/webhooks/${made.body.id}`;
    const responses = [made, await tenant.api.get(at), await tenant.api.get("/api/v1/webhooks")];
    for (const response of responses) assert.ok(!response.text.includes("s3cret"), response.text);
    assert.deepEqual(responses[1]?.body.headerNames, ["Authorization", "X-Team"]);
    const got = () => receiver.deliveries.filter((d) => d.path === "/headers");
    await emit(tenant);
    await t.drain();
    assert.deepEqual([got()[0]?.headers["authorization"], got()[0]?.headers["x-team"]], ["Bearer s3cret-of-a-gateway", "crm  two"]);
    const rows = await ownerRows<{ text: string }>("select w::text as text from webhook_endpoints w where tenant_id = $1", [tenant.id]);
    const audited = await ownerRows<{ text: string }>("select a::text as text from audit_entries a where tenant_id = $1", [tenant.id]);
    for (const { text } of [...rows, ...audited, { text: t.logged() }])
      assert.ok(!text.includes("s3cret") && !text.includes(Buffer.from("s3cret").toString("hex")));
    // They are kept when other fields change; setting them again replaces all.
    assert.deepEqual((await tenant.api.patch(at, { description: "x" })).body.headerNames, ["Authorization", "X-Team"]);
    assert.deepEqual((await tenant.api.patch(at, { headers: { "X-Key": "2" } })).body.headerNames, ["X-Key"]);
    await emit(tenant);
    await t.drain();
    assert.deepEqual([got()[1]?.headers["authorization"], got()[1]?.headers["x-key"]], [undefined, "2"]);
    // Changing the host drops them unless they are sent again: a member who may change the address need not know them.
    const elsewhere = await tenant.api.patch(at, { url: "https://elsewhere.example/hook" });
    assert.deepEqual([elsewhere.status, elsewhere.body.error?.details], [422, [{ field: "headers", issue: "required" }]]);
    assert.equal((await tenant.api.get(at)).body.url, `${receiver.url}/headers`);
    assert.deepEqual((await tenant.api.patch(at, { url: `${receiver.url}/headers`, headers: null })).body.headerNames, []);
    await emit(tenant);
    await t.drain();
    assert.equal(got()[2]?.headers["x-key"], undefined);
  });

  it("may not replace those of the connection or the delivery", async () => {
    const tenant = await t.tenant();
    for (const [headers, field, issue] of [
      [{ Host: "x" }, "headers.Host", "not_allowed"],
      [{ "content-type": "x" }, "headers.content-type", "not_allowed"],
      [{ "Content-Length": "1" }, "headers.Content-Length", "not_allowed"],
      [{ "Transfer-Encoding": "chunked" }, "headers.Transfer-Encoding", "not_allowed"],
      [{ connection: "close" }, "headers.connection", "not_allowed"],
      [{ "X-Service-Signature": "sha256=0" }, "headers.X-Service-Signature", "not_allowed"],
      [{ "X-Service-Attempt": "9" }, "headers.X-Service-Attempt", "not_allowed"],
      [{ "webhook-id": "evt_1" }, "headers.webhook-id", "not_allowed"],
      [{ "X-Flow-Origin": "0.frun_1" }, "headers.X-Flow-Origin", "not_allowed"],
      [{ "Proxy-Authorization": "x" }, "headers.Proxy-Authorization", "not_allowed"],
      [{ "a b": "x" }, "headers.a b", "invalid_format"],
      [{ "x-a": "x\r\nhost: y" }, "headers.x-a", "invalid_format"],
      [{ "x-a": " x" }, "headers.x-a", "invalid_format"],
      [{ "x-a": "" }, "headers.x-a", "invalid_format"],
      [{ "x-a": "1", "X-A": "2" }, "headers.X-A", "duplicate"],
      [Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`x-${n}`, "v".repeat(1_900)])), "headers", "too_long"],
    ] as const) {
      const response = await tenant.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["*"], headers });
      assert.equal(response.status, 400, `${JSON.stringify(headers).slice(0, 80)}: ${response.text}`);
      assert.deepEqual(response.body.error.details, [{ field, issue }]);
    }
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, "v"]));
    assert.equal((await tenant.api.post("/api/v1/webhooks", { url: "https://example.com", events: ["*"], headers: many })).status, 400);
  });
});

describe("webhooks: a filter on the event's data", () => {
  it("excludes events that do not match, also in a replay", async () => {
    const tenant = await t.tenant();
    const since = t.clock.now().toISOString();
    const hook = await endpoint(tenant, {
      filter: [
        { path: "message.type", op: "in", value: ["image", "video"] },
        { path: "message.from", op: "prefix", value: "+44" },
      ],
    });
    const all = await endpoint(tenant);
    const wanted = await emit(tenant, "message.received", { message: { type: "image", from: "+44123" } });
    await emit(tenant, "message.received", { message: { type: "text", from: "+44123" } });
    await emit(tenant, "message.received", { message: { type: "image", from: "+49123" } });
    await emit(tenant, "contact.created", {});
    await t.drain();
    assert.deepEqual(
      hook.received().map((d) => d.webhookId),
      [wanted],
    );
    assert.equal(all.received().length, 4);
    assert.equal((await deliveries(tenant, hook.at)).length, 1, "no delivery is made of the others");
    t.clock.advance(1_000);
    await tenant.api.post(`${hook.at}/replay`, { since });
    await t.drain();
    assert.deepEqual(
      hook.received().map((d) => d.webhookId),
      [wanted, wanted],
    );
    assert.deepEqual((await tenant.api.patch(hook.at, { filter: [] })).body.filter, []);
    await emit(tenant, "contact.created", {});
    await t.drain();
    assert.equal(hook.received().length, 3);
  });

  it("can be tried before it is set", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant, { events: ["message.received"], filter: [{ path: "message.type", op: "eq", value: "image" }] });
    const tried = async (body: object) => (await tenant.api.post(`${hook.at}/test-filter`, body)).body;
    const image = { type: "message.received", data: { message: { type: "image" } } };
    assert.deepEqual(await tried(image), { delivered: true, stoppedBy: null, condition: null });
    assert.deepEqual(await tried({ ...image, type: "contact.created" }), { delivered: false, stoppedBy: "events", condition: null });
    assert.deepEqual(await tried({ ...image, data: {} }), { delivered: false, stoppedBy: "filter", condition: 0 });
    const filter = [
      { path: "message.type", op: "exists", value: true },
      { path: "message.size", op: "eq", value: 3 },
    ];
    assert.deepEqual(await tried({ ...image, filter }), { delivered: false, stoppedBy: "filter", condition: 1 });
    const unknown = await tenant.api.post(`${hook.at}/test-filter`, { ...image, channelId: unknownId("chn") });
    assert.deepEqual([unknown.status, unknown.body.error.details], [404, [{ field: "channelId", issue: "not_found" }]]);
    assert.equal(hook.received().length, 0);
    const refused = await tenant.api.post(`${hook.at}/test-filter`, { ...image, filter: [{ path: "a", op: "in", value: "x" }] });
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "filter[0].value", issue: "invalid_format" }]]);
  });

  it("is refused if a condition cannot be checked", async () => {
    const tenant = await t.tenant();
    for (const [filter, field] of [
      [[{ path: "a", op: "matches", value: ".*" }], "filter[0].op"],
      [[{ path: "a..b", op: "eq", value: 1 }], "filter[0].path"],
      [[{ path: "a", op: "eq", value: 1, also: 2 }], "filter[0]"],
      [Array.from({ length: 11 }, () => ({ path: "a", op: "eq", value: 1 })), "filter"],
    ] as const) {
      const response = await tenant.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["*"], filter });
      assert.equal(response.status, 400, response.text);
      assert.ok(response.body.error.details[0].field.startsWith(field), response.text);
    }
  });
});

describe("webhooks: the rate limit of a webhook", () => {
  it("allows that many deliveries a second and no more, regardless of the number of processes, and loses none", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant, { maxPerSecond: 2 });
    const other = await endpoint(tenant);
    const secondApp = await startTestApp({ sharing: t });
    try {
      const ids: string[] = [];
      for (let n = 0; n < 30; n++) ids.push(await emit(tenant));
      await t.drain();
      assert.equal(other.received().length, 30, "another endpoint has all");
      assert.equal(hook.received().length, 1);
      for (let quarter = 1; hook.received().length < 12; quarter++) {
        assert.ok(quarter <= 40, `${hook.received().length} after ${quarter / 4} s`);
        t.clock.advance(250);
        // Both processes in turn.
        await (quarter % 2 === 0 ? t : secondApp).drain(["webhook fan-out", "webhook retries"]);
        assert.ok(hook.received().length <= 1 + quarter / 2, `${hook.received().length} after ${quarter / 4} s`);
      }
      // Faster from now on, and nothing was lost.
      assert.equal((await tenant.api.patch(hook.at, { maxPerSecond: 1_000 })).status, 200);
      for (let n = 0; hook.received().length < 30 && n < 10; n++) {
        t.clock.advance(1_000);
        await t.drain();
        await secondApp.drain();
      }
      assert.equal(hook.received().length, 30);
      assert.deepEqual(
        hook
          .received()
          .map((d) => d.webhookId)
          .toSorted(),
        ids.toSorted(),
      );
      assert.ok(
        (await deliveries(tenant, hook.at, "?limit=100")).every((d: { state: string; attemptCount: number }) => d.attemptCount === 1),
      );
    } finally {
      await secondApp.stop();
    }
  });

  it("applies to retries too, but not to a test, and ends when it is removed", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant, { maxPerSecond: 1 });
    receiver.answerFor(hook.path, { kind: "status", status: 500 });
    for (let n = 0; n < 3; n++) await emit(tenant);
    for (let n = 0; n < 4; n++) {
      await t.drain();
      t.clock.advance(1_000);
    }
    const tried = hook.received().length;
    assert.ok(tried >= 3, `${tried}`);
    t.clock.advance(60_000);
    await t.drain();
    assert.equal(hook.received().length, tried + 1, "all are due again, and one may go");
    const tested = await tenant.api.post(`${hook.at}/test`);
    await t.drain();
    assert.equal((await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`)).body.attemptCount, 1);
    receiver.answerFor(hook.path, { kind: "status", status: 200 });
    assert.equal((await tenant.api.patch(hook.at, { maxPerSecond: null })).body.maxPerSecond, null);
    await emit(tenant);
    t.clock.advance(600_000);
    await t.drain();
    assert.equal((await deliveries(tenant, hook.at, "?state=delivered")).length, 5);
  });

  it("is a whole number from 1 to 1000", async () => {
    const tenant = await t.tenant();
    for (const maxPerSecond of [0, 1_001, 1.5, "2"])
      assert.equal((await tenant.api.post("/api/v1/webhooks", { url: "https://example.com", events: ["*"], maxPerSecond })).status, 400);
  });
});

describe("webhooks: signed with Ed25519", () => {
  it("a receiver with only the public key can verify a delivery, with the guide's own code; the contract's header stays", async () => {
    const { isGenuine } = await guideCode();
    const tenant = await t.tenant();
    const [hook, plain] = [await endpoint(tenant, { signatureScheme: "ed25519" }), await endpoint(tenant)];
    const { publicKey, signatureScheme } = (await tenant.api.get(hook.at)).body;
    assert.equal(signatureScheme, "ed25519");
    assert.match(publicKey, /^whpk_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual((await tenant.api.get(plain.at)).body.publicKey, null);
    receiver.setSecret([hook.secret, publicKey]);
    await emit(tenant, "contact.created", { name: "Zoë ✓" });
    await t.drain();
    receiver.setSecret(undefined);
    const [got] = hook.received();
    const [other] = plain.received();
    assert.ok(got !== undefined && other !== undefined);
    assert.match(got.headers["webhook-signature"] as string, /^v1a,[A-Za-z0-9+/]{86}==$/);
    assert.deepEqual([got.serviceSignature, got.standardSignature], ["good", "good"]);
    const nowSeconds = t.clock.now().getTime() / 1000;
    assert.equal(isGenuine(got.headers, got.rawBody, publicKey, nowSeconds), true);
    assert.equal(isGenuine(other.headers, other.rawBody, plain.secret, nowSeconds), true);
    for (const [headers, body, key, at] of [
      [got.headers, Buffer.from(`${got.rawBody} `), publicKey, nowSeconds],
      [{ ...got.headers, "webhook-id": "evt_2" }, got.rawBody, publicKey, nowSeconds],
      [got.headers, got.rawBody, publicKey, nowSeconds + 301],
      [got.headers, got.rawBody, hook.secret, nowSeconds],
      [other.headers, other.rawBody, hook.secret, nowSeconds],
      [other.headers, other.rawBody, publicKey, nowSeconds],
      [{}, got.rawBody, publicKey, nowSeconds],
    ] as const)
      assert.equal(isGenuine(headers, body, key, at), false);
  });

  it("after a rotation both keys sign for a day; the private key is sealed and never shown", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant, { signatureScheme: "ed25519" });
    const old = (await tenant.api.get(hook.at)).body.publicKey;
    const rotated = await tenant.api.post(`${hook.at}/rotate-secret`);
    assert.equal(rotated.status, 200, rotated.text);
    assert.notEqual(rotated.body.publicKey, old);
    assert.equal(rotated.body.previousPublicKey, old);
    const verdict = async (key: string) => {
      receiver.setSecret(key);
      const before = hook.received().length;
      await emit(tenant);
      await t.drain();
      receiver.setSecret(undefined);
      return hook.received()[before]?.standardSignature;
    };
    assert.deepEqual([await verdict(rotated.body.publicKey), await verdict(old)], ["good", "good"]);
    t.clock.advance(day + 1_000);
    assert.deepEqual([await verdict(rotated.body.publicKey), await verdict(old)], ["good", "bad"]);
    const shown = await tenant.api.get(hook.at);
    assert.equal(shown.body.previousPublicKey, null);
    for (const text of [rotated.text, shown.text, t.logged()]) assert.ok(!text.includes("whsk_"));
  });

  it("can be switched on and off", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const on = await tenant.api.patch(hook.at, { signatureScheme: "ed25519" });
    assert.match(on.body.publicKey, /^whpk_/);
    assert.equal((await tenant.api.patch(hook.at, { description: "same key" })).body.publicKey, on.body.publicKey);
    const off = await tenant.api.patch(hook.at, { signatureScheme: "hmac-sha256" });
    assert.deepEqual([off.body.signatureScheme, off.body.publicKey], ["hmac-sha256", null]);
    receiver.setSecret(hook.secret);
    await emit(tenant);
    await t.drain();
    receiver.setSecret(undefined);
    assert.equal(hook.received()[0]?.standardSignature, "good");
    assert.equal((await tenant.api.patch(hook.at, { signatureScheme: "rsa" })).status, 400);
  });
});
