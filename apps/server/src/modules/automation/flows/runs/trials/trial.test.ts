/** A dry run reports what a flow would do, and leaves nothing behind. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { detail, startInbox, wholeList } from "../../../../../../test/inbox.ts";

const { t, tenant, other, incoming } = await startInbox("4476");
const api = tenant.api;

async function draft(steps: object[], trigger: object = { type: "manual" }, more: object = {}): Promise<any> {
  const made = await api.post("/api/v1/flows", { name: "Flow", trigger, steps, ...more });
  assert.equal(made.status, 200, made.text);
  return made.body;
}
async function trial(flow: { id: string }, body: object): Promise<any> {
  const response = await api.post(`/api/v1/flows/${flow.id}/test`, body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
/** Row counts of what a dry run could store. */
async function counts(): Promise<unknown> {
  const tables = [
    "event_log",
    "messages",
    "audit_entries",
    "tickets",
    "deals",
    "flow_runs",
    "flow_requests",
    "notifications",
    "contact_activities",
  ];
  const text = `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(", ")}`;
  return withClient(t.database.admin, async (admin) => (await admin.query(text)).rows);
}

describe("a dry run of a flow", () => {
  const steps = [
    { type: "add_tag", tag: "lead" },
    {
      type: "branch",
      conditions: { rules: [{ field: "tags", op: "has_any", value: ["lead"] }] },
      // biome-ignore lint/suspicious/noThenProperty: steps
      then: [{ type: "send_message", text: "Hello {{contact.name}}" }],
    },
    { type: "create_ticket", subject: "For {{contact.name}}" },
    {
      type: "http_request",
      method: "POST",
      url: "https://example.com/{{contact.name}}",
      body: { a: 1 },
      store: [{ from: "body.x", variable: "x" }],
    },
    { type: "wait", seconds: 60 },
    { type: "add_note", text: "Got {{variables.x}}" },
    { type: "wait_for_reply", timeoutSeconds: 60, onTimeout: [{ type: "stop" }] },
    { type: "hand_over" },
  ];
  const trigger = { type: "message.keyword", keywords: ["price"] };
  const conditions = {
    match: "any",
    rules: [{ field: "contact.country", op: "eq", value: "DE" }, { rules: [{ field: "message.text", op: "contains", value: "blue" }] }],
  };

  it("reports the trigger's verdict, each condition with its value, and each step with its effect; nothing is stored", async () => {
    const flow = await draft(steps, trigger, { conditions });
    const { conversation, contactId } = await incoming("The price of the blue one?");
    const before = await counts();
    const result = await trial(flow, { conversationId: conversation.id, reply: "yes" });
    assert.deepEqual(result.trigger, { type: "message.keyword", matched: true, eventType: "message.received" });
    assert.deepEqual(
      [result.starts, result.conditions.held, result.conditions.rules],
      [
        true,
        true,
        [
          { place: "conditions.rules[0]", field: "contact.country", op: "eq", value: "DE", actual: null, held: false },
          {
            place: "conditions.rules[1].rules[0]",
            field: "message.text",
            op: "contains",
            value: "blue",
            actual: "The price of the blue one?",
            held: true,
          },
        ],
      ],
    );
    assert.deepEqual(
      result.steps.map((step: any) => `${step.path} ${step.type}${step.error === null ? "" : ` ${step.error.code}`}`),
      ["add_tag", "branch", "send_message", "create_ticket", "http_request", "wait", "add_note", "wait_for_reply", "hand_over"].map(
        (type, i) =>
          `${["steps[0]", "steps[1]", "steps[1].then[0]", "steps[2]", "steps[3]", "steps[4]", "steps[5]", "steps[6]", "steps[7]"][i]} ${type}`,
      ),
    );
    assert.equal(result.outcome, "handed_off");
    const [, branch, sent, , request, , note] = result.steps;
    assert.deepEqual(branch.conditions.rules[0].actual, ["lead"], "a branch sees what the steps before it did");
    const { name } = (await api.get(`/api/v1/contacts/${contactId}`)).body;
    assert.equal(sent.does.text, `Hello ${name}`);
    assert.deepEqual(
      [request.does.method, request.does.url, request.does.body],
      ["POST", `https://example.com/${encodeURIComponent(name)}`, '{"a":1}'],
    );
    assert.equal(note.does.text, "Got (x)");
    assert.deepEqual(await counts(), before);
    await t.drain();
    assert.deepEqual((await api.get(`/api/v1/contacts/${contactId}`)).body.tags, []);
    assert.deepEqual(await wholeList(api, `/api/v1/tickets?contactId=${contactId}`), []);
  });

  it("reports what would prevent a start, and the steps' effects nevertheless", async () => {
    const flow = await draft(
      [
        { type: "add_tag", tag: "lead" },
        { type: "wait_for_reply", timeoutSeconds: 1 },
      ],
      trigger,
      { conditions },
    );
    const { conversation } = await incoming("Hello");
    const result = await trial(flow, { conversationId: conversation.id });
    assert.deepEqual([result.trigger.matched, result.conditions.held, result.starts, result.outcome], [false, false, false, "timed_out"]);
    const given = await trial(flow, { conversationId: conversation.id, message: "what price has the blue one" });
    assert.deepEqual([given.trigger.matched, given.starts], [true, true]);
  });

  it("takes a past event, or only a contact", async () => {
    const flow = await draft(
      [
        { type: "add_tag", tag: "lead" },
        { type: "create_deal", title: "Deal" },
      ],
      { type: "contact.tag_added", tag: "vip" },
    );
    const contactId = (await api.post("/api/v1/contacts", { name: "Ada" })).body.id;
    await api.patch(`/api/v1/contacts/${contactId}`, { tags: ["vip"] });
    const events = await wholeList(api, "/api/v1/events");
    const [created, updated] = ["contact.created", "contact.updated"].map((type) =>
      events.find((event) => event.type === type && event.data.contactId === contactId),
    );
    assert.equal((await trial(flow, { eventId: updated.id })).trigger.matched, true);
    assert.equal((await trial(flow, { eventId: created.id })).trigger.matched, false);
    const alone = await trial(flow, { contactId });
    assert.deepEqual([alone.trigger.matched, alone.starts, alone.conversationId, alone.outcome], [null, true, null, "completed"]);
  });

  it("says why a step would be refused", async () => {
    const flow = await draft([
      { type: "add_tag", tag: "x" },
      { type: "send_message", text: "Hi" },
      { type: "add_tag", tag: "y" },
    ]);
    const { conversation } = await incoming();
    t.clock.advance(25 * 3_600_000);
    const result = await trial(flow, { conversationId: conversation.id });
    assert.deepEqual([result.outcome, result.steps.map((step: any) => step.error?.code ?? null)], ["failed", [null, "window_closed"]]);
  });

  it("needs a valid flow and a contact or conversation of the tenant", async () => {
    const unfinished = await draft([{ type: "wait" }]);
    const contactId = (await api.post("/api/v1/contacts", { name: "Ada" })).body.id;
    const response = await api.post(`/api/v1/flows/${unfinished.id}/test`, { contactId });
    assert.deepEqual([response.status, detail(response)], [422, ["steps[0].seconds", "required"]]);
    const flow = await draft([{ type: "stop" }]);
    const theirs = (await other.api.post("/api/v1/contacts", { name: "Eve" })).body.id;
    const eventOf = async (who: typeof api) => (await wholeList(who, "/api/v1/events")).find((event) => event.type === "contact.created");
    const [ourEvent, theirEvent] = [await eventOf(api), await eventOf(other.api)];
    const cases: [object, number, string | null][] = [
      [{}, 400, "eventId"],
      [{ eventId: "evt_01980000000070008000000000000000" }, 404, "eventId"],
      [{ eventId: theirEvent.id }, 404, "eventId"],
      [{ eventId: ourEvent.id, contactId }, 400, "contactId"],
      [{ contactId, message: "Hello" }, 400, "conversationId"],
      [{ contactId, version: 9 }, 400, "version"],
      [{ contactId: theirs }, 404, "contactId"],
      [{ conversationId: "conv_x" }, 404, "conversationId"],
    ];
    for (const [body, status, field] of cases) {
      const refused = await api.post(`/api/v1/flows/${flow.id}/test`, body);
      assert.deepEqual([refused.status, detail(refused)[0] ?? null], [status, field], refused.text);
    }
    assert.equal((await other.api.post(`/api/v1/flows/${flow.id}/test`, { contactId: theirs })).status, 404);
  });
});
