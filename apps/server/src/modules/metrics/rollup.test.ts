/** Counting the log: once, in the order of the log, whatever crashes; and what each event counts. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { eventually } from "../../../test/eventually.ts";
import { startTestApp, type TestTenant } from "../../../test/harness.ts";
import { createRollup } from "./rollup.ts";
import { intervalStarts, localTime, quarterMs } from "./calendar.ts";

const t = await startTestApp();
after(() => t.stop());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const channelUuid = "01990000-0000-7000-8000-000000000001";
const wire = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll("-", "")}`;

interface Fact {
  at: number;
  type: string;
  data: Record<string, unknown>;
  conversation?: string;
  channel?: string | null;
}

/** Events as their writers write them, at any time, in one transaction. */
async function log(tenant: TestTenant, facts: Fact[]): Promise<void> {
  const rows = facts.map((f) => ({
    id: t.app.ids.uuid(),
    type: f.type,
    channel: f.channel === undefined ? channelUuid : f.channel,
    conversation: f.conversation ?? null,
    data: f.data,
    at: new Date(f.at).toISOString(),
  }));
  await t.app.database.withTenant(tenant.id, (tx) =>
    tx.query({
      text: `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
             select $1, x.id, x.type, x.channel, x.conversation, x.data, x.at
               from json_to_recordset($2::json) as x(id uuid, type text, channel uuid, conversation uuid, data json, at timestamptz)`,
      values: [tenant.id, JSON.stringify(rows)],
    }),
  );
}

/** A UUIDv7 of that millisecond. */
function messageId(at: number): string {
  const own = t.app.ids.uuid();
  const time = at.toString(16).padStart(12, "0");
  return wire("msg", `${time.slice(0, 8)}-${time.slice(8)}${own.slice(13)}`);
}

const received = (at: number, conversation: string, contact = "0".repeat(32), type = "text"): Fact => ({
  at,
  type: "message.received",
  conversation,
  data: { contactId: `cnt_${contact}`, message: { id: messageId(at), type, content: null } },
});
const sent = (at: number, conversation: string, author: string | null = "member", more: object = {}): Fact => ({
  at,
  type: "message.sent",
  conversation,
  data: {
    message: {
      id: messageId(at),
      type: "text",
      content: null,
      ...(author === null ? {} : { author: { kind: author, id: null } }),
      ...more,
    },
  },
});
const created = (at: number, conversation: string, status = "open"): Fact => ({
  at,
  type: "conversation.created",
  conversation,
  data: { status },
});
const updated = (at: number, conversation: string, changes: Record<string, [unknown, unknown]>): Fact => ({
  at,
  type: "conversation.updated",
  conversation,
  data: { changes: Object.fromEntries(Object.entries(changes).map(([field, [from, to]]) => [field, { from, to }])) },
});
const assigned = (at: number, conversation: string, assigneeId: string | null): Fact => ({
  at,
  type: "conversation.assigned",
  conversation,
  data: { assigneeId, previousAssigneeId: null },
});
const status = (at: number, id: string, to: string, from: string): Fact => ({
  at,
  type: "message.status",
  conversation: conversation(),
  data: { message: { id }, status: to, previousStatus: from },
});
const conversation = () => t.app.ids.uuid();

/** Until everything the tenant's log holds is counted: transactions of other databases of the cluster may hide it for a moment. */
async function counted(tenant: TestTenant, run: () => Promise<unknown> = () => t.drain()): Promise<void> {
  await eventually("all is counted", async () => {
    await run();
    const { body } = await tenant.api.get("/api/v1/metrics/summary");
    return body.asOf === t.clock.now().toISOString();
  });
}

const ask = async (tenant: TestTenant, path: string): Promise<any> => {
  const { status, body, text } = await tenant.api.get(`/api/v1/metrics/${path}`);
  assert.equal(status, 200, text);
  return body;
};
const iso = (ms: number) => new Date(ms).toISOString();

