import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

const body = (text: string) => [{ type: "BODY", text }];

describe("templates of a channel", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    await t.stop();
  });

  /** A number whose account has these templates at the platform, not connected yet. */
  function atPlatform(templates: { name: string; language?: string; status?: string }[]) {
    const number = `1${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}`;
    const account = { phoneNumberId: number, businessAccountId: `${number}7`, accessToken: `token-${number}` };
    t.simulator.registerNumber({
      ...account,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      templates: templates.map(({ name, language = "en", status = "APPROVED" }) => ({
        name,
        language,
        status,
        components: body("Hello {{1}}"),
      })),
    });
    return { ...account, appSecret: "s", verifyToken: "v" };
  }
  async function connect(tenant: TestTenant, config: object): Promise<string> {
    const made = await tenant.api.post("/api/v1/channels", { kind: "chat_app", name: "It", config });
    assert.deepEqual([made.status, made.body.status], [200, "Connected"], made.text);
    return made.body.id;
  }
  const list = async (tenant: TestTenant, channel: string) =>
    (await tenant.api.get(`/api/v1/channels/${channel}/templates`)).body.data
      .map((x: any) => [x.name, x.status, x.platformStatus])
      .toSorted();
  const send = (tenant: TestTenant, channelId: string, name: string) =>
    tenant.api.post("/api/v1/messages", {
      channelId,
      to: "447700900123",
      type: "template",
      content: { name, language: "en", variables: ["Amina"] },
    });
  const word = (account: string, event: string, name = "offer") =>
    t.simulator.postAccountEvent(account, "message_template_status_update", {
      event,
      message_template_id: 4711,
      message_template_name: name,
      message_template_language: "en",
      reason: null,
    });

  it("are fetched when it connects; one missing from them is 422 on a send, and a warning on a broadcast's draft", async () => {
    const tenant = await t.tenant();
    const id = await connect(tenant, atPlatform([{ name: "offer" }, { name: "waits", status: "PENDING" }]));
    await t.drain();
    assert.deepEqual(await list(tenant, id), [
      ["offer", "approved", "APPROVED"],
      ["waits", "pending", "PENDING"],
    ]);
    assert.notEqual((await tenant.api.get(`/api/v1/channels/${id}`)).body.templatesSyncedAt, null);
    const events = (await tenant.api.get("/api/v1/events?type=template.updated&after=")).body.data;
    assert.deepEqual(events.map((e: any) => e.data.template.name).toSorted(), ["offer", "waits"]);

    assert.equal((await send(tenant, id, "offer")).status, 200);
    const unknown = await send(tenant, id, "offr");
    assert.deepEqual(
      [unknown.status, unknown.body.error.code, unknown.body.error.details],
      [422, "template_not_approved", [{ field: "content.name", issue: "unknown" }]],
    );

    await tenant.api.post("/api/v1/contacts", { name: "Amina", phone: "+447700900123" });
    const draft = (name: string, variables: unknown[] = ["x"]) =>
      tenant.api.post("/api/v1/broadcasts", {
        title: name,
        channelId: id,
        messageContent: { name, language: "en", variables },
        targetAudience: { all: true },
      });
    const warned = async (name: string, variables?: unknown[]) => {
      const made = await draft(name, variables);
      assert.equal(made.status, 200, made.text);
      const { warnings } = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}`)).body;
      assert.deepEqual(made.body.warnings, warnings);
      return {
        id: made.body.id as string,
        warnings: warnings.map(({ field, issue }: any) => `${field} ${issue}`),
        words: warnings[0]?.message,
      };
    };
    assert.deepEqual((await warned("offer")).warnings, []);
    const typo = await warned("offr");
    assert.deepEqual(
      [typo.warnings, typo.words],
      [
        ["messageContent.name unknown"],
        "The channel has no template with this name and language. Use an approved template, or sync the channel's templates.",
      ],
    );
    assert.deepEqual((await warned("waits")).warnings, ["messageContent.name not_allowed"]);
    assert.deepEqual((await warned("offer", [])).warnings.length, 1);
    const listed = (await tenant.api.get("/api/v1/broadcasts")).body.data.map((b: any) => b.warnings.length);
    assert.deepEqual(listed, [1, 1, 1, 0]);
    // A warning is about the present state: it disappears with the platform's approval, and until then sending is refused.
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${typo.id}/send`)).body.error.code, "template_not_approved");
    await tenant.api.patch(`/api/v1/broadcasts/${typo.id}`, { messageContent: { name: "offer", language: "en", variables: ["x"] } });
    assert.deepEqual((await tenant.api.get(`/api/v1/broadcasts/${typo.id}`)).body.warnings, []);
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${typo.id}/send`)).status, 200);
    await t.settle();
    assert.deepEqual((await tenant.api.get(`/api/v1/broadcasts/${typo.id}`)).body.warnings, []);
  });

  it("are fetched again when it is reconnected, but not while it is disconnected", async () => {
    const tenant = await t.tenant();
    const config = atPlatform([{ name: "offer" }]);
    const id = await connect(tenant, config);
    await t.drain();
    await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Disconnected" });
    t.simulator.registerNumber({
      ...config,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      templates: [{ name: "newer", language: "en", components: body("Hello {{1}}") }],
    });
    t.clock.advance(60 * 60_000);
    await t.drain();
    assert.deepEqual(
      (await list(tenant, id)).map(([name]: string[]) => name),
      ["offer"],
    );
    await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" });
    await t.drain();
    assert.deepEqual(
      (await list(tenant, id)).map(([name]: string[]) => name),
      ["newer", "offer"],
    );
  });

  it("are fetched later if the platform did not list them; until then the platform decides about a send", async () => {
    const tenant = await t.tenant();
    const id = await connect(tenant, atPlatform([{ name: "offer" }]));
    t.simulator.faults.nextManagement({ kind: "html" });
    await t.drain();
    assert.deepEqual(await list(tenant, id), []);
    assert.equal((await send(tenant, id, "nobody_knows")).status, 200);
    t.clock.advance(61_000);
    await t.drain();
    assert.deepEqual(await list(tenant, id), [["offer", "approved", "APPROVED"]]);
    assert.equal((await send(tenant, id, "nobody_knows")).body.error.code, "template_not_approved");
  });

  it("that a token may not list do not affect a channel that the operator vouched for", async () => {
    const tenant = await t.tenant();
    const config = {
      phoneNumberId: "70000000000111",
      businessAccountId: "70000000000112",
      accessToken: "?",
      appSecret: "s",
      verifyToken: "v",
    };
    const { id } = await t.vouchedChannel(tenant, { kind: "chat_app", config });
    for (let n = 0; n < 3; n += 1) {
      await t.drain();
      t.clock.advance(10 * 60_000);
    }
    assert.equal((await tenant.api.get(`/api/v1/channels/${id}`)).body.status, "Connected");
    assert.match(t.logged(), /did not list the templates of a channel that was connected/);
  });

  it("in an unknown state cannot be sent, and the state is shown unchanged, from an event and from a list", async () => {
    const tenant = await t.tenant();
    const config = atPlatform([{ name: "offer" }, { name: "listed", status: "HIBERNATING" }]);
    const id = await connect(tenant, config);
    await t.drain();
    assert.deepEqual(await list(tenant, id), [
      ["listed", "disabled", "HIBERNATING"],
      ["offer", "approved", "APPROVED"],
    ]);
    t.clock.advance(2_000);
    await word(config.businessAccountId, "FROZEN");
    await t.drain();
    assert.deepEqual((await list(tenant, id))[1], ["offer", "disabled", "FROZEN"]);
    const [event] = (await tenant.api.get("/api/v1/events?type=template.updated&limit=1")).body.data;
    assert.deepEqual([event.data.template.status, event.data.template.platformStatus], ["disabled", "FROZEN"]);
    const refused = await send(tenant, id, "offer");
    assert.deepEqual([refused.status, refused.body.error.code], [422, "template_not_approved"]);
    assert.match(refused.body.error.message, /disabled \(the platform says FROZEN\)/);
    // A report about quality does not change the status.
    t.clock.advance(2_000);
    await word(config.businessAccountId, "REINSTATED");
    t.clock.advance(2_000);
    await word(config.businessAccountId, "FLAGGED");
    await t.drain();
    assert.deepEqual((await list(tenant, id))[1], ["offer", "approved", "REINSTATED"]);
    assert.equal((await send(tenant, id, "offer")).status, 200);
  });

  it("with a status that no connector knows cannot be sent", async () => {
    const tenant = await t.tenant();
    const words = ["FROZEN", "frozen", "__proto__", "constructor", "ON_HOLD", "APPROVED_BUT", "\u00c4RGER"];
    const config = atPlatform(words.map((_, n) => ({ name: `offer_${n}` })));
    const id = await connect(tenant, config);
    await t.drain();
    t.clock.advance(2_000);
    for (const [n, event] of words.entries()) await word(config.businessAccountId, event, `offer_${n}`);
    await t.drain();
    assert.deepEqual(
      await list(tenant, id),
      words.map((event, n) => [`offer_${n}`, "disabled", event]),
    );
    for (const n of words.keys()) assert.equal((await send(tenant, id, `offer_${n}`)).status, 422);
  });
});
