import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

const body = { type: "BODY", text: "Hello {{1}}, order {{2}} has left.", example: { body_text: [["Amina", "2291"]] } };
const shorter = { type: "BODY", text: "Hello {{1}}, it is on its way.", example: { body_text: [["Amina"]] } };

describe("edited templates", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: { id: string; externalId: string };
  let account: string;
  let made: { id: string; providerTemplateId: string };
  const path = (rest = "") => `/api/v1/channels/${channel.id}/templates${rest}`;
  const edit = (change: object, key?: string) =>
    tenant.api.patch(path(`/${made.id}`), change, key === undefined ? {} : { "idempotency-key": key });
  const current = async () => (await tenant.api.get(path(`/${made.id}`))).body;

  before(async () => {
    // The tests give the verdicts themselves, so that none arrives between two lines.
    t = await startTestApp({ simulatorOptions: { templateReviewMs: 3_600_000 } });
  });
  after(async () => {
    await t.stop();
  });
  beforeEach(async () => {
    tenant = await t.tenant();
    channel = await t.channel(tenant);
    // It has none to fetch, so these tests cause every event.
    await t.drain();
    account = `2${channel.externalId.slice(1)}`;
    const draft = { name: "order_left", language: "en", category: "UTILITY", components: [body] };
    const response = await tenant.api.post(path(), draft);
    assert.equal(response.status, 200, response.text);
    made = response.body;
  });

  async function until(status: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      await t.drain();
      if ((await current()).status === status) return;
      assert.ok(Date.now() < deadline, `the template becomes ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  async function decided(word: string, status: string, reason?: string): Promise<void> {
    t.clock.advance(1_000);
    t.simulator.decideTemplate(account, "order_left", "en", word, reason);
    await until(status);
  }
  const asked = () =>
    t.simulator.calls.filter((call) => call.method === "POST" && call.path.endsWith(`/${made.providerTemplateId}`)).length;

  it("wait for the platform's verdict again, with their new text, and cannot be sent meanwhile", async () => {
    await decided("APPROVED", "approved");
    // Not on the full second: the platform reports its verdict in whole seconds.
    t.clock.advance(1_500);
    const edited = await edit({ components: [shorter] }, "edit-once");
    assert.equal(edited.status, 200, edited.text);
    assert.deepEqual([edited.body.status, edited.body.variables, edited.body.components], ["pending", ["1"], [shorter]]);
    assert.equal((await edit({ components: [shorter] }, "edit-once")).text, edited.text);
    assert.equal(asked(), 1, "a repetition asks nobody");
    const content = { name: "order_left", language: "en", variables: ["Amina"] };
    const send = () => tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900124", type: "template", content });
    assert.equal((await send()).body.error.code, "template_not_approved");

    t.simulator.decideTemplate(account, "order_left", "en", "APPROVED");
    await until("approved");
    assert.equal((await send()).status, 200);
    const events = (await tenant.api.get("/api/v1/events?type=template.updated&limit=100&after=")).body.data;
    assert.deepEqual(
      events.map((event: { data: { template: { status: string } } }) => event.data.template.status),
      ["pending", "approved", "pending", "approved"],
    );
  });

  it("can change their category after a rejection, not while they are approved", async () => {
    await decided("APPROVED", "approved");
    const fixed = await edit({ category: "MARKETING" });
    assert.deepEqual([fixed.status, fixed.body.error.code], [409, "invalid_transition"]);
    assert.deepEqual(fixed.body.error.details, [{ field: "category", issue: "not_allowed" }]);
    await decided("REJECTED", "rejected", "INCORRECT_CATEGORY");
    assert.equal((await current()).rejectedReason, "INCORRECT_CATEGORY");
    t.clock.advance(1_000);
    const { status, category, rejectedReason, components } = (await edit({ category: "MARKETING" })).body;
    assert.deepEqual([status, category, rejectedReason, components], ["pending", "MARKETING", null, [body]]);
  });

  it("are refused before the platform is asked: in other states, without a change, with a text it would refuse", async () => {
    for (const [word, status] of [
      [null, "pending"],
      ["DISABLED", "disabled"],
    ] as const) {
      if (word !== null) await decided(word, status);
      const refused = await edit({ components: [shorter] });
      assert.deepEqual([refused.status, refused.body.error.code], [409, "invalid_transition"], refused.text);
      assert.match(refused.body.error.message, new RegExp(`${status}.*approved, rejected, paused`));
    }
    await decided("PAUSED", "paused");
    for (const wrong of [{}, { components: [] }, { category: "NEWS" }, { components: [{ type: "BODY", text: "a {{1}} b" }] }]) {
      const refused = await edit(wrong);
      assert.deepEqual([refused.status, refused.body.error.code], [400, "validation_error"], refused.text);
    }
    assert.equal(asked(), 0);
    t.clock.advance(1_000);
    assert.equal((await edit({ components: [shorter] })).status, 200);
  });

  it("keep their status when the platform refuses, and report its message", async () => {
    await decided("APPROVED", "approved");
    t.simulator.faults.nextManagement({ kind: "error", code: 100, details: "Message templates can only be edited once in 24 hours." });
    const refused = await edit({ components: [shorter] });
    assert.deepEqual([refused.status, refused.body.error.code], [502, "provider_error"]);
    assert.match(refused.body.error.message, /once in 24 hours/);
    const { status, components } = await current();
    assert.deepEqual([status, components], ["approved", [body]]);
  });

  it("keep a verdict that overtook the answer to the edit", async () => {
    await decided("APPROVED", "approved");
    t.clock.advance(1_000);
    // Of the calls below, only the edit is answered late.
    t.simulator.faults.nextManagement({ kind: "slow", delayMs: 1_500 }, 10_000);
    const editing = edit({ components: [shorter] });
    const headers = { authorization: `Bearer token-${channel.externalId}` };
    const atPlatform = async () => (await fetch(`${t.simulator.url}/v25.0/${made.providerTemplateId}`, { headers })).json();
    const deadline = Date.now() + 20_000;
    while (((await atPlatform()) as { status: string }).status !== "PENDING") assert.ok(Date.now() < deadline, "the platform has the edit");
    t.simulator.faults.clear();
    t.simulator.decideTemplate(account, "order_left", "en", "REJECTED", "INVALID_FORMAT");
    await until("rejected");
    const edited = await editing;
    assert.deepEqual([edited.status, edited.body.status, edited.body.components], [200, "rejected", [shorter]], edited.text);
  });
});
