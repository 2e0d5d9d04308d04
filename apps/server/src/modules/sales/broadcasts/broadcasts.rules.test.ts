import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { type BroadcastStage, checkCounts, setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { passedLimit, placesOf } from "./broadcast-step.ts";
import { autoPauseDefault, type BroadcastCounts } from "./broadcasts.schema.ts";
import { fillContent } from "./content/message-content.ts";
import { quietUntil } from "./quiet-hours.ts";

const t = await startTestApp();
after(() => t.stop());
const stage: BroadcastStage = await setBroadcastStage(t);
const { tenant } = stage;
const base = {
  title: "Offer",
  channelId: stage.channel.id,
  messageContent: { name: "offer", language: "en", variables: ["Ada"] },
  targetAudience: { all: true },
};
const refused = (answer: { status: number; body: any }) => [answer.status, answer.body.error?.code, answer.body.error?.details?.[0]?.field];

describe("a broadcast is refused", () => {
  it("if it is incomplete, naming the field", async () => {
    const rule = { field: "tags", op: "has_any", value: ["vip"] };
    for (const [change, expected] of [
      [{ title: " " }, [400, "validation_error", "title"]],
      [{ title: undefined }, [400, "validation_error", "title"]],
      [{ channelId: unknownId("chn") }, [404, "not_found", "channelId"]],
      [{ targetAudience: {} }, [422, "audience_empty", "targetAudience"]],
      [{ targetAudience: { rules: [] } }, [422, "audience_empty", "targetAudience"]],
      [{ targetAudience: { contactIds: [] } }, [422, "audience_empty", "targetAudience"]],
      [{ targetAudience: { all: false } }, [400, "validation_error", "targetAudience.all"]],
      [{ targetAudience: { all: true, rules: [rule] } }, [400, "validation_error", "targetAudience.all"]],
      [{ targetAudience: { all: true, exclude: { rules: [rule] } } }, [400, "validation_error", "targetAudience.exclude"]],
      [{ targetAudience: { rules: [{ field: "age", op: "eq", value: 1 }] } }, [400, "validation_error", "targetAudience.rules[0].field"]],
      [{ targetAudience: { segmentId: unknownId("seg") } }, [404, "not_found", "targetAudience.segmentId"]],
      [{ targetAudience: { contactIds: [unknownId("cnt")] } }, [404, "not_found", "targetAudience.contactIds[0]"]],
      [{ messageContent: "Hello" }, [422, "template_required", "messageContent"]],
      [{ messageContent: { text: "Hello" } }, [422, "template_required", "messageContent"]],
      [{ messageContent: { language: "en" } }, [400, "validation_error", "messageContent.name"]],
      [
        { messageContent: { name: "offer", language: "en", variables: [{ field: "age" }] } },
        [400, "validation_error", "messageContent.variables[0].field"],
      ],
      [{ messageContent: { name: "offer", language: "en", variables: [""] } }, [400, "validation_error", "messageContent.variables[0]"]],
      [{ messageContent: { name: "offer", language: "en", variables: [" "] } }, [400, "validation_error", "messageContent.variables[0]"]],
      [
        { messageContent: { name: "offer", language: "en", variables: [{ field: "name", fallback: "\u00a0" }] } },
        [400, "validation_error", "messageContent.variables[0].fallback"],
      ],
      [{ quietHours: { from: "21:00", to: "08:00", timezone: "Mars/Base" } }, [400, "validation_error", "quietHours.timezone"]],
      [{ quietHours: { from: "21:00", to: "21:00", timezone: "UTC" } }, [400, "validation_error", "quietHours.to"]],
      [{ sendRatePerMinute: 0 }, [400, "validation_error", "sendRatePerMinute"]],
      [{ scheduledAt: "2999-01-01T00:00:00Z" }, [422, "validation_error", "scheduledAt"]],
    ] as const)
      assert.deepEqual(refused(await tenant.api.post("/api/v1/broadcasts", { ...base, ...change })), expected, JSON.stringify(change));
  });

  it("if it cannot be sent, and stays a draft", async () => {
    const lonely = await setBroadcastStage(t);
    const send = async (fields: object) => {
      const { id } = await lonely.draft(fields);
      const response = await lonely.tenant.api.post(`/api/v1/broadcasts/${id}/send`);
      assert.equal((await lonely.get(id)).status, "draft");
      return refused(response);
    };
    assert.deepEqual(await send({}), [422, "audience_empty", "targetAudience"]);
    await lonely.people(1);
    assert.deepEqual(await send({ messageContent: { name: "nope", language: "en" } }), [
      422,
      "template_not_approved",
      "messageContent.name",
    ]);
    assert.deepEqual(await send({ messageContent: { name: "offer", language: "en" } }), [
      422,
      "template_variables_mismatch",
      "messageContent.variables[0]",
    ]);
    const { id } = await lonely.draft();
    for (const [verb, body, expected] of [
      ["schedule", {}, [400, "validation_error", "scheduledAt"]],
      ["schedule", { scheduledAt: new Date(t.clock.now().getTime() - 1).toISOString() }, [422, "validation_error", "scheduledAt"]],
      ["pause", {}, [409, "invalid_transition", undefined]],
      ["resume", {}, [409, "invalid_transition", undefined]],
      ["cancel", {}, [409, "invalid_transition", undefined]],
      ["retry-failed", {}, [409, "invalid_transition", undefined]],
    ] as const)
      assert.deepEqual(refused(await lonely.tenant.api.post(`/api/v1/broadcasts/${id}/${verb}`, body)), expected, verb);
    await t.app.database.worker({ text: "update broadcasts set state = state where tenant_id = $1", values: [lonely.tenant.id] });
    await lonely.tenant.api.delete(`/api/v1/channels/${lonely.channel.id}`);
    assert.deepEqual(refused(await lonely.tenant.api.post(`/api/v1/broadcasts/${id}/send`)), [422, "channel_not_connected", "channelId"]);
  });

  it("to another tenant's key, without its scope, and if changed after its start", async () => {
    const { id } = await stage.draft();
    const other = await t.tenant();
    const paths = ["", "/recipients", "/recipients.csv", "/stats"];
    for (const wire of [id, unknownId("brd"), "x"]) {
      for (const path of paths) assert.equal((await other.api.get(`/api/v1/broadcasts/${wire}${path}`)).status, 404);
      for (const verb of ["schedule", "send", "pause", "resume", "cancel", "retry-failed"])
        assert.equal((await other.api.post(`/api/v1/broadcasts/${wire}/${verb}`, {})).status, 404);
      assert.equal((await other.api.patch(`/api/v1/broadcasts/${wire}`, { title: "x" })).status, 404);
      assert.equal((await other.api.delete(`/api/v1/broadcasts/${wire}`)).status, 404);
    }
    const scoped = async (scope: string) => t.api(await t.key(tenant.id, { scopes: [scope] }));
    assert.equal((await (await scoped("broadcasts:write")).post(`/api/v1/broadcasts/${id}/send`)).status, 403);
    assert.equal((await (await scoped("broadcasts:send")).post("/api/v1/broadcasts", base)).status, 403);
    assert.equal((await (await scoped("broadcasts:write")).get(`/api/v1/broadcasts/${id}`)).status, 403);
    await stage.people(1);
    await stage.verb(id, "send");
    assert.deepEqual(refused(await tenant.api.patch(`/api/v1/broadcasts/${id}`, { title: "x" })), [409, "conflict", undefined]);
    assert.deepEqual(refused(await tenant.api.delete(`/api/v1/broadcasts/${id}`)), [409, "conflict", undefined]);
    await stage.until(id, "completed");
  });
});

describe("broadcasts", () => {
  it("are changed field by field, listed by status and channel, and deleted with their recipients", async () => {
    const own = await setBroadcastStage(t);
    await own.people(3);
    const [one, two] = [await own.draft({ title: "One" }), await own.draft({ title: "Two" })];
    const changes = {
      title: "Changed",
      sendRatePerMinute: 30,
      quietHours: { from: "22:00", to: "07:00", timezone: "Europe/Berlin" },
      autoPause: null,
      targetAudience: { rules: [{ field: "name", op: "exists" }] },
      messageContent: { name: "plain", language: "en" },
      scheduledAt: "2027-01-01T00:00:00.000Z",
    };
    const changed = (await own.tenant.api.patch(`/api/v1/broadcasts/${one.id}`, changes)).body;
    assert.deepEqual(changed, {
      ...one,
      ...changes,
      targetAudience: { match: "all", rules: changes.targetAudience.rules },
      messageContent: { ...changes.messageContent, variables: [] },
      status: "scheduled",
      updatedAt: changed.updatedAt,
    });
    assert.deepEqual(await own.get(one.id), changed);
    await own.verb(two.id, "send");
    await own.until(two.id, "completed");
    const list = async (query: string) => (await own.tenant.api.get(`/api/v1/broadcasts?${query}`)).body;
    assert.deepEqual(
      (await list("status=completed")).data.map((b: any) => [b.id, b.counts.read]),
      [[two.id, 3]],
    );
    assert.deepEqual((await list(`channelId=${own.channel.id}`)).data.length, 2);
    assert.deepEqual((await list(`channelId=${unknownId("chn")}`)).data, []);
    const page = await list("limit=1");
    const rest = await list(`limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`);
    assert.deepEqual([page.data[0].id, rest.data[0].id, rest.pageInfo.hasNextPage], [two.id, one.id, false]);
    assert.deepEqual((await own.tenant.api.delete(`/api/v1/broadcasts/${two.id}`)).body, { id: two.id, deleted: true });
    assert.equal((await own.tenant.api.get(`/api/v1/broadcasts/${two.id}`)).status, 404);
    await t.drain();
    for (const table of ["broadcast_recipients", "broadcast_counts"])
      assert.deepEqual(await t.app.database.worker({ text: `select 1 from ${table} where tenant_id = $1`, values: [own.tenant.id] }), []);
  });

  it("are created, and sent, once per idempotency key", async () => {
    const own = await setBroadcastStage(t);
    const [person] = await own.people(1);
    const body = { ...base, channelId: own.channel.id };
    const headers = { "idempotency-key": "broadcast-1" };
    const [first, again] = [
      await own.tenant.api.post("/api/v1/broadcasts", body, headers),
      await own.tenant.api.post("/api/v1/broadcasts", body, headers),
    ];
    assert.deepEqual([again.body, again.headers.get("idempotency-replayed")], [first.body, "true"]);
    const send = () => own.tenant.api.post(`/api/v1/broadcasts/${first.body.id}/send`, undefined, { "idempotency-key": "broadcast-2" });
    const [sent, replayed] = [await send(), await send()];
    assert.deepEqual([sent.status, replayed.body], [200, sent.body]);
    await own.until(first.body.id, "completed");
    assert.equal(own.sentTo(person!.number).length, 1);
  });

  it("are previewed: the number of recipients, who is left out and why, the duration", async () => {
    const own = await setBroadcastStage(t, { messagesPerSecond: 2 });
    const people = await own.people(14);
    await own.tenant.api.patch(`/api/v1/contacts/${people[0]!.id}`, { optIn: "opted_out" });
    await own.tenant.api.post(`/api/v1/contacts/${people[1]!.id}/block`, {});
    await own.tenant.api.post("/api/v1/contacts", { name: "No number" });
    const preview = async (fields: object) =>
      (await own.tenant.api.post("/api/v1/broadcasts/preview", { channelId: own.channel.id, ...fields })).body;
    const all = await preview({ targetAudience: { all: true } });
    assert.deepEqual(
      [all.count, all.exact, all.countRange, all.sendable, all.estimatedSeconds, all.sample.length],
      [15, true, { from: 15, to: 15 }, 12, 6, 10],
    );
    assert.deepEqual(all.skips, { opted_out: 1, blocked: 1, no_identity: 1, window_closed: 0 });
    assert.equal((await preview({ targetAudience: { all: true }, sendRatePerMinute: 12 })).estimatedSeconds, 60);
    const now = t.clock.now().getTime();
    assert.deepEqual([all.samples, all.cost.amount, Date.parse(all.estimatedCompletionAt) >= now], [all.sample, 0, true]);
    const planned = { targetAudience: { all: true }, sendRatePerMinute: 6, scheduledAt: "2027-03-01T20:59:30.000Z" };
    assert.equal((await preview(planned)).estimatedCompletionAt, "2027-03-01T21:01:30.000Z");
    const quietHours = { from: "21:00", to: "08:00", timezone: "UTC" };
    assert.equal((await preview({ ...planned, quietHours })).estimatedCompletionAt, "2027-03-02T08:01:30.000Z");
    const slow = { ...planned, sendRatePerMinute: 1, scheduledAt: "2027-03-01T23:00:00Z", quietHours: { ...quietHours, from: "08:05" } };
    assert.equal((await preview(slow)).estimatedCompletionAt, "2027-03-04T08:02:00.000Z", "five minutes a day for twelve of sending");
    const some = await preview({ targetAudience: { contactIds: people.slice(0, 3).map((p) => p.id) } });
    assert.deepEqual([some.count, some.sendable], [3, 1]);
    const rules = [{ field: "name", op: "eq", value: "Person 5" }];
    assert.deepEqual(
      (await preview({ targetAudience: { rules } })).sample.map((c: any) => c.id),
      [people[5]!.id],
    );
    const segment = (await own.tenant.api.post("/api/v1/segments", { name: "S", rules: { rules } })).body;
    assert.equal((await preview({ targetAudience: { segmentId: segment.id } })).count, 1);
    assert.equal((await preview({ targetAudience: {} })).error.code, "audience_empty");
  });

  it("do not reach contacts during quiet hours, by each contact's own clock", async () => {
    const own = await setBroadcastStage(t);
    // It is night in one zone and day in another.
    const zones = ["Asia/Tokyo", "Europe/London", "America/Los_Angeles"];
    const people = await own.people(3, (i) => ({ timezone: zones[i] }));
    const hours = { from: "20:00", to: "09:00", timezone: "UTC" };
    const quiet = (i: number) => quietUntil(hours, zones[i] as string, t.clock.now()) !== null;
    const before = people.map((_, i) => quiet(i));
    assert.ok(before.includes(true), "somebody sleeps");
    const { id } = await own.draft({ quietHours: hours });
    await own.verb(id, "send");
    await t.settle();
    for (const [i, { number }] of people.entries()) assert.equal(own.sentTo(number).length, before[i] ? 0 : 1, zones[i]);
    for (let hour = 0; hour < 26 && (await own.get(id)).status !== "completed"; hour++) {
      t.clock.advance(3_600_000);
      await t.settle();
      for (const call of t.simulator.calls.filter((c: any) => c.phoneNumberId === own.channel.externalId) as any[]) {
        const i = people.findIndex(({ number }) => number === call.waId);
        assert.equal(
          quietUntil(hours, zones[i] as string, new Date(call.at)),
          null,
          `${zones[i]} got it at ${new Date(call.at).toISOString()}`,
        );
      }
    }
    await own.until(id, "completed");
    for (const { number } of people) assert.equal(own.sentTo(number).length, 1);
  });

  it("take back what the platform put off into quiet hours, though nobody else waits", async () => {
    const own = await setBroadcastStage(t);
    const [person] = await own.people(1, () => ({ timezone: "UTC" }));
    const time = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
    const { id } = await own.draft({ quietHours: { from: time(6), to: time(180), timezone: "UTC" } });
    t.simulator.faults.forRecipient(person!.number, { kind: "error", code: 131016, retryAfterSeconds: 600 }, 1);
    await own.verb(id, "send");
    const status = async () => (await own.recipients(id))[0].status;
    for (let i = 0; i < 4; i++) {
      await t.settle();
      t.clock.advance(1_000);
    }
    assert.equal(await status(), "sending");
    for (let minute = 0; minute < 20; minute++) {
      t.clock.advance(60_000);
      await t.settle();
    }
    assert.deepEqual([own.sentTo(person!.number).length, await status()], [0, "pending"]);
    await checkCounts(t, own, id);
    t.clock.advance(180 * 60_000);
    await own.until(id, "completed");
    assert.equal(own.sentTo(person!.number).length, 1);
  });

  it("pause if their channel is deleted, and whoever still waited to be sent to has failed", async () => {
    const own = await setBroadcastStage(t, { messagesPerSecond: 1 });
    await own.people(22);
    const { id } = await own.draft();
    await own.verb(id, "send");
    await t.drain(["broadcasts"]);
    const { sending, pending } = (await own.get(id)).counts;
    assert.deepEqual([sending, pending], [20, 2]);
    assert.equal((await own.tenant.api.delete(`/api/v1/channels/${own.channel.id}`)).status, 200);
    const { pauseReason, counts } = await own.until(id, "paused");
    assert.deepEqual([pauseReason, counts.sending, counts.failed, counts.pending], ["channel_not_connected", 0, 20, 2]);
    const failed = await own.recipients(id, "&status=failed");
    assert.deepEqual(
      failed.map((recipient) => recipient.reason),
      Array(20).fill("channel_not_connected"),
    );
    await checkCounts(t, own, id);
  });

  it("pause if their template is no longer approved, and give the reason", async () => {
    const own = await setBroadcastStage(t);
    await own.people(6);
    const { id } = await own.draft({ sendRatePerMinute: 30 });
    await own.verb(id, "send");
    await t.drain();
    await t.app.database.withTenant(own.tenant.id, (tx) =>
      tx.query({ text: "update templates set status = 'paused' where tenant_id = $1 and name = 'offer'", values: [own.tenant.id] }),
    );
    assert.equal((await own.until(id, "paused")).pauseReason, "template_not_approved");
    assert.equal((await own.tenant.api.post(`/api/v1/broadcasts/${id}/resume`)).body.error.code, "template_not_approved");
    await checkCounts(t, own, id);
  });
});

describe("rules", () => {
  it("quiet hours end by their clock, in every zone and across daylight saving changes", () => {
    const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC");
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
    fc.assert(
      fc.property(
        zone,
        time,
        time,
        fc.date({ min: new Date("2024-01-01"), max: new Date("2028-01-01"), noInvalidDate: true }),
        (where, from, to, at) => {
          fc.pre(from !== to);
          const until = quietUntil({ from, to, timezone: "UTC" }, where, at);
          if (until === null) return;
          assert.ok(until > at, "it ends ahead");
          assert.ok(until.getTime() - at.getTime() <= 26 * 3_600_000, "within a day, and a change of the clocks");
          const soon = quietUntil({ from, to, timezone: "UTC" }, where, until);
          // When a clock is set back, the hours may occur twice.
          assert.ok(
            soon === null || soon.getTime() - until.getTime() <= 3 * 3_600_000,
            `quiet again at ${until.toISOString()} until ${soon?.toISOString()}`,
          );
        },
      ),
    );
    const ends = (where: string, from: string, to: string, at: string) =>
      quietUntil({ from, to, timezone: "UTC" }, where, new Date(at))?.toISOString() ?? null;
    // Two o'clock is followed by three: half past two does not exist, so they end at three.
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-03-29T00:10:00Z"), "2026-03-29T01:00:00.000Z");
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-03-28T22:00:00Z"), "2026-03-29T01:00:00.000Z");
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-03-29T01:00:00Z"), null);
    // Three o'clock is followed by two: they end at half past two, then apply once more.
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-10-24T23:00:00Z"), "2026-10-25T00:30:00.000Z");
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-10-25T00:45:00Z"), null);
    assert.equal(ends("Europe/Berlin", "21:00", "02:30", "2026-10-25T01:10:00Z"), "2026-10-25T01:30:00.000Z");
  });

  it("no minute has more sends than the rate, whenever steps run", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6_000 }),
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 60 }),
        (rate, gaps) => {
          const leaves: number[] = [];
          let now = 1_000_000;
          let next: Date | null = null;
          for (const gap of gaps) {
            now += gap;
            const pace = placesOf({ rate_per_minute: rate, next_at: next }, new Date(now));
            for (let i = 0; i < pace.places; i++) leaves.push(pace.leavesAt(i).getTime());
            if (pace.stepMs !== null && pace.places > 0) next = new Date(pace.startMs + pace.places * pace.stepMs);
          }
          for (const [i, at] of leaves.entries()) {
            const far = leaves[i + rate];
            // Instants are whole milliseconds.
            if (far !== undefined)
              assert.ok(far - at >= 60_000 - rate - 1, `${rate} a minute: ${i} and ${i + rate} are ${far - at} ms apart`);
          }
        },
      ),
    );
  });

  it("limits count from the last resume, and only after enough messages", () => {
    const counts = (given: Partial<BroadcastCounts>): BroadcastCounts => ({
      ...{
        recipients: 0,
        pending: 0,
        sending: 0,
        sent: 0,
        delivered: 0,
        read: 0,
        replied: 0,
        failed: 0,
        unknown: 0,
        skipped: 0,
        optedOut: 0,
      },
      ...given,
    });
    const row = (from = {}) => ({ auto_pause: autoPauseDefault, limits_from: from });
    assert.equal(passedLimit(row(), counts({ failed: 99 })), null);
    assert.equal(passedLimit(row(), counts({ failed: 31, sent: 69 })), "failure_rate");
    assert.equal(passedLimit(row(), counts({ failed: 30, sent: 70 })), null);
    assert.equal(passedLimit(row(), counts({ read: 100, optedOut: 6 })), "opt_out_rate");
    assert.equal(passedLimit(row({ attempted: 100, failed: 31 }), counts({ failed: 31, sent: 69 })), null);
    assert.equal(passedLimit({ auto_pause: null, limits_from: {} }, counts({ failed: 1_000 })), null);
  });

  it("variables come from the contact, else the fallback, else the contact gets nothing", () => {
    const contact = {
      ...{ name: "  Ada  Lovelace ", phone: null, email: "a@b.c", source: "api", country: null, language: null, timezone: null },
      custom_fields: { plan: ["pro", "team"], n: 5, blank: " " },
    };
    const fill = (...variables: object[]) =>
      (fillContent({ type: "template", name: "x", language: "en", variables: variables as never }, contact, null)?.content as any)
        ?.variables;
    assert.deepEqual(fill({ field: "name" }, { field: "firstName" }, { value: "v" }), ["Ada Lovelace", "Ada", "v"]);
    assert.deepEqual(fill({ field: "customFields.plan" }, { name: "n", field: "customFields.n" }), [
      "pro, team",
      { name: "n", value: "5" },
    ]);
    assert.deepEqual(fill({ field: "phone", fallback: "none" }), ["none"]);
    for (const field of ["phone", "customFields.blank", "customFields.constructor"]) assert.equal(fill({ field }), undefined, field);
  });
});
