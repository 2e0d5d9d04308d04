/** Flows that start after silence: of a customer who got a message, or of the team. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../test/responses.ts";
import { runsOf } from "../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { startInbox } from "../../../../../test/inbox.ts";
import { setSilenceStage } from "../../../../../test/stages/silence-stage.ts";

const { t, incoming } = await startInbox("447725");
const { make, pass, reply } = setSilenceStage(t);

const counts = async (own: TestTenant, ...flows: { id: string }[]) =>
  Promise.all(flows.map(async (flow) => (await runsOf(own, flow)).length));

describe("silence of the team", () => {
  it("starts a flow once per customer message, and not after an answer or in a resolved conversation", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const flow = await make(own, { minutes: 30, of: "us" });
    const other = await t.channel(own);
    const elsewhere = await make(own, { minutes: 30, of: "us", channelIds: [other.id] });
    const [waiting, answered, resolved] = [
      await incoming("Hello?", own, line),
      await incoming("Hello", own, line),
      await incoming("Thanks", own, line),
    ];
    await reply(own, line, answered, "Hi");
    await ok(own.api.patch(resolved.url, { status: "resolved" }));
    await pass(29);
    assert.deepEqual(await counts(own, flow), [0]);
    await pass(2);
    const [run, ...more] = await runsOf(own, flow);
    assert.deepEqual([more.length, run.status, run.conversationId], [0, "completed", waiting.conversation.id]);
    await pass(120);
    assert.deepEqual(await counts(own, flow, elsewhere), [1, 0], "once");
    await waiting.customer.sendText(line.externalId, "Still there?");
    await t.settle();
    await pass(31);
    assert.deepEqual(await counts(own, flow), [2], "each message anew");
    const events = await ok(own.api.get("/api/v1/events?type=conversation.no_reply"));
    const [first] = events.data.filter((event: any) => event.data.conversationId === waiting.conversation.id);
    assert.deepEqual([first.data.of, first.data.minutes, first.data.contactId], ["us", 30, waiting.contactId]);
    const run2 = await ok(own.api.post(`/api/v1/flows/${flow.id}/test`, { eventId: first.id }));
    assert.deepEqual([run2.trigger.matched, run2.conversationId], [true, waiting.conversation.id]);
  });
});

describe("silence of a customer", () => {
  it("starts each flow once after our message, even if another flow wrote meanwhile, and again after the next one", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const remind = (text: string) => [{ type: "send_message", text }];
    const first = await make(own, { minutes: 60, of: "customer" }, remind("Are you there?"));
    const second = await make(own, { minutes: 120, of: "customer" }, remind("We are still here."));
    const person = await incoming("Hello", own, line);
    await reply(own, line, person, "Hi, which one?");
    await pass(59);
    assert.deepEqual(await counts(own, first, second), [0, 0]);
    await pass(2);
    assert.deepEqual(await counts(own, first, second), [1, 0]);
    await pass(121);
    assert.deepEqual(await counts(own, first, second), [1, 1], "counted from the reminder, which itself is not reminded of");
    await pass(300);
    assert.deepEqual(await counts(own, first, second), [1, 1], "reminders do not remind of one another");
    await reply(own, line, person, "We keep it for you.");
    await pass(61);
    assert.deepEqual(await counts(own, first, second), [2, 1]);
    await person.customer.sendText(line.externalId, "The red one");
    await t.settle();
    await pass(300);
    assert.deepEqual(await counts(own, first, second), [2, 1], "they have answered");
    const messages = (await ok(own.api.get(`/api/v1/messages?conversationId=${person.conversation.id}`))).data;
    assert.equal(messages.filter((message: any) => message.author?.kind === "flow").length, 3);
  });
});

describe("silence from before the activation", () => {
  it("starts nothing: what was due while the flow was inactive is ignored", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    await incoming("Old", own, line);
    await pass(40);
    const flow = await make(own, { minutes: 30, of: "us" });
    await pass(5);
    assert.deepEqual(await counts(own, flow), [0], "it was due before");
    await incoming("New", own, line);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    await pass(31);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    await pass(5);
    assert.deepEqual(await counts(own, flow), [0], "it was paused");
    await incoming("Newer", own, line);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    await pass(10);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    await pass(21);
    assert.deepEqual(await counts(own, flow), [1], "what becomes due from then on");
  });
});

describe("silence after a change of the trigger", () => {
  it("counts from the change, and continues unchanged when only steps change", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const flow = await make(own, { minutes: 600, of: "us" });
    await incoming("Old", own, line);
    await pass(100);
    const change = async (body: object) => {
      await ok(own.api.patch(`/api/v1/flows/${flow.id}`, body));
      return (await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`))).activatedAt;
    };
    const trigger = { type: "no_reply_for", minutes: 30, of: "us" };
    const changedAt = await change({ trigger });
    assert.equal(changedAt, t.clock.now().toISOString());
    await pass(5);
    assert.deepEqual(await counts(own, flow), [0], "it was due before anybody asked");
    await incoming("New", own, line);
    await pass(10);
    assert.equal(await change({ trigger, steps: [{ type: "add_label", label: "Other" }] }), changedAt);
    await pass(21);
    assert.deepEqual(await counts(own, flow), [1]);
  });
});

describe("a silence trigger", () => {
  it("is refused, naming the place, if it is invalid", async () => {
    const own = await t.tenant();
    for (const [trigger, field, issue] of [
      [{ minutes: 0, of: "us" }, "trigger.minutes", "out_of_range"],
      [{ minutes: 43_201, of: "us" }, "trigger.minutes", "out_of_range"],
      [{ minutes: 5, of: "them" }, "trigger.of", "unknown_value"],
    ] as const) {
      const made = await own.api.post("/api/v1/flows", { name: "F", trigger: { type: "no_reply_for", ...trigger }, steps: [] });
      assert.deepEqual([made.status, made.body.error.details], [400, [{ field, issue }]]);
    }
    const made = await ok(own.api.post("/api/v1/flows", { name: "F", trigger: { type: "no_reply_for" }, steps: [{ type: "stop" }] }));
    const { problems } = await ok(own.api.post(`/api/v1/flows/${made.id}/validate`));
    assert.deepEqual(
      problems.map((problem: any) => [problem.field, problem.issue]),
      [
        ["trigger.minutes", "required"],
        ["trigger.of", "required"],
      ],
    );
  });
});
