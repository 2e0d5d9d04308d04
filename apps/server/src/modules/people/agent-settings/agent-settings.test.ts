import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { isWithin } from "./business-hours.ts";
import { defaultQuestions } from "./csat-questions.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.stop());

describe("agent settings", () => {
  it("have defaults, keep omitted fields, and share the reopen window with the organization", async () => {
    const own = await app.tenant();
    const put = (body: object, headers: Record<string, string> = {}) =>
      own.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify(body), headers });
    const defaults = {
      autoAssign: {
        enabled: false,
        strategy: "round_robin",
        respectAvailability: true,
        sticky: true,
        reassignOnOffline: false,
        maxPerAgent: 20,
      },
      visibility: "all",
      autoResolve: { afterMinutes: null, message: null },
      csat: { enabled: false, delayMinutes: 5, questions: {}, defaultQuestions },
      assist: { enabled: true, instructions: null, models: [] },
      reopenWindowHours: 24,
      businessHours: null,
      offlineAfterMinutes: 15,
      updatedAt: null,
    };
    assert.deepEqual((await own.api.get("/api/v1/agent-settings")).body, defaults);
    const hours = {
      timezone: "Europe/Berlin",
      weekly: [{ day: "monday", from: "09:00", to: "17:30" }],
      holidays: ["2026-12-25"],
    };
    const changed = await put({
      autoAssign: { strategy: "least_busy", sticky: false },
      businessHours: hours,
      reopenWindowHours: 48,
      autoResolve: { afterMinutes: 60 },
    });
    assert.equal(changed.status, 200, changed.text);
    const expected = {
      ...defaults,
      autoAssign: { ...defaults.autoAssign, strategy: "least_busy", sticky: false },
      businessHours: hours,
      reopenWindowHours: 48,
      autoResolve: { afterMinutes: 60, message: null },
      updatedAt: app.clock.now().toISOString(),
    };
    assert.deepEqual((await own.api.get("/api/v1/agent-settings")).body, expected);
    assert.equal((await own.api.get("/api/v1/organization")).body.settings.reopenWindowHours, 48);
    const both = await Promise.all([put({ visibility: "assigned" }), put({ offlineAfterMinutes: 30 }), put({ businessHours: null })]);
    for (const { status, text } of both) assert.equal(status, 200, text);
    const last = (await own.api.get("/api/v1/agent-settings")).body;
    assert.deepEqual(
      [last.visibility, last.offlineAfterMinutes, last.businessHours],
      ["assigned", 30, null],
      "none of three at once is lost",
    );

    for (const [body, field, issue] of [
      [{ autoAssign: { strategy: "random" } }, "autoAssign.strategy", "unknown_value"],
      [{ autoAssign: { maxPerAgent: 0 } }, "autoAssign.maxPerAgent", "out_of_range"],
      [{ assist: { instructions: "  " } }, "assist.instructions", "too_short"],
      [{ assist: { models: [{ provider: null, model: "" }] } }, "assist.models[0].model", "too_short"],
      [{ visibility: "some" }, "visibility", "unknown_value"],
      [{ businessHours: { ...hours, timezone: "Mars/Olympus" } }, "businessHours.timezone", "unknown_value"],
      [{ businessHours: { ...hours, timezone: "+01:00" } }, "businessHours.timezone", "unknown_value"],
      [
        { businessHours: { ...hours, weekly: [{ day: "monday", from: "17:00", to: "09:00" }] } },
        "businessHours.weekly[0].to",
        "out_of_range",
      ],
      [{ businessHours: { ...hours, holidays: ["2026-02-30"] } }, "businessHours.holidays[0]", "invalid_format"],
    ] as const) {
      const refused = await put(body);
      assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field, issue }]], refused.text);
    }
    const reader = app.api(await app.key(own.id, { scopes: ["agents:read"] }));
    assert.equal((await reader.request("PUT", "/api/v1/agent-settings", { body: "{}" })).body.error.code, "insufficient_scope");
    assert.equal((await own.api.get("/api/v1/agent-settings?appId=app_1")).status, 404);
  });

  it("resolve idle conversations, except those in which the customer is waiting", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    for (const from of ["447700983001", "447700983002"]) await app.simulator.customer(from, from).sendText(channel.externalId, "Hello?");
    await app.drain();
    const sent = await own.api.post("/api/v1/messages", { channelId: channel.id, to: "447700983001", type: "text", text: "Here you are" });
    assert.equal(sent.status, 200, sent.text);
    await app.settle();
    await own.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ autoResolve: { afterMinutes: 60 } }) });
    const statuses = async () =>
      new Map<string, any>((await own.api.get("/api/v1/conversations")).body.data.map((c: any) => [c.contactId, c]));
    app.clock.advance(59 * 60_000);
    await app.drain();
    assert.ok([...(await statuses()).values()].every((c) => c.status === "open"));
    app.clock.advance(2 * 60_000);
    await app.drain();
    const after = [...(await statuses()).values()];
    const answered = after.find((c) => c.id === sent.body.conversationId);
    assert.deepEqual([answered.status, answered.resolvedBy], ["resolved", "auto_resolve"]);
    assert.equal(after.find((c) => c.id !== answered.id).status, "open");
    const [activity] = (await own.api.get(`/api/v1/conversations/${answered.id}/activity`)).body.data;
    assert.deepEqual([activity.changes, activity.actor.id], [{ status: { from: "open", to: "resolved" } }, "auto_resolve"]);
    await app.drain();
    assert.equal((await own.api.get(`/api/v1/conversations/${answered.id}/activity`)).body.data.length, 1, "again changes nothing");
  });
});

describe("business hours", () => {
  const hours = {
    timezone: "Europe/Berlin",
    weekly: [
      { day: "monday" as const, from: "09:00", to: "17:30" },
      { day: "sunday" as const, from: "20:00", to: "24:00" },
    ],
    holidays: ["2026-06-08"],
  };
  for (const [at, within, why] of [
    ["2026-06-01T06:59:00Z", false, "08:59 in summer"],
    ["2026-06-01T07:00:00Z", true, "09:00 in summer"],
    ["2026-06-01T15:30:00Z", false, "17:30 is the end"],
    ["2026-01-05T07:30:00Z", false, "08:30 in winter"],
    ["2026-01-05T08:00:00Z", true, "09:00 in winter"],
    ["2026-06-02T10:00:00Z", false, "Tuesday"],
    ["2026-06-08T10:00:00Z", false, "a holiday"],
    ["2026-06-07T21:59:00Z", true, "the last minute of Sunday"],
    ["2026-06-07T22:00:00Z", false, "Monday, 00:00"],
  ] as const)
    it(`${why}: ${within ? "open" : "closed"}`, () => assert.equal(isWithin(hours, new Date(at)), within));
});
