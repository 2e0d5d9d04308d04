/** Scheduled flows: once per contact of their audience, whatever happens to the contact's run. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../test/responses.ts";
import { setBroadcastStage } from "../../../../../test/broadcasts.ts";
import { runsOf } from "../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { startInbox } from "../../../../../test/inbox.ts";
import { setScheduleStage, steps } from "../../../../../test/stages/schedule-stage.ts";
import { createScheduleLoop } from "./schedules.jobs.ts";

const { t, incoming } = await startInbox("447724");
const { make, soon, until, crowd, count, schedule } = setScheduleStage(t);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const draft = (own: TestTenant, trigger: object, more: object = {}) =>
  own.api.post("/api/v1/flows", { name: "Flow", steps, ...more, trigger: { type: "schedule", ...trigger } });
const flowOf = (own: TestTenant, { id }: { id: string }): Promise<any> => ok(own.api.get(`/api/v1/flows/${id}`));
const people = async (own: TestTenant, n: number, more: object = {}): Promise<string[]> => {
  const made: string[] = [];
  for (let i = 0; i < n; i++) made.push((await ok(own.api.post("/api/v1/contacts", { name: `Person ${i}`, ...more }))).id);
  return made;
};
describe("a scheduled flow", () => {
  it("starts every day at its time, once per contact of its audience, and shows its next time", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    const meant = await people(own, 3, { tags: ["vip"] });
    await people(own, 2);
    const flow = await make(own, {
      at: { time },
      timezone: "UTC",
      audience: { rules: [{ field: "tags", op: "has_any", value: ["vip"] }] },
    });
    assert.deepEqual(
      [flow.nextRunAt, flow.trigger.audience],
      [at.toISOString(), { match: "all", rules: [{ field: "tags", op: "has_any", value: ["vip"] }] }],
    );
    const validated = await ok(own.api.post(`/api/v1/flows/${flow.id}/validate`));
    assert.deepEqual(validated, { valid: true, problems: [], audience: { count: 3, exact: true, countRange: { from: 3, to: 3 } } });
    await until(at.getTime() - 1_000);
    assert.equal((await runsOf(own, flow)).length, 0, "not before its time");
    await until(at);
    const runs = await runsOf(own, flow);
    assert.deepEqual(runs.map((run) => run.contactId).sort(), [...meant].sort());
    assert.deepEqual([...new Set(runs.map((run) => `${run.startedBy} ${run.status} ${run.conversationId}`))], ["schedule completed null"]);
    assert.equal((await flowOf(own, flow)).nextRunAt, new Date(at.getTime() + day).toISOString());
    await until(at.getTime() + hour);
    assert.equal((await runsOf(own, flow)).length, 3, "once");
    const [late] = await people(own, 1, { tags: ["vip"] });
    await until(at.getTime() + day);
    const again = await runsOf(own, flow);
    assert.deepEqual([again.length, again.filter((run) => run.contactId === late).length], [7, 1]);
  });

  it("starts nothing while inactive, makes up for nothing of that time, and counts from its activation", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    await people(own, 1);
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } });
    const paused = await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    assert.equal(paused.nextRunAt, null);
    await until(at.getTime() + hour);
    const back = await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    assert.equal(back.nextRunAt, new Date(at.getTime() + day).toISOString());
    await t.settle();
    assert.equal((await runsOf(own, flow)).length, 0);
    await until(at.getTime() + day);
    assert.equal((await runsOf(own, flow)).length, 1);
  });

  it("makes up for the latest missed occurrence, once", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    await people(own, 1);
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } });
    await until(at.getTime() + 3 * day + hour);
    assert.equal((await runsOf(own, flow)).length, 1);
    assert.equal((await flowOf(own, flow)).nextRunAt, new Date(at.getTime() + 4 * day).toISOString());
  });

  it("stays due if a new version of the same schedule is activated before a worker ran", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    await people(own, 1);
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } });
    t.clock.advance(at.getTime() + minute - t.clock.now().getTime());
    await ok(own.api.patch(`/api/v1/flows/${flow.id}`, { steps: [{ type: "add_tag", tag: "new" }] }));
    const changed = await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    assert.equal(changed.nextRunAt, at.toISOString());
    await t.settle();
    const [run, ...more] = await runsOf(own, flow);
    assert.deepEqual([more.length, run.version], [0, 2]);
    // Another time is another schedule: nothing of the old one is due.
    const later = soon(90);
    await ok(own.api.patch(`/api/v1/flows/${flow.id}`, { trigger: { ...flow.trigger, at: { time: later.time } } }));
    assert.equal((await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`))).nextRunAt, later.at.toISOString());
  });

  it("happens once if it has a date, and is refused for a past one", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    await people(own, 1);
    const date = at.toISOString().slice(0, 10);
    const flow = await make(own, { at: { time, date }, timezone: "UTC", audience: { all: true } });
    await until(at);
    assert.deepEqual([(await runsOf(own, flow)).length, (await flowOf(own, flow)).nextRunAt], [1, null]);
    await until(at.getTime() + 2 * day);
    assert.equal((await runsOf(own, flow)).length, 1);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    const refused = await own.api.post(`/api/v1/flows/${flow.id}/activate`);
    assert.deepEqual([refused.status, refused.body.error.details], [422, [{ field: "trigger.at.date", issue: "out_of_range" }]]);
  });

  it("takes the time zone of the business hours, and keeps it", async () => {
    const own = await t.tenant();
    const businessHours = { timezone: "Asia/Kathmandu", weekly: [{ day: "monday", from: "09:00", to: "17:00" }], holidays: [] };
    await ok(own.api.put("/api/v1/agent-settings", { businessHours }));
    const flow = await make(own, { at: { time: "09:00" }, audience: { all: true } });
    assert.deepEqual([flow.trigger.timezone, flow.nextRunAt.slice(11)], ["Asia/Kathmandu", "03:15:00.000Z"]);
    await ok(own.api.put("/api/v1/agent-settings", { businessHours: { ...businessHours, timezone: "UTC" } }));
    assert.equal((await ok(own.api.patch(`/api/v1/flows/${flow.id}`, { name: "Other" }))).trigger.timezone, "Asia/Kathmandu");
  });

  it("evaluates its segment at each start, and is stopped if the segment is deleted", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    const [ada] = await people(own, 1, { language: "en" });
    const [bea] = await people(own, 1, { language: "fr" });
    const rules = (language: string) => ({ rules: [{ field: "language", op: "eq", value: language }] });
    const segment = await ok(own.api.post("/api/v1/segments", { name: "Some", rules: rules("en") }));
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { segmentId: segment.id } });
    await ok(own.api.patch(`/api/v1/segments/${segment.id}`, { rules: rules("fr") }));
    await until(at);
    assert.deepEqual(
      (await runsOf(own, flow)).map((run) => run.contactId),
      [bea],
    );
    assert.notEqual(ada, bea);
    await ok(own.api.delete(`/api/v1/segments/${segment.id}`));
    await until(at.getTime() + day);
    const stopped = await flowOf(own, flow);
    assert.deepEqual([stopped.status, stopped.pausedReason, stopped.nextRunAt], ["paused", "rules_unusable", null]);
    assert.equal((await runsOf(own, flow)).length, 1);
  });

  it("also checks its conditions, and runs once per contact if it says so", async () => {
    const own = await t.tenant();
    const { time, at } = soon();
    const [ada] = await people(own, 1, { language: "en" });
    await people(own, 1, { language: "fr" });
    const conditions = { rules: [{ field: "language", op: "eq", value: "en" }] };
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } }, { conditions, oncePerContact: true });
    await until(at);
    await until(at.getTime() + day);
    assert.deepEqual(
      (await runsOf(own, flow)).map((run) => run.contactId),
      [ada],
    );
  });

  it("is refused, naming the place, if it is invalid", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    const audience = { all: true };
    const at = { time: "09:00" };
    for (const [trigger, field, issue] of [
      [{ at: {}, audience }, "trigger.at.time", "required"],
      [{ at: { time: "24:00" }, audience }, "trigger.at.time", "invalid_format"],
      [{ at: { time: "09:00", days: ["someday"] }, audience }, "trigger.at.days[0]", "unknown_value"],
      [{ at: { time: "09:00", days: [] }, audience }, "trigger.at.days", "too_short"],
      [{ at: { time: "09:00", dayOfMonth: 32 }, audience }, "trigger.at.dayOfMonth", "out_of_range"],
      [{ at: { time: "09:00", date: "2027-02-30" }, audience }, "trigger.at.date", "invalid_format"],
      [{ at: { time: "09:00", days: ["monday"], dayOfMonth: 1 }, audience }, "trigger.at.dayOfMonth", "not_allowed"],
      [{ at, audience, timezone: "Mars/Olympus" }, "trigger.timezone", "unknown_value"],
      [{ at, audience: {} }, "trigger.audience", "required"],
      [{ at, audience: { all: true, segmentId: "seg_x" } }, "trigger.audience.all", "not_allowed"],
      [{ at, audience: { rules: [{ field: "nothing", op: "eq", value: "x" }] } }, "trigger.audience.rules[0].field", "unknown_value"],
      [{ at, audience: { rules: [] } }, "trigger.audience.rules", "too_short"],
    ] as const) {
      const made = await draft(own, trigger);
      assert.deepEqual(
        [made.status, made.body.error?.details?.[0]?.field, made.body.error?.details?.[0]?.issue],
        [400, field, issue],
        made.text,
      );
    }
    const foreign = await ok(
      other.api.post("/api/v1/segments", { name: "Theirs", rules: { rules: [{ field: "language", op: "eq", value: "en" }] } }),
    );
    const theirs = await t.channel(other);
    // References must exist from the start.
    for (const [trigger, field] of [
      [{ at, audience: { segmentId: foreign.id } }, "trigger.audience.segmentId"],
      [{ at, audience, channelId: theirs.id }, "trigger.channelId"],
    ] as const) {
      const made = await draft(own, trigger);
      assert.deepEqual([made.status, made.body.error.details], [422, [{ field, issue: "not_found" }]]);
    }
    for (const [trigger, more, field, issue] of [
      [{}, {}, "trigger.at", "required"],
      [{ at, audience }, { steps: [{ type: "send_message", text: "Hi" }] }, "steps[0]", "not_allowed"],
    ] as const) {
      const made = await ok(draft(own, trigger, more));
      const { problems } = await ok(own.api.post(`/api/v1/flows/${made.id}/validate`));
      assert.deepEqual([problems[0]?.field, problems[0]?.issue], [field, issue]);
    }
  });
});

describe("an occurrence with more contacts than a page", () => {
  it("starts a page, waits for its runs, and ends when the flow is deactivated", async () => {
    const own = await t.tenant();
    await crowd(own, 501);
    const { time, at } = soon();
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } }, { steps: [{ type: "stop" }] });
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await t.drain(["flow schedules"]);
    assert.deepEqual(await count(own), [500, 500]);
    assert.notEqual((await schedule(own)).occurrence_at, null);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    t.clock.advance(minute);
    await t.drain();
    assert.deepEqual([(await count(own))[0], (await schedule(own)).state], [500, "idle"]);
  });
});

describe("a schedule that cannot even be postponed", () => {
  it("does not prevent the others from running", async () => {
    const tried: string[] = [];
    const id = "00000000-0000-4000-8000-000000000000";
    const claimed = ["a", "b"].map((tenant) => ({ tenant_id: tenant, flow_id: id, attempts: 1 }));
    const loop = createScheduleLoop({
      database: {
        withTenant: async (tenant: string) => {
          tried.push(tenant);
          throw new Error("away");
        },
      },
      claims: { returnExpired: async () => 0, claim: async () => claimed },
      clock: t.clock,
      wake: { on: () => () => {}, hint() {} },
      log: { error() {}, warn() {} },
    } as never);
    assert.equal(await loop.once(), true);
    assert.deepEqual(tried, ["a", "a", "b", "b"]);
  });
});

describe("a scheduled run with a channel", () => {
  const template = { type: "send_template", name: "offer", language: "en", variables: ["Ada"] };

  it("is in the contact's conversation there, and writes first if there is none or a resolved one", async () => {
    const stage = await setBroadcastStage(t);
    const own = stage.tenant;
    const line = stage.channel as Awaited<ReturnType<typeof t.channel>>;
    const open = await incoming("Hello", own, line);
    const resolved = await incoming("Thanks", own, line);
    await ok(own.api.patch(resolved.url, { status: "resolved" }));
    t.clock.advance(3 * day);
    const [stranger] = (await stage.people(1)) as [{ id: string; number: string }];
    const unreachable = (await ok(own.api.post("/api/v1/contacts", { name: "Nobody" }))).id;
    const { time, at } = soon();
    const flow = await make(
      own,
      { at: { time }, timezone: "UTC", audience: { all: true }, channelId: line.id },
      { steps: [template, { type: "add_label", label: "Asked" }] },
    );
    await until(at);
    const runs = new Map((await runsOf(own, flow)).map((run) => [run.contactId, run]));
    assert.deepEqual(
      [open.contactId, resolved.contactId, stranger.id, unreachable].map((id) => runs.get(id)?.error?.code ?? runs.get(id)?.status),
      ["completed", "completed", "completed", "recipient_invalid"],
      JSON.stringify([...runs.values()].map((run) => run.error)),
    );
    assert.equal(runs.get(open.contactId).conversationId, open.conversation.id);
    for (const id of [open.contactId, resolved.contactId, stranger.id]) {
      const found = await ok(own.api.get(`/api/v1/conversations/${runs.get(id).conversationId}`));
      assert.deepEqual([found.contactId, found.labels, found.lastMessage.type], [id, ["Asked"], "template"]);
    }
  });
});

describe("a scheduled flow started outside its schedule", () => {
  it("runs where its occurrence would, by hand and by another flow, unless a conversation is given", async () => {
    const own = await t.tenant();
    const [line, second] = [await t.channel(own), await t.channel(own)];
    const person = await incoming("Hello", own, line);
    const trigger = { at: { time: soon(600).time }, timezone: "UTC", audience: { all: true }, channelId: line.id };
    const flow = await make(own, trigger, { steps: [{ type: "add_note", text: "Hi" }] });
    const { contactId } = person;
    const tried = await ok(own.api.post(`/api/v1/flows/${flow.id}/test`, { contactId }));
    const run = await ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId }));
    assert.deepEqual([run.conversationId, tried.conversationId], [person.conversation.id, person.conversation.id]);
    await t.settle();
    const starter = await ok(
      own.api.post("/api/v1/flows", { name: "F", trigger: { type: "manual" }, steps: [{ type: "start_flow", flowId: flow.id }] }),
    );
    await ok(own.api.post(`/api/v1/flows/${starter.id}/activate`));
    await ok(own.api.post(`/api/v1/flows/${starter.id}/runs`, { contactId }));
    await t.settle();
    const other = await incoming("Hello", own, second);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { conversationId: other.conversation.id }));
    await t.settle();
    assert.deepEqual(
      (await runsOf(own, flow)).map((one) => [one.status, one.conversationId]),
      [
        ["completed", other.conversation.id],
        ["completed", person.conversation.id],
        ["completed", person.conversation.id],
      ],
    );
  });
});

describe("a scheduled run that wrote first", () => {
  it("waits for the reply in the conversation that it created", async () => {
    const stage = await setBroadcastStage(t);
    const own = stage.tenant;
    const [stranger] = (await stage.people(1)) as [{ id: string; number: string }];
    const { time, at } = soon();
    const flow = await make(
      own,
      { at: { time }, timezone: "UTC", audience: { all: true }, channelId: stage.channel.id },
      {
        steps: [
          { type: "send_template", name: "offer", language: "en", variables: ["{{contact.firstName}}"] },
          { type: "wait_for_reply", timeoutSeconds: 86_400 },
          { type: "send_message", text: "Thank you" },
        ],
      },
    );
    await until(at);
    assert.equal((await runsOf(own, flow))[0].status, "waiting");
    await t.simulator.customer(stranger.number, "Stranger").sendText(stage.channel.externalId, "Yes");
    await t.settle();
    const [run] = await runsOf(own, flow);
    assert.equal(run.status, "completed", JSON.stringify(run.error));
    const messages = (await ok(own.api.get(`/api/v1/messages?conversationId=${run.conversationId}`))).data;
    assert.deepEqual(
      messages.map((message: any) => `${message.direction} ${message.type}`),
      ["outbound text", "inbound text", "outbound template"],
    );
  });
});

describe("a dry run of a scheduled flow", () => {
  it("says whether the contact is in the audience, and where the run would be", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const person = await incoming("Hello", own, line);
    const trigger = { at: { time: "09:00" }, channelId: line.id, audience: { rules: [{ field: "tags", op: "has_any", value: ["vip"] }] } };
    const flow = await ok(draft(own, trigger, { steps: [{ type: "add_note", text: "Hi" }] }));
    const result = await ok(own.api.post(`/api/v1/flows/${flow.id}/test`, { contactId: person.contactId }));
    assert.deepEqual(
      [result.trigger, result.starts, result.conversationId, result.outcome],
      [{ type: "schedule", matched: false, eventType: null }, false, person.conversation.id, "completed"],
    );
    await ok(own.api.patch(`/api/v1/contacts/${person.contactId}`, { tags: ["vip"] }));
    const again = await ok(own.api.post(`/api/v1/flows/${flow.id}/test`, { contactId: person.contactId }));
    assert.deepEqual([again.trigger.matched, again.starts], [true, true]);
  });
});

describe("a scheduled flow in a snapshot", () => {
  const path = "/api/v1/organization/snapshot";
  it("names its segment, and is exported without its channel", async () => {
    const own = await t.tenant();
    const rules = { rules: [{ field: "language", op: "eq", value: "en" }] };
    const segment = await ok(own.api.post("/api/v1/segments", { name: "English", rules }));
    const at = { time: "09:00", days: ["monday"] };
    await ok(draft(own, { at, timezone: "Europe/Berlin", audience: { segmentId: segment.id } }, { name: "Weekly" }));
    const line = await t.channel(own);
    await ok(draft(own, { at, audience: { all: true }, channelId: line.id }, { name: "By a number" }));
    const taken = await ok(own.api.get(`${path}?parts=flows`));
    assert.deepEqual(
      taken.leftOut.map((left: any) => [left.key, left.reason]),
      [["By a number", "names_channel"]],
    );
    assert.deepEqual(taken.parts.flows[0].trigger, {
      type: "schedule",
      at,
      timezone: "Europe/Berlin",
      audience: { segment: "English" },
    });
    const there = await t.tenant();
    const snapshot = { version: 1, parts: taken.parts };
    const refused = await there.api.post(`${path}/apply`, { snapshot });
    assert.deepEqual(
      [refused.status, refused.body.error.details[0]],
      [422, { field: "snapshot.parts.flows[0].trigger.audience.segment", issue: "unknown" }],
    );
    const theirs = await ok(there.api.post("/api/v1/segments", { name: "English", rules }));
    await ok(there.api.post(`${path}/apply`, { snapshot }));
    const [flow] = (await there.api.get("/api/v1/flows")).body.data;
    assert.deepEqual([flow.status, flow.trigger.audience, flow.nextRunAt], ["draft", { segmentId: theirs.id }, null]);
    const again = await ok(there.api.post(`${path}/plan`, { snapshot }));
    assert.deepEqual(
      again.entries.map((entry: any) => entry.action),
      ["leave"],
    );
  });
});
