/** Counting the log exactly once despite crashes, and any range in any zone compared with counting each event. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import type { TestTenant } from "../../../../test/harness.ts";
import {
  ask,
  base,
  channelUuid,
  conversation,
  counted,
  day,
  hour,
  iso,
  log,
  minute,
  received,
  sent,
  t,
  updated,
  valuesOf,
  wire,
  type Fact,
} from "../../../../test/stages/metric-stage.ts";
import { intervalStarts, localTime, quarterMs } from "./calendar.ts";
import { addBins, type Bins } from "./histogram.ts";
import { durationNames } from "./rollup.fold.ts";
import { createRollup } from "./rollup.ts";

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
  const deps = { clock: t.clock, log: t.app.log, eventReader: t.app.eventReader };

  test("a process that dies before its commit loses nothing, and one that dies after it duplicates nothing", async () => {
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

  test("several concurrent processes count no event twice and miss none", async () => {
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
    let onStarted: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      onStarted = resolve;
    });
    const slow = t.app.database.withTenant(tenant.id, async (tx) => {
      await tx.query({
        text: `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [tenant.id, t.app.ids.uuid(), "message.received", channelUuid, late, received(base, late).data, iso(base)],
      });
      onStarted();
      await held;
    });
    await began;
    await log(tenant, [received(base + hour, early)]);
    // Not drained: another reader of the log would poll until it can continue.
    const rollup = createRollup({ ...deps, database: t.app.database });
    while (await rollup.run());
    assert.equal((await ask(tenant, "summary")).asOf, iso(base + hour));
    release();
    await slow;
    await counted(tenant);
    assert.equal((await total(tenant))[0], 2);
  });
});

/** What a clock in the zone shows, from a source independent of the code: Intl. */
function labelOf(format: Intl.DateTimeFormat, ms: number, interval: string): string {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value])) as Record<string, string>;
  const date = `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
  if (interval === "month") return date.slice(0, 7);
  if (interval === "day") return date;
  if (interval === "hour") return `${date} ${parts["hour"]} ${parts["timeZoneName"]}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return iso(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day).slice(0, 10);
}

