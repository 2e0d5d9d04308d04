/** Steps that notify others and change tickets, and conditions on tickets, channels and the time. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../../test/responses.ts";
import { endedRunsOf, makeFlow } from "../../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../../test/harness.ts";
import { startInbox } from "../../../../../../test/inbox.ts";

const { t, incoming } = await startInbox("447726");

const runsOf = (own: TestTenant, flow: { id: string }) => endedRunsOf(t, own, flow);
const problemsOf = async (own: TestTenant, trigger: object, steps: object[]) => {
  const made = await ok(own.api.post("/api/v1/flows", { name: "Flow", trigger, steps }));
  const { problems } = await ok(own.api.post(`/api/v1/flows/${made.id}/validate`));
  return problems.map(({ field, issue }: any) => [field, issue]);
};

describe("emit_webhook", () => {
  const emit = {
    type: "emit_webhook",
    name: "lead",
    payload: { who: "{{contact.name}}", from: { words: ["{{variables.plan|none}}", 3, true] } },
  };

  it("is delivered to its endpoints once, with its texts filled in, in the conversation of its run", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const flow = await makeFlow(own, { type: "message.keyword", keywords: ["price"] }, [emit]);
    const person = await incoming("price", own, line, "Ada");
    const [run] = await runsOf(own, flow);
    assert.equal(run.status, "completed", JSON.stringify(run));
    const { data } = await ok(own.api.get("/api/v1/events?type=flow.emitted"));
    assert.deepEqual(
      data.map((event: any) => event.data),
      [
        {
          name: "lead",
          flowId: flow.id,
          runId: run.id,
          contactId: person.contactId,
          conversationId: person.conversation.id,
          channelId: line.id,
          payload: { who: "Ada", from: { words: ["none", 3, true] } },
        },
      ],
    );
    assert.equal(run.steps[0].result.eventId, data[0].id);
    assert.equal((await own.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["flow.emitted"] })).status, 200);
  });

  it("works without a conversation too, and shows its event in a dry run", async () => {
    const own = await t.tenant();
    const flow = await makeFlow(own, { type: "contact.created" }, [emit]);
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "Bea" }));
    const [run] = await runsOf(own, flow);
    assert.equal(run.status, "completed");
    const result = await ok(own.api.post(`/api/v1/flows/${flow.id}/test`, { contactId: contact.id }));
    assert.deepEqual(result.steps[0].does.payload, { who: "Bea", from: { words: ["none", 3, true] } });
    assert.equal((await ok(own.api.get("/api/v1/events?type=flow.emitted"))).data.length, 1, "a dry run tells nobody");
  });

  it("fails if a variable has no value or is too long, and is refused if it is invalid", async () => {
    const own = await t.tenant();
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "x".repeat(200) }));
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, "{{contact.name}}"]));
    for (const [payload, code] of [
      [{ a: "{{variables.missing}}" }, "template_variables_mismatch"],
      [many, "validation_error"],
    ] as const) {
      const flow = await makeFlow(own, { type: "manual" }, [{ ...emit, payload }]);
      await ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: contact.id }));
      const [run] = await runsOf(own, flow);
      assert.deepEqual([run.status, run.error.code, run.error.path], ["failed", code, "steps[0]"]);
    }
    assert.deepEqual((await ok(own.api.get("/api/v1/events?type=flow.emitted"))).data, []);
    for (const [payload, issue] of [
      ["text", "invalid_type"],
      [[1], "invalid_type"],
      [{ a: "x".repeat(4_096) }, "too_long"],
    ] as const) {
      const response = await own.api.post("/api/v1/flows", { name: "F", trigger: { type: "manual" }, steps: [{ ...emit, payload }] });
      assert.deepEqual([response.status, response.body.error.details], [400, [{ field: "steps[0].payload", issue }]]);
    }
    assert.deepEqual(await problemsOf(own, { type: "manual" }, [{ type: "emit_webhook", payload: { a: "{{secrets.KEY}}" } }]), [
      ["steps[0].name", "required"],
      ["steps[0].payload", "unknown_value"],
    ]);
  });
});

describe("update_ticket", () => {
  it("changes the ticket whose event started the run, or that the run created", async () => {
    const own = await t.tenant();
    const { agentId } = await t.person(own.id, { role: "agent" });
    const raise = await makeFlow(own, { type: "ticket.created" }, [{ type: "update_ticket", priority: "urgent", assigneeId: agentId }], {
      conditions: { rules: [{ field: "ticket.category", op: "eq", value: "Billing" }] },
    });
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
    const ticket = await ok(own.api.post("/api/v1/tickets", { subject: "Late", contactId: contact.id, category: "Billing" }));
    const other = await ok(own.api.post("/api/v1/tickets", { subject: "Other", contactId: contact.id, priority: "low" }));
    const [run, ...more] = await runsOf(own, raise);
    assert.deepEqual([more.length, run.status, run.steps[0].result.ticketId], [0, "completed", ticket.id], JSON.stringify(run));
    const after = await ok(own.api.get(`/api/v1/tickets/${ticket.id}`));
    assert.deepEqual([after.priority, after.assigneeId], ["urgent", agentId]);
    assert.equal((await ok(own.api.get(`/api/v1/tickets/${other.id}`))).priority, "low");
    const own2 = await makeFlow(own, { type: "manual" }, [
      { type: "create_ticket", subject: "Made" },
      { type: "update_ticket", status: "in_progress", category: "Calls" },
      {
        type: "branch",
        conditions: {
          match: "all",
          rules: [
            { field: "ticket.status", op: "eq", value: "in_progress" },
            { field: "ticket.category", op: "eq", value: "calls" },
          ],
        },
        // biome-ignore lint/suspicious/noThenProperty: steps
        then: [{ type: "add_tag", tag: "seen" }],
      },
    ]);
    await ok(own.api.post(`/api/v1/flows/${own2.id}/runs`, { contactId: contact.id }));
    const [second] = await runsOf(own, own2);
    const made = await ok(own.api.get(`/api/v1/tickets/${second.steps[0].result.ticketId}`));
    assert.deepEqual([second.status, made.status, made.category], ["completed", "in_progress", "Calls"], JSON.stringify(second));
    assert.deepEqual((await ok(own.api.get(`/api/v1/contacts/${contact.id}`))).tags, ["seen"]);
  });

  it("changes the ticket of the flow that starts a manual one", async () => {
    const own = await t.tenant();
    const done = await makeFlow(own, { type: "manual" }, [{ type: "update_ticket", priority: "high" }]);
    await makeFlow(own, { type: "ticket.created" }, [{ type: "start_flow", flowId: done.id }]);
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
    const ticket = await ok(own.api.post("/api/v1/tickets", { subject: "Late", contactId: contact.id }));
    const [run] = await runsOf(own, done);
    assert.deepEqual([run.status, run.steps[0].result.ticketId], ["completed", ticket.id], JSON.stringify(run));
    assert.equal((await ok(own.api.get(`/api/v1/tickets/${ticket.id}`))).priority, "high");
    await ok(own.api.post(`/api/v1/flows/${done.id}/runs`, { contactId: contact.id }));
    const [alone] = await runsOf(own, done);
    assert.deepEqual([alone.status, alone.error.code], ["failed", "conflict"], "by hand there is none");
  });

  it("fails if its ticket is deleted or cannot get that status, and is refused if there can be no ticket", async () => {
    const own = await t.tenant();
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
    const flow = await makeFlow(own, { type: "ticket.created" }, [
      { type: "wait", seconds: 60 },
      { type: "update_ticket", status: "closed" },
    ]);
    const gone = await ok(own.api.post("/api/v1/tickets", { subject: "Gone", contactId: contact.id }));
    await runsOf(own, flow);
    await ok(own.api.delete(`/api/v1/tickets/${gone.id}`));
    t.clock.advance(61_000);
    const [first] = await runsOf(own, flow);
    assert.deepEqual([first.status, first.error.code, first.error.path], ["failed", "conflict", "steps[1]"]);
    await ok(own.api.post("/api/v1/tickets", { subject: "Open", contactId: contact.id }));
    await runsOf(own, flow);
    t.clock.advance(61_000);
    const [second] = await runsOf(own, flow);
    assert.deepEqual([second.status, second.error.code], ["failed", "invalid_transition"]);
    const update = { type: "update_ticket", status: "resolved" };
    assert.deepEqual(await problemsOf(own, { type: "contact.created" }, [update, { type: "create_ticket", subject: "x" }]), [
      ["steps[0]", "not_allowed"],
    ]);
    assert.deepEqual(await problemsOf(own, { type: "ticket.created" }, [{ type: "update_ticket" }]), [["steps[0].status", "required"]]);
  });

  it("of two flows that trigger each other is a loop", async () => {
    const own = await t.tenant();
    const contact = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
    const there = await makeFlow(own, { type: "ticket.status_changed", to: ["resolved"] }, [{ type: "update_ticket", status: "open" }]);
    const back = await makeFlow(own, { type: "ticket.status_changed", to: ["open"] }, [{ type: "update_ticket", status: "resolved" }]);
    const ticket = await ok(own.api.post("/api/v1/tickets", { subject: "Round", contactId: contact.id }));
    await ok(own.api.patch(`/api/v1/tickets/${ticket.id}`, { status: "resolved" }));
    for (let i = 0; i < 3; i++) await t.settle();
    const flows = await Promise.all([there, back].map(({ id }) => ok(own.api.get(`/api/v1/flows/${id}`))));
    assert.deepEqual(flows.map((flow: any) => flow.pausedReason).filter(Boolean), ["loop_detected"]);
  });
});

describe("conditions", () => {
  it("know the channel, and the time by the clock of the business hours", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const now = t.clock.now();
    const weekday = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"][now.getUTCDay()] as string;
    const rules = (...list: object[]) => ({ rules: list });
    const cases: [object, boolean][] = [
      [{ field: "channel.id", op: "eq", value: line.id }, true],
      [{ field: "channel.kind", op: "eq", value: "chat_app" }, true],
      [{ field: "time.weekday", op: "in", value: [weekday] }, true],
      [{ field: "time.weekday", op: "neq", value: weekday }, false],
      [{ field: "time.hour", op: "gte", value: now.getUTCHours() }, true],
      [{ field: "time.hour", op: "lt", value: now.getUTCHours() }, false],
      [{ field: "time.inBusinessHours", op: "eq", value: true }, true],
      [{ field: "time.inBusinessHours", op: "neq", value: true }, false],
      [{ field: "ticket.status", op: "exists" }, false],
    ];
    const person = await incoming("Hello", own, line);
    const tried = async (list: [object, boolean][]) => {
      for (const [rule, held] of list) {
        const made = await ok(
          own.api.post("/api/v1/flows", { name: "F", trigger: { type: "manual" }, steps: [{ type: "stop" }], conditions: rules(rule) }),
        );
        const result = await ok(own.api.post(`/api/v1/flows/${made.id}/test`, { conversationId: person.conversation.id }));
        assert.equal(result.conditions.held, held, JSON.stringify(result.conditions));
      }
    };
    await tried(cases);
    // No member works today.
    const day = now.toISOString().slice(0, 10);
    await ok(
      own.api.put("/api/v1/agent-settings", {
        businessHours: { timezone: "UTC", weekly: [{ day: weekday, from: "00:00", to: "24:00" }], holidays: [day] },
      }),
    );
    await tried([
      [{ field: "time.inBusinessHours", op: "eq", value: true }, false],
      [{ field: "time.inBusinessHours", op: "eq", value: false }, true],
    ]);
  });

  it("are refused, naming the place, for an invalid rule about the time", async () => {
    const own = await t.tenant();
    for (const [rule, field, issue] of [
      [{ field: "time.hour", op: "eq", value: 9 }, "op", "unknown_value"],
      [{ field: "time.hour", op: "gte", value: "9" }, "value", "invalid_type"],
      [{ field: "time.inBusinessHours", op: "eq", value: "true" }, "value", "invalid_type"],
      [{ field: "time.inBusinessHours", op: "eq" }, "value", "required"],
      [{ field: "time.minute", op: "eq", value: "x" }, "field", "unknown_value"],
    ] as const) {
      const response = await own.api.post("/api/v1/flows", {
        name: "F",
        trigger: { type: "manual" },
        steps: [],
        conditions: { rules: [rule] },
      });
      assert.deepEqual([response.status, response.body.error.details], [400, [{ field: `conditions.rules[0].${field}`, issue }]]);
    }
  });
});