/** The values of a range by metric. */
async function valuesOf(tenant: TestTenant, since: number, until: number, query = ""): Promise<Record<string, any>> {
  const { metrics } = await ask(tenant, `summary?since=${iso(since)}&until=${iso(until)}${query}`);
  return Object.fromEntries(metrics.map((m: any) => [m.metric, m]));
}

const base = Date.UTC(2026, 4, 4, 9);
/** What the definitions make of these events, in all. */
async function count(facts: Fact[], query = ""): Promise<Record<string, any>> {
  const tenant = await t.tenant();
  await log(tenant, facts);
  await counted(tenant);
  return valuesOf(tenant, base - 2 * day, base + 30 * day, query);
}

describe("what counts", () => {
  test("the first response is the first message of the team after the customer's first, and is a response too", async () => {
    const c = conversation();
    const v = await count([
      created(base, c),
      received(base, c),
      received(base + 5 * minute, c),
      sent(base + 10 * minute, c),
      sent(base + 11 * minute, c),
      received(base + hour, c),
      sent(base + hour + 2 * minute, c, "api"),
    ]);
    assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 600]);
    assert.deepEqual([v["response_time"].observations, v["response_time"].sum, v["response_time"].value], [2, 720, 360]);
    assert.ok(Math.abs(v["response_time"].percentiles.p99 - 600) <= 30);
    assert.deepEqual([v["messages_received"].value, v["messages_sent"].value, v["conversations_created"].value], [3, 3, 1]);
  });

  test("chatbot, flow, broadcast, reactions and what the platform writes by itself answer nobody; a person in the platform's app does", async () => {
    const c = conversation();
    const v = await count([
      received(base, c),
      sent(base + minute, c, "chatbot"),
      sent(base + minute, c, "flow"),
      sent(base + minute, c, "broadcast"),
      sent(base + minute, c, "member", { type: "reaction" }),
      sent(base + minute, c, null, { content: { automatic: "WELCOME" } }),
      sent(base + 7 * minute, c, null),
    ]);
    assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 420]);
    assert.equal(v["messages_sent"].value, 6);
  });

  test("what the team writes before the customer answers nothing", async () => {
    const c = conversation();
    const v = await count([created(base, c), sent(base, c), received(base + hour, c), sent(base + hour + minute, c)]);
    assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 60]);
  });

  test("while the chatbot has it nobody waits for the team; the handover begins the wait", async () => {
    const [a, b] = [conversation(), conversation()];
    const v = await count([
      created(base, a, "pending"),
      received(base, a),
      sent(base + 1_000, a, "chatbot"),
      received(base + 10 * minute, a),
      updated(base + 12 * minute, a, { status: ["pending", "open"], pendingReason: ["bot", null] }),
      sent(base + 15 * minute, a),
      // Somebody takes it from the chatbot: not waited for.
      created(base, b, "pending"),
      received(base, b),
      sent(base + 20 * minute, b),
      updated(base + 20 * minute, b, { status: ["pending", "open"], pendingReason: ["bot", null] }),
    ]);
    assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 180]);
  });

  test("resolution is timed from creation or the last reopening; resolving ends a wait; notices are no messages", async () => {
    const c = conversation();
    const v = await count([
      created(base, c),
      received(base, c),
      updated(base + hour, c, { status: ["open", "resolved"] }),
      received(base + 90 * minute, c, "1".repeat(32), "system"),
      updated(base + 2 * hour, c, { status: ["resolved", "open"] }),
      updated(base + 2 * hour + 30 * minute, c, { status: ["open", "pending"], pendingReason: [null, "snoozed"] }),
      sent(base + 3 * hour, c),
      updated(base + 4 * hour, c, { status: ["pending", "resolved"] }),
    ]);
    assert.deepEqual([v["resolution_time"].observations, v["resolution_time"].sum], [2, 3_600 + 7_200]);
    assert.deepEqual([v["conversations_resolved"].value, v["conversations_reopened"].value], [2, 1]);
    assert.equal(v["response_time"].observations, 0);
    assert.deepEqual([v["messages_received"].value, v["active_contacts"].value], [1, 1]);
  });

  test("a blocked contact's message into a resolved conversation begins no wait", async () => {
    const c = conversation();
    const v = await count([
      created(base, c, "resolved"),
      received(base, c),
      updated(base + day, c, { status: ["resolved", "open"] }),
      sent(base + day + minute, c),
    ]);
    assert.equal(v["response_time"].observations, 0);
  });

  test("deliveries count where their message was sent, once each, whatever steps a status leaves out", async () => {
    const tenant = await t.tenant();
    const c = conversation();
    const one = sent(base, c);
    const two = sent(base + 20 * minute, c, "broadcast");
    const three = sent(base + 20 * minute, c);
    const idOf = (fact: Fact) => (fact.data["message"] as { id: string }).id;
    await log(tenant, [
      one,
      two,
      three,
      status(base + day, idOf(one), "delivered", "sent"),
      status(base + 2 * day, idOf(one), "read", "delivered"),
      status(base + day, idOf(two), "read", "queued"),
      status(base + day, idOf(three), "unknown", "queued"),
      status(base + day, idOf(three), "failed", "unknown"),
    ]);
    await counted(tenant);
    const values = await valuesOf(tenant, base, base + hour);
    const value = (v: Record<string, any>, key: string) => v[key].value;
    assert.deepEqual(
      ["messages_sent", "messages_delivered", "messages_read", "messages_failed"].map((key) => value(values, key)),
      [3, 2, 2, 1],
    );
    assert.deepEqual(values["delivery_rate"], {
      metric: "delivery_rate",
      unit: "ratio",
      value: 2 / 3,
      observations: 3,
      sum: 2,
      percentiles: null,
    });
    const later = await valuesOf(tenant, base + hour, base + 3 * day);
    assert.deepEqual([value(later, "messages_delivered"), value(later, "delivery_rate")], [0, null]);
  });

  test("an event counts for whom the conversation was assigned to at its time", async () => {
    const tenant = await t.tenant();
    const c = conversation();
    const [ann, ben] = [wire("agt", t.app.ids.uuid()), wire("agt", t.app.ids.uuid())];
    await log(tenant, [
      received(base, c),
      assigned(base + minute, c, ann),
      sent(base + 2 * minute, c),
      assigned(base + 3 * minute, c, ben),
      received(base + 4 * minute, c),
      updated(base + 5 * minute, c, { status: ["open", "resolved"] }),
    ]);
    await counted(tenant);
    const range = `since=${iso(base)}&until=${iso(base + day)}`;
    const groups = async (metric: string) =>
      Object.fromEntries((await ask(tenant, `breakdown?metric=${metric}&by=assignee&${range}`)).groups.map((g: any) => [g.key, g.value]));
    assert.deepEqual(await groups("messages_received"), { [ben]: 1, null: 1 });
    assert.deepEqual(await groups("first_response_time"), { [ann]: 120 });
    assert.deepEqual(await groups("conversations_resolved"), { [ben]: 1 });
    assert.equal((await valuesOf(tenant, base, base + day, `&assigneeId=${ann}`))["messages_received"].value, 0);
    assert.equal((await valuesOf(tenant, base, base + day, "&assigneeId=none"))["messages_received"].value, 1);
    assert.equal((await valuesOf(tenant, base, base + day, `&assigneeId=${ann}`))["messages_delivered"], undefined);
  });

  test("an event that cannot be understood counts nothing and stops nobody", async () => {
    const c = conversation();
    const v = await count([
      { at: base, type: "message.sent", conversation: c, data: {} },
      { at: base, type: "message.status", conversation: c, data: { message: { id: "msg_0" }, status: "read", previousStatus: "sent" } },
      { at: base, type: "conversation.updated", data: { changes: {} } },
      received(base, c),
    ]);
    assert.deepEqual([v["messages_sent"].value, v["messages_read"].value, v["messages_received"].value], [0, 0, 1]);
    assert.match(t.logged(), /cannot be understood/);
  });
});

