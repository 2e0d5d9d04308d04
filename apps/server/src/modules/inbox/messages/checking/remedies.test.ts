/** What a refused or failed message says: somebody who reads only this must know what to do next. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { errorCatalog } from "#platform/errors/catalog.ts";

const day = 24 * 3_600_000;
const checkNumber = "Check the number or id, or ask the customer to write first.";
const sendTemplate = "Send an approved template, or wait for the customer to write.";
const waitFor = "Wait for the customer to write: this channel has no templates.";

describe("the text of a refused or failed message ends with a remedy", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  const platform = fakePlatform("no_templates", {});
  let people = 0;
  before(async () => {
    t = await startTestApp({ connectors: [platform] });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(() => t.stop());

  async function customer() {
    const waId = `44770093${String(++people).padStart(4, "0")}`;
    await t.simulator.customer(waId, "Customer").sendText(channel.externalId, "Hello");
    await t.drain();
    return waId;
  }
  const send = (to: string, more: object = { type: "text", text: "Hello" }, channelId = channel.id) =>
    tenant.api.post("/api/v1/messages", { channelId, to, ...more });
  const read = async (id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body;

  it("when the window is closed at acceptance: with templates, and without", async () => {
    const to = await customer();
    const other = await platform.channel(t, tenant);
    await other.write("person");
    t.clock.advance(2 * day);
    const refused = await send(to);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.message],
      [422, "window_closed", `The customer service window is closed. ${sendTemplate}`],
    );
    const there = await send("person", undefined, other.id);
    assert.deepEqual(
      [there.body.error.code, there.body.error.message],
      ["window_closed", `The customer service window is closed. ${waitFor}`],
    );
  });

  it("when the window closes before the message is sent: with templates, and without", async () => {
    const to = await customer();
    const other = await platform.channel(t, tenant);
    await other.write("person");
    const accepted = [await send(to), await send("person", undefined, other.id)];
    t.clock.advance(2 * day);
    await t.settle();
    for (const [index, remedy] of [sendTemplate, waitFor].entries()) {
      const { status, error } = await read(accepted[index]?.body.id);
      assert.deepEqual([status, error.code], ["failed", "window_closed"]);
      assert.equal(error.message, `The customer service window closed before the message was sent. ${remedy}`);
    }
  });

  for (const kind of ["error", "failed_status"] as const)
    for (const [code, ours, remedy] of [
      [131026, "recipient_invalid", checkNumber],
      [131047, "window_closed", sendTemplate],
    ] as const)
      it(`when the platform refuses the message: ${ours}, by ${kind}`, async () => {
        const to = await customer();
        t.simulator.faults.forRecipient(to, { kind, code } as never, 1);
        const sent = await send(to);
        assert.equal(sent.status, 200, sent.text);
        await t.settle();
        const { status, error } = await read(sent.body.id);
        assert.deepEqual([status, error.code], ["failed", ours]);
        assert.match(error.message, /^\S.+[.!?] /, "the platform's own words first");
        assert.ok(error.message.endsWith(` ${remedy}`), error.message);
        const events = await tenant.api.get("/api/v1/events?limit=100&after=&type=message.status");
        const told = events.body.data.find((event: any) => event.data.message.id === sent.body.id && event.data.status === "failed");
        assert.deepEqual(told.data.error, error);
      });

  it("when the recipient, the template or the contact's wish is in the way", async () => {
    const to = await customer();
    const contact = (await tenant.api.get(`/api/v1/contacts?phone=${to}`)).body.data[0];
    const refusals: [object, string][] = [
      [{ to: "nobody" }, "recipient_invalid"],
      [{ to, type: "template", text: undefined, content: { name: "no_such", language: "en" } }, "template_not_approved"],
    ];
    assert.equal((await tenant.api.post(`/api/v1/channels/${channel.id}/templates/sync`, {})).status, 200);
    await t.drain();
    for (const [more, code] of refusals) {
      const refused = await send(to, { type: "text", text: "Hello", ...more });
      assert.equal(refused.body.error.code, code, refused.text);
      assert.ok(refused.body.error.message.endsWith(` ${errorCatalog[code as "recipient_invalid"].remedy}`), refused.text);
    }
    await tenant.api.patch(`/api/v1/contacts/${contact.id}`, { optIn: "opted_out" });
    const unwanted = await send(to);
    assert.equal(unwanted.body.error.message, "The recipient has opted out. Do not message this contact until they opt in again.");
  });
});