test("any range in any zone equals counting every event by a clock in the zone", async () => {
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
  // Half of them near a clock change somewhere.
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
  const labels = ["Refund", "VIP", "Delivery"];
  const labelIds: string[] = [];
  for (const name of labels) labelIds.push((await tenant.api.post("/api/v1/labels", { name })).body.id);
  const divisions = Array.from({ length: 3 }, () => wire("div", t.app.ids.uuid()));
  const divisionOf = (contact: number) => (contact % 4 === 3 ? null : (divisions[contact % 4] as string));
  const labelsOf = (contact: number) => labels.filter((_, i) => contact % (i + 2) === 0);
  await log(
    tenant,
    people.map((c, i) => updated(first - day, c, { divisionId: [null, divisionOf(i)], labels: [[], labelsOf(i)] })),
  );
  const facts: (Fact & { contact: number; waited: number })[] = Array.from({ length: 4_000 }, (_, i) => {
    const at = i % 2 === 0 ? first + random(last - first) : (changes[random(changes.length)] as number) - 2 * day + random(4 * day);
    const contact = random(25);
    return { ...received(at, people[contact] as string, String(contact).padStart(32, "0")), contact, waited: 0 };
  });
  await log(tenant, facts);
  // Durations, each in a separate conversation.
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

        // The people created beyond `facts` have neither.
        const ofFacts = facts.filter(({ at }) => at >= since && at < until);
        const groupsOf = async (by: string, more = "") =>
          (await ask(tenant, `breakdown?metric=messages_received&by=${by}&${range}${more}`)).groups as {
            key: string | null;
            value: number;
          }[];
        const expected = (of: (contact: number) => (string | null)[], among: { contact: number }[]) => {
          const counts = new Map<string | null, number>();
          for (const { contact } of among) for (const name of of(contact)) counts.set(name, (counts.get(name) ?? 0) + 1);
          return counts;
        };
        const byLabelId = (contact: number) => labelsOf(contact).map((name) => labelIds[labels.indexOf(name)] as string);
        const byDivision = await groupsOf("division");
        const without = inside.length - ofFacts.length;
        const divided = expected((contact) => [divisionOf(contact)], ofFacts);
        if (without > 0) divided.set(null, (divided.get(null) ?? 0) + without);
        assert.deepEqual(new Map(byDivision.map(({ key, value }) => [key, value])), divided, `${zone} divisions`);
        const byLabelled = await groupsOf("label");
        assert.deepEqual(new Map(byLabelled.map(({ key, value }) => [key, value])), expected(byLabelId, ofFacts), `${zone} labels`);
        // Both at once, and as a series.
        const [division, label] = [divisions[from % 3] as string, labels[quarters % 3] as string];
        const both = ofFacts.filter(({ contact }) => divisionOf(contact) === division && labelsOf(contact).includes(label));
        const points = (
          await ask(tenant, `timeseries?metric=messages_received&interval=${interval}&${range}&divisionId=${division}&label=${label}`)
        ).points as { start: string; value: number }[];
        const ofLabel = Map.groupBy(both, ({ at }) => labelOf(format, at, interval));
        const summed = new Map<string, number>();
        for (const { start, value } of points) {
          const name = labelOf(format, Date.parse(start), interval);
          summed.set(name, (summed.get(name) ?? 0) + value);
        }
        for (const [name, value] of summed) assert.equal(value, ofLabel.get(name)?.length ?? 0, `${zone} ${label} ${name}`);
        assert.equal(
          points.reduce((sum, { value }) => sum + value, 0),
          both.length,
        );

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

        const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
        for (const [filters, among] of [
          ["", inside],
          [`&divisionId=${division}`, ofFacts.filter(({ contact }) => divisionOf(contact) === division)],
          [`&divisionId=${division}&label=${label}`, both],
        ] as const) {
          const week = (await ask(tenant, `breakdown?metric=messages_received&by=hour_of_week&${range}${filters}`)).groups;
          const cells = new Map<string, number>();
          for (const { at } of among) {
            const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value])) as Record<string, string>;
            const key = `${1 + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts["weekday"] as string)}-${parts["hour"]}`;
            cells.set(key, (cells.get(key) ?? 0) + 1);
          }
          assert.equal(week.length, 168);
          for (const { key, value } of week) assert.equal(value, cells.get(key) ?? 0, `${zone} ${key}${filters}`);
        }
      },
    ),
    { numRuns: 30 },
  );

  // Counting again, in other batches and repeatedly, gives the same rows.
  const rows = async () => {
    const all = await t.app.database.worker<Record<string, unknown>>({
      text: `select r.* from metric_rollups r where tenant_id = $1
              order by label_id, grain, detail, bucket_at, channel_id, assignee_id, division_id`,
      values: [tenant.id],
    });
    return all.map((row) => ({
      ...row,
      ...Object.fromEntries(durationNames.map((d) => [d, countsOf(row[`${d}_bins`] as Buffer | null)])),
      first_response_bins: 0,
      response_bins: 0,
      resolution_bins: 0,
    }));
  };
  const once = await rows();
  assert.ok(once.length > 1_000);
  for (const eventBatch of [97, 1_000]) {
    await withClient(t.database.admin, (admin) =>
      admin.query(
        "delete from metric_rollups; delete from metric_contact_days; delete from metric_conversations; delete from event_cursors where consumer = 'metrics'",
      ),
    );
    const rollup = createRollup({ clock: t.clock, log: t.app.log, eventReader: t.app.eventReader, database: t.app.database, eventBatch });
    await counted(tenant, () => rollup.run());
    assert.deepEqual(await rows(), once);
  }
});

/** The bins of a stored histogram, in any order. */
function countsOf(bytes: Buffer | null): [number, number][] {
  const bins: Bins = new Map();
  if (bytes !== null) addBins(bins, bytes);
  return [...bins].sort(([a], [b]) => a - b);
}