describe("each event counts once", () => {
  /** Messages a minute apart, all in one transaction. */
  async function written(messages: number): Promise<TestTenant> {
    const tenant = await t.tenant();
    const people = Array.from({ length: 7 }, conversation);
    await log(
      tenant,
      Array.from({ length: messages }, (_, i) => received(base + i * minute, people[i % 7] as string, String(i % 10).repeat(32))),
    );
    return tenant;
  }
  async function total(tenant: TestTenant): Promise<[number, number]> {
    const v = await valuesOf(tenant, base - day, base + 10 * day);
    return [v["messages_received"].value, v["active_contacts"].value];
  }
  const deps = { clock: t.clock, log: t.app.log, metrics: t.app.metrics };

  test("a process that dies before its commit loses nothing, one that dies after it doubles nothing", async () => {
    const tenant = await written(40);
    let round = 0;
    const dying = createRollup({
      ...deps,
      eventBatch: 7,
      database: {
        worker: t.app.database.worker,
        async workerTransaction(fn) {
          round += 1;
          const before = round % 3 === 1;
          const result = await t.app.database.workerTransaction(async (query) => {
            const done = await fn(query);
            if (before) throw new Error("died before the commit");
            return done;
          });
          if (round % 3 === 2) throw new Error("died after the commit");
          return result;
        },
      },
    });
    await counted(tenant, () => dying.run().catch((error: Error) => assert.match(error.message, /^died/)));
    assert.ok(round > 6);
    assert.deepEqual(await total(tenant), [40, 10]);
  });

  test("several processes at once count no event twice and leave none out", async () => {
    const tenant = await written(200);
    const workers = [3, 5, 8, 13].map((eventBatch) => createRollup({ ...deps, database: t.app.database, eventBatch }));
    await counted(tenant, () => Promise.all(workers.map((worker) => worker.run())));
    assert.deepEqual(await total(tenant), [200, 10]);
  });

  test("a transaction that commits late is counted, and asOf waits for it", async () => {
    const tenant = await t.tenant();
    const [early, late] = [conversation(), conversation()];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = t.app.database.withTenant(tenant.id, async (tx) => {
      await tx.query({
        text: `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [tenant.id, t.app.ids.uuid(), "message.received", channelUuid, late, received(base, late).data, iso(base)],
      });
      begun();
      await held;
    });
    await began;
    await log(tenant, [received(base + hour, early)]);
    // Not drained: another reader of the log would look again and again until it can go on.
    const rollup = createRollup({ ...deps, database: t.app.database });
    while (await rollup.run());
    assert.equal((await ask(tenant, "summary")).asOf, iso(base + hour));
    release();
    await slow;
    await counted(tenant);
    assert.equal((await total(tenant))[0], 2);
  });
});

/** What a clock of the zone shows, from Intl: another source than the code's. */
function labelOf(format: Intl.DateTimeFormat, ms: number, interval: string): string {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value])) as Record<string, string>;
  const date = `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
  if (interval === "month") return date.slice(0, 7);
  if (interval === "day") return date;
  if (interval === "hour") return `${date} ${parts["hour"]} ${parts["timeZoneName"]}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return iso(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day).slice(0, 10);
}

test("any range in any zone adds up to what counting every event by a clock of the zone gives", async () => {
  const tenant = await t.tenant();
  const zones = [
    "UTC",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "America/Havana",
    "Pacific/Chatham",
    "Africa/Cairo",
  ];
  const [first, last] = [Date.UTC(2025, 0, 1), Date.UTC(2026, 6, 1)];
  // Half of them near a change of clocks somewhere.
  const changes = [
    Date.UTC(2025, 2, 30, 1),
    Date.UTC(2025, 9, 26, 1),
    Date.UTC(2025, 10, 2, 5),
    Date.UTC(2025, 3, 5, 15),
    Date.UTC(2025, 9, 4, 15),
  ];
  let seed = 42;
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * max);
  };
  const people = Array.from({ length: 30 }, conversation);
  const facts: (Fact & { contact: number; waited: number })[] = Array.from({ length: 4_000 }, (_, i) => {
    const at = i % 2 === 0 ? first + random(last - first) : (changes[random(changes.length)] as number) - 2 * day + random(4 * day);
    const contact = random(25);
    return { ...received(at, people[contact] as string, String(contact).padStart(32, "0")), contact, waited: 0 };
  });
  await log(tenant, facts);
  // Durations, each in a conversation of its own.
  const answers = Array.from({ length: 500 }, () => ({ at: first + random(last - first), waited: 1_000 + random(2 * day) }));
  await log(
    tenant,
    answers.flatMap(({ at, waited }) => {
      const c = conversation();
      return [received(at - waited, c, "f".repeat(32)), sent(at, c)];
    }),
  );
  await counted(tenant);
  const written = [...facts, ...answers.map(({ at, waited }) => ({ at: at - waited, contact: 99 }))];

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.integer({ min: first / quarterMs, max: last / quarterMs }),
      fc.integer({ min: 1, max: 400 * 96 }),
      fc.constantFrom("hour", "day", "week", "month"),
      async (zone, from, quarters, interval) => {
        const since = from * quarterMs;
        const until = since + Math.min(quarters, interval === "hour" ? 62 * 96 : quarters) * quarterMs;
        const range = `since=${iso(since)}&until=${iso(until)}&timezone=${zone}`;
        const format = new Intl.DateTimeFormat("en-GB", {
          timeZone: zone,
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          hourCycle: "h23",
          timeZoneName: "longOffset",
        });
        const inside = written.filter(({ at }) => at >= since && at < until);
        const byLabel = Map.groupBy(inside, ({ at }) => labelOf(format, at, interval));
        const naive = (label: string) => byLabel.get(label) ?? [];

        const series = async (metric: string) => (await ask(tenant, `timeseries?metric=${metric}&interval=${interval}&${range}`)).points;
        const messages = await series("messages_received");
        assert.deepEqual(
          messages.map((p: any) => [p.start, p.local]),
          intervalStarts(zone, since, until, interval).map((ms) => [iso(ms), localTime(ms, zone)]),
        );
        const found = new Map<string, number>();
        for (const p of messages) {
          const label = labelOf(format, Date.parse(p.start), interval);
          found.set(label, (found.get(label) ?? 0) + p.value);
        }
        for (const [label, value] of found) assert.equal(value, naive(label).length, `${zone} ${interval} ${label}`);
        assert.equal(
          messages.reduce((sum: number, p: any) => sum + p.value, 0),
          inside.length,
        );

        const contacts = await series("active_contacts");
        if (interval !== "hour") {
          for (const p of contacts) {
            const label = labelOf(format, Date.parse(p.start), interval);
            assert.equal(p.value, new Set(naive(label).map(({ contact }) => contact)).size, `${zone} contacts ${label}`);
          }
        }

        const ended = answers.filter(({ at }) => at >= since && at < until);
        const v = await valuesOf(tenant, since, until, `&timezone=${zone}`);
        assert.equal(v["messages_received"].value, inside.length);
        assert.equal(v["active_contacts"].value, new Set(inside.map(({ contact }) => contact)).size);
        assert.equal(v["first_response_time"].observations, ended.length);
        assert.ok(Math.abs(v["first_response_time"].sum - ended.reduce((sum, { waited }) => sum + waited, 0) / 1_000) < 0.001);
        if (ended.length > 0) {
          const sorted = ended.map(({ waited }) => waited / 1_000).sort((a, b) => a - b);
          const exact = sorted[Math.ceil(0.9 * sorted.length) - 1] as number;
          assert.ok(Math.abs(v["first_response_time"].percentiles.p90 - exact) <= 0.05 * exact);
        }

        const week = (await ask(tenant, `breakdown?metric=messages_received&by=hour_of_week&${range}`)).groups;
        const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
        const cells = new Map<string, number>();
        for (const { at } of inside) {
          const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value])) as Record<string, string>;
          const key = `${1 + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] as string)}-${parts["hour"]}`;
          cells.set(key, (cells.get(key) ?? 0) + 1);
        }
        assert.equal(week.length, 168);
        for (const { key, value } of week) assert.equal(value, cells.get(key) ?? 0, `${zone} ${key}`);
      },
    ),
    { numRuns: 30 },
  );
});
