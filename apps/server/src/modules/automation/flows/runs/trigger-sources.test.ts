/** Triggers whose events come from other parts of the product: orders, survey answers, broadcasts, forms. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { ok } from "../../../../../test/responses.ts";
import { setBroadcastStage } from "../../../../../test/broadcasts.ts";
import { endedRunsOf, makeFlow } from "../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";

const { t, incoming } = await startInbox("447723");
const minute = 60_000;

const runsOf = (own: TestTenant, flow: { id: string }) => endedRunsOf(t, own, flow);
const ticketsOf = async (own: TestTenant) => (await wholeList(own.api, "/api/v1/tickets")).map((ticket) => ticket.subject);

describe("orders", () => {
  it("start flows when created and when their status changes, with their number and total", async () => {
    const own = await t.tenant();
    const { id: contactId } = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
    const created = await makeFlow(
      own,
      { type: "order.created" },
      [{ type: "create_ticket", subject: "New {{variables.orderNumber}}: {{variables.orderTotal}} {{variables.orderCurrency}}" }],
      { conditions: { rules: [{ field: "variables.orderTotal", op: "gte", value: 100 }] } },
    );
    const paid = await makeFlow(own, { type: "order.status_changed", to: ["paid"] }, [
      { type: "create_ticket", subject: "{{variables.orderNumber}} is {{variables.orderStatus}}" },
    ]);
    const order = (number: string, unitPrice: number) =>
      ok(own.api.post("/api/v1/orders", { contactId, number, currency: "EUR", items: [{ name: "Tea", quantity: 1, unitPrice }] }));
    const large = await order("A-1", 120);
    await order("A-2", 20);
    assert.equal((await runsOf(own, created)).length, 1, "one is too small");
    await ok(own.api.patch(`/api/v1/orders/${large.id}`, { status: "pending" }));
    assert.equal((await runsOf(own, paid)).length, 0);
    await ok(own.api.patch(`/api/v1/orders/${large.id}`, { status: "paid" }));
    await ok(own.api.patch(`/api/v1/orders/${large.id}`, { externalReference: "x" }));
    const [run, ...more] = await runsOf(own, paid);
    assert.deepEqual([more.length, run.status, run.contactId], [0, "completed", contactId]);
    assert.deepEqual((await ticketsOf(own)).sort(), ["A-1 is paid", "New A-1: 120 EUR"]);
  });
});

describe("a survey answer", () => {
  it("starts a flow once, by the number of stars", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    await ok(own.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 10 } }));
    const unhappy = await makeFlow(own, { type: "csat.answered", ratingMax: 2, channelIds: [line.id] }, [
      { type: "add_label", label: "Unhappy" },
      { type: "create_ticket", subject: "{{variables.csatRating}} of 5" },
    ]);
    const happy = await makeFlow(own, { type: "csat.answered", ratingMin: 4 }, [{ type: "add_tag", tag: "happy" }]);
    for (const number of ["1", "5"]) {
      const person = await incoming("Help", own, line);
      await ok(own.api.patch(person.url, { status: "resolved" }));
      t.clock.advance(11 * minute);
      await t.drain();
      await person.customer.sendText(line.externalId, number);
      await t.settle();
      await person.customer.sendText(line.externalId, "because of the tea");
      await t.settle();
    }
    const [first, ...more] = await runsOf(own, unhappy);
    assert.deepEqual([more.length, first.status], [0, "completed"], JSON.stringify(first));
    assert.deepEqual(await ticketsOf(own), ["1 of 5"]);
    assert.equal((await runsOf(own, happy)).length, 1);
  });
});

describe("a reply to a broadcast", () => {
  it("starts a flow once, in the conversation and with the text of the reply", async () => {
    const stage = await setBroadcastStage(t);
    const own = stage.tenant;
    const [talker] = (await stage.people(1)) as [{ id: string; number: string }];
    const { id } = await stage.draft();
    const any = await makeFlow(own, { type: "broadcast.replied" }, [{ type: "add_label", label: "Replied" }]);
    const interested = await makeFlow(own, { type: "broadcast.replied", broadcastId: id }, [{ type: "add_tag", tag: "interested" }], {
      conditions: { rules: [{ field: "message.text", op: "contains", value: "more" }] },
    });
    const other = await stage.draft();
    const others = await makeFlow(own, { type: "broadcast.replied", broadcastId: other.id }, [{ type: "add_tag", tag: "other" }]);
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    t.clock.advance(minute);
    const customer = t.simulator.customer(talker.number, "Talker");
    // The reader of the log finds several at once, and reports the first.
    for (const words of ["Tell me more", "and more"]) await customer.sendText(stage.channel.externalId, words);
    await t.settle();
    await customer.sendText(stage.channel.externalId, "Hello?");
    await t.settle();
    const [run, ...more] = await runsOf(own, interested);
    assert.deepEqual([more.length, run.status, run.contactId], [0, "completed", talker.id]);
    assert.notEqual(run.conversationId, null);
    assert.deepEqual([(await runsOf(own, any)).length, (await runsOf(own, others)).length], [1, 0]);
    const [conversation] = (await own.api.get(`/api/v1/conversations?contactId=${talker.id}`)).body.data;
    assert.deepEqual(conversation.labels, ["Replied"]);
    const events = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'broadcast.replied'",
      values: [own.id],
    });
    assert.deepEqual(
      events.map(({ data }) => [data.broadcastId, data.contactId, data.conversationId, data.message.text]),
      [[id, talker.id, conversation.id, "Tell me more"]],
    );
  });
});

describe("a window that closes soon", () => {
  it("starts a flow once, some minutes before, and again if a message has extended it", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const hour = 60 * minute;
    const flow = await makeFlow(own, { type: "window.closing", minutesBefore: 120 }, [
      { type: "send_message", text: "Are you still there?" },
    ]);
    const late = await makeFlow(own, { type: "window.closing" }, [{ type: "add_label", label: "Closing" }], {
      conditions: { rules: [{ field: "conversation.priority", op: "eq", value: "high" }] },
    });
    const paused = await makeFlow(own, { type: "window.closing", minutesBefore: 90 }, [{ type: "add_label", label: "Paused" }]);
    await ok(own.api.post(`/api/v1/flows/${paused.id}/deactivate`));
    const person = await incoming("Hello", own, line);
    const resolved = await incoming("Thanks", own, line);
    await ok(own.api.patch(resolved.url, { status: "resolved" }));
    const closesAt = new Date((await ok(own.api.get(person.url))).windowExpiresAt).getTime();
    const until = async (at: number) => {
      t.clock.advance(at - t.clock.now().getTime());
      await Promise.all([t.drain(), t.drain()]);
      await t.settle();
    };
    await until(closesAt - 2 * hour - minute);
    assert.equal((await runsOf(own, flow)).length, 0, "not yet");
    await until(closesAt - 2 * hour);
    const [run, ...more] = await runsOf(own, flow);
    assert.deepEqual([more.length, run.status, run.contactId], [0, "completed", person.contactId], JSON.stringify(run));
    await until(closesAt - hour);
    assert.deepEqual(
      [(await runsOf(own, flow)).length, (await runsOf(own, late)).length],
      [1, 0],
      "once; the other one's conditions do not hold",
    );
    await person.customer.sendText(line.externalId, "Yes");
    await t.settle();
    await ok(own.api.patch(person.url, { priority: "high" }));
    const prolonged = new Date((await ok(own.api.get(person.url))).windowExpiresAt).getTime();
    assert.ok(prolonged > closesAt);
    await until(prolonged - 30 * minute);
    assert.deepEqual([(await runsOf(own, flow)).length, (await runsOf(own, late)).length], [2, 1], "also when it was looked at late");
    const events = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'conversation.window_closing' order by xid, id",
      values: [own.id],
    });
    assert.deepEqual(events.map(({ data }) => data.minutesBefore).sort(), [120, 120, 60, 60]);
    assert.ok(events.every(({ data }) => data.conversationId === person.conversation.id));
  });
});

describe("a submitted form", () => {
  it("starts a flow of its agency with its answers, and no other tenant's", async () => {
    const [agency, other] = [await t.tenant({ kind: "agency" }), await t.tenant({ kind: "agency" })];
    const form = async (of: TestTenant, target: object = { kind: "create_contact" }) =>
      ok(
        of.api.post("/api/v1/agencies/current/signup-forms", {
          slug: randomBytes(5).toString("hex"),
          title: "Talk to us",
          fields: [
            { key: "email", label: "E-mail", type: "email", required: true },
            { key: "topic", label: "Topic", type: "text" },
            { key: "news", label: "News", type: "checkbox" },
          ],
          target,
        }),
      );
    const [talk, second] = [await form(agency), await form(agency)];
    const steps = [{ type: "create_ticket", subject: "{{variables.topic}} {{variables.news}} of {{variables.email}}" }];
    const flow = await makeFlow(agency, { type: "form.submitted", formId: talk.id }, steps);
    const foreign = await makeFlow(other, { type: "form.submitted" }, steps);
    const submit = async (made: { publicKey: string }, more: object = {}) => {
      const path = `/api/v1/public/signup-forms/${made.publicKey}`;
      const { token } = (await t.api(null).get(path)).body;
      t.clock.advance(3_000);
      const answers = { email: `${randomBytes(4).toString("hex")}@form.test`, topic: "Tea {{contact.name}}", news: true };
      const sent = await t.api(null).post(path, { token, answers, ...more });
      assert.equal(sent.status, 200, sent.text);
      return answers.email;
    };
    const email = await submit(talk);
    const events = await agency.api.get("/api/v1/events?type=form.submitted");
    assert.deepEqual([events.text.includes("fsb_"), events.text.includes("Tea")], [true, false], "events tell no answers");
    await submit(second);
    await submit(talk, { leaveEmpty: "I am a robot" });
    const [run, ...more] = await runsOf(agency, flow);
    assert.deepEqual([more.length, run.status, run.conversationId], [0, "completed", null]);
    assert.equal((await ok(agency.api.get(`/api/v1/contacts/${run.contactId}`))).email, email);
    assert.deepEqual(await ticketsOf(agency), [`Tea {{contact.name}} true of ${email}`]);
    assert.deepEqual(await runsOf(other, foreign), []);
    const refused = await agency.api.post("/api/v1/flows", {
      name: "Answers",
      trigger: { type: "form.submitted" },
      steps: [{ type: "send_message", text: "Hi" }],
    });
    const { problems } = await ok(agency.api.post(`/api/v1/flows/${refused.body.id}/validate`));
    assert.deepEqual(
      problems.map(({ field, issue }: any) => [field, issue]),
      [["steps[0]", "not_allowed"]],
      "a form brings no conversation",
    );
  });
});

describe("what a trigger refers to", () => {
  it("must exist and belong to the tenant", async () => {
    const [own, other] = [await t.tenant(), await setBroadcastStage(t)];
    const { id: foreign } = await other.draft();
    for (const [trigger, field, issue] of [
      [{ type: "broadcast.replied", broadcastId: foreign }, "trigger.broadcastId", "not_found"],
      [{ type: "broadcast.replied", broadcastId: "x" }, "trigger.broadcastId", "not_found"],
      [{ type: "form.submitted", formId: "frm_x" }, "trigger.formId", "not_found"],
    ] as const) {
      const made = await own.api.post("/api/v1/flows", { name: "F", trigger, steps: [{ type: "add_tag", tag: "x" }] });
      assert.deepEqual([made.status, made.body.error.details], [422, [{ field, issue }]]);
    }
    const trigger = { type: "csat.answered", ratingMin: 4, ratingMax: 2 };
    const made = await ok(own.api.post("/api/v1/flows", { name: "F", trigger, steps: [{ type: "add_tag", tag: "x" }] }));
    const { problems } = await ok(own.api.post(`/api/v1/flows/${made.id}/validate`));
    assert.deepEqual([problems[0].field, problems[0].issue], ["trigger.ratingMax", "out_of_range"]);
    for (const [trigger, field, issue] of [
      [{ type: "order.status_changed", to: ["lost"] }, "trigger.to[0]", "unknown_value"],
      [{ type: "csat.answered", ratingMin: 6 }, "trigger.ratingMin", "out_of_range"],
    ] as const) {
      const made = await own.api.post("/api/v1/flows", { name: "F", trigger, steps: [] });
      assert.deepEqual([made.status, made.body.error.details], [400, [{ field, issue }]]);
    }
  });
});
