/** What a contact has been through counts for the survivor of its merge: it starts nothing twice, and is found. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endedRunsOf, makeFlow, runsOf } from "../../../../../test/flows.ts";
import { startInbox } from "../../../../../test/inbox.ts";
import { ok } from "../../../../../test/responses.ts";

const { t, tenant, channel, incoming } = await startInbox("447729");
const { api } = tenant;
const day = 86_400_000;

/** Somebody who wrote is merged into a contact that has never written; returns that one, the survivor. */
async function mergeAway(contactId: string): Promise<string> {
  const { id } = await ok(api.post("/api/v1/contacts", { name: "Survivor" }));
  await ok(api.post(`/api/v1/contacts/${id}/merge`, { contactId }));
  await t.settle();
  return id;
}
const textsOf = async (contactId: string) =>
  (await ok(api.get(`/api/v1/messages?contactId=${contactId}&limit=100`))).data
    .filter((message: any) => message.direction === "outbound")
    .map((message: any) => message.text);
const startByHand = async (flow: { id: string }, contactId: string) => {
  const { status, body } = await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId });
  return [status, body.error?.code];
};

describe("a merged contact's run", () => {
  it("is the survivor's: the flow does not start a second time while it is active", async () => {
    const flow = await makeFlow(tenant, { type: "message.keyword", keywords: ["price"] }, [
      { type: "send_message", text: "Which one?" },
      { type: "wait_for_reply", timeoutSeconds: 600 },
      { type: "wait", seconds: 600 },
    ]);
    const { customer, contactId } = await incoming("price?");
    await t.settle();
    const [run, ...none] = await runsOf(tenant, flow);
    assert.deepEqual([run.status, run.contactId, none], ["waiting", contactId, []]);
    const survivor = await mergeAway(contactId);
    t.clock.advance(1_000);
    await customer.sendText(channel.externalId, "The price!");
    await t.settle();
    const runs = await runsOf(tenant, flow);
    assert.deepEqual(
      runs.map(({ id, status, contactId: contact }) => [id, status, contact]),
      [[run.id, "waiting", survivor]],
    );
    assert.deepEqual(await textsOf(survivor), ["Which one?"]);
    assert.deepEqual(await startByHand(flow, survivor), [409, "conflict"]);
    t.clock.advance(600_000);
    const [ended] = await endedRunsOf(t, tenant, flow);
    assert.equal(ended.status, "completed");
    assert.deepEqual(await startByHand(flow, survivor), [200, undefined], "once it has ended, it starts again");
    await ok(api.post(`/api/v1/flows/${flow.id}/deactivate`));
  });

  it("counts for a flow that is once per contact, even after the run was removed", async () => {
    const flow = await makeFlow(tenant, { type: "message.keyword", keywords: ["gift"] }, [{ type: "send_message", text: "Yours" }], {
      oncePerContact: true,
    });
    const { customer, contactId } = await incoming("gift");
    const [run] = await endedRunsOf(t, tenant, flow);
    assert.equal(run.status, "completed");
    const survivor = await mergeAway(contactId);
    const asksAgain = async () => {
      t.clock.advance(1_000);
      await customer.sendText(channel.externalId, "gift, please");
      await t.settle();
      assert.deepEqual([await textsOf(survivor), await startByHand(flow, survivor)], [["Yours"], [409, "conflict"]]);
      return (await runsOf(tenant, flow)).map(({ id }) => id);
    };
    assert.deepEqual(await asksAgain(), [run.id]);
    await ok(api.put("/api/v1/organization/retention", { flowRunsDays: 1 }));
    t.clock.advance(2 * day);
    await t.app.flows.purgeRuns();
    assert.deepEqual(await asksAgain(), []);
    // Undone, each is a contact again, and only one of them has been through it.
    await ok(api.post(`/api/v1/contacts/${contactId}/unmerge`));
    await t.settle();
    assert.deepEqual(
      [await startByHand(flow, contactId), await startByHand(flow, survivor)],
      [
        [409, "conflict"],
        [200, undefined],
      ],
    );
  });
});

describe("the runs of a contact", () => {
  it("include those of contacts merged into it", async () => {
    const flow = await makeFlow(tenant, { type: "manual" }, [{ type: "add_tag", tag: "seen" }]);
    const [merged, other] = [await incoming(), await incoming()];
    for (const { contactId } of [merged, other]) assert.deepEqual(await startByHand(flow, contactId), [200, undefined]);
    await t.settle();
    const survivor = await mergeAway(merged.contactId);
    assert.deepEqual(await startByHand(flow, survivor), [200, undefined]);
    await t.settle();
    const contactsOf = async (query: string) =>
      (await ok(api.get(`/api/v1/flows/${flow.id}/runs?${query}`))).data.map((run: any) => run.contactId);
    assert.deepEqual(await contactsOf(`contactId=${survivor}`), [survivor, survivor]);
    assert.deepEqual(await contactsOf(`contactId=${survivor}&status=completed`), [survivor, survivor]);
    assert.deepEqual(await contactsOf(`contactId=${other.contactId}`), [other.contactId]);
  });
});
