import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { refusal } from "../../../../test/inbox.ts";
import { startChannelCallStage } from "../../../../test/stages/voice/channel-call-stage.ts";

const { t, platform, desk: makeDesk } = await startChannelCallStage();
afterEach(() => platform.refuses(null));
const week = { timezone: "Europe/Berlin", weekly: [{ day: "monday", from: "09:00", to: "17:00" }] };
const hours = { ...week, specialDays: [{ date: "2026-12-24", from: "09:00", to: "12:00" }] };

describe("who answers a channel's calls", () => {
  it("is one of the organization's voice agents, or none; a deleted one counts as none", async () => {
    const desk = await makeDesk();
    const path = `/channels/${desk.channel.id}/calling`;
    const get = async () => (await desk.tenant.api.get(`/api/v1${path}`)).body;
    assert.equal((await get()).voiceAgentId, desk.agent.id);
    const answers = async () => (await desk.tenant.api.get(`/api/v1/voice-agents/${desk.agent.id}`)).body.answersChannelIds;
    assert.deepEqual(await answers(), [desk.channel.id]);
    assert.equal((await desk.patch(path, { voiceAgentId: null })).voiceAgentId, null);
    assert.deepEqual(await answers(), []);
    await desk.patch(path, { voiceAgentId: desk.agent.id });
    await desk.tenant.api.delete(`/api/v1/voice-agents/${desk.agent.id}`);
    assert.equal((await get()).voiceAgentId, null);
    assert.deepEqual(refusal(await desk.tenant.api.patch(`/api/v1${path}`, { voiceAgentId: desk.agent.id })), [404, "not_found"]);
    const reader = t.api(await t.key(desk.tenant.id, { scopes: ["voice:read"] }));
    assert.equal((await reader.get(`/api/v1${path}`)).status, 200);
    assert.deepEqual(refusal(await reader.patch(`/api/v1${path}`, { voiceAgentId: null })), [403, "insufficient_scope"]);
    const audit = (await desk.tenant.api.get("/api/v1/audit-log?action=channel.calling_updated")).body.data;
    assert.equal(audit.length, 3);
  });

  it("can be asked only about channels on which customers can call", async () => {
    const desk = await makeDesk();
    const other = await t.vouchedChannel(desk.tenant, {
      kind: "photo_social",
      config: { accountId: "17841400000000111", accessToken: "IGtoken", appSecret: "secret", verifyToken: "word" },
    });
    const path = `/api/v1/channels/${other.id}/calling`;
    assert.deepEqual(refusal(await desk.tenant.api.get(path)), [422, "unsupported_by_channel"]);
    assert.deepEqual(refusal(await desk.tenant.api.patch(path, { voiceAgentId: desk.agent.id })), [422, "unsupported_by_channel"]);
    const kinds = (await desk.tenant.api.get("/api/v1/channels/kinds")).body.data;
    assert.deepEqual(
      kinds.filter((kind: any) => kind.calls).map((kind: any) => kind.kind),
      ["chat_app"],
    );
  });
});

describe("call settings", () => {
  it("are read from the platform and changed there one by one", async () => {
    const desk = await makeDesk();
    const path = `/channels/${desk.channel.id}/calling`;
    const changed = await desk.patch(path, { enabled: true, iconVisible: false, hours, asksForCallback: true });
    assert.deepEqual(changed.settings, { enabled: true, iconVisible: false, hours, asksForCallback: true });
    assert.equal(changed.voiceAgentId, desk.agent.id);
    // Omitting special days keeps them.
    assert.deepEqual((await desk.patch(path, { hours: week })).settings.hours, hours);
    assert.deepEqual((await desk.patch(path, { hours: { ...week, specialDays: [] } })).settings.hours, { ...week, specialDays: [] });
    assert.deepEqual((await desk.patch(path, { hours: null })).settings, { ...changed.settings, hours: null });
    assert.equal((await desk.tenant.api.get(`/api/v1${path}`)).body.settings.enabled, true);
  });

  it("can be sent back as they were read, including a special day with two intervals", async () => {
    const desk = await makeDesk();
    const path = `/channels/${desk.channel.id}/calling`;
    await desk.patch(path, { enabled: true, hours });
    // Entered on the platform itself.
    const kept = platform.settings.get(desk.channel.externalId) as any;
    kept.call_hours.holiday_schedule.push({ date: "2026-12-24", start_time: "1400", end_time: "1600" });
    const { settings } = (await desk.tenant.api.get(`/api/v1${path}`)).body;
    assert.deepEqual(settings.hours.specialDays, [...hours.specialDays, { date: "2026-12-24", from: "14:00", to: "16:00" }]);
    assert.deepEqual((await desk.patch(path, settings)).settings, settings);
  });

  it("that break a rule, or refer to nothing, change nothing at the platform", async () => {
    const desk = await makeDesk();
    const path = `/api/v1/channels/${desk.channel.id}/calling`;
    const monday = (from: string, to: string) => ({ day: "monday", from, to });
    for (const [weekly, field] of [
      [[], "hours.weekly"],
      [[monday("08:00", "09:00"), monday("10:00", "11:00"), monday("12:00", "13:00")], "hours.weekly"],
      [[monday("08:00", "12:00"), monday("11:00", "13:00")], "hours.weekly"],
      [[monday("12:00", "08:00")], "hours.weekly[0].to"],
    ] as const) {
      const response = await desk.tenant.api.patch(path, { enabled: true, hours: { timezone: "UTC", weekly } });
      assert.deepEqual([response.body.error.code, response.body.error.details[0].field], ["validation_error", field]);
    }
    const day = (date: string, from = "09:00", to = "12:00") => ({ date, from, to });
    for (const [specialDays, field] of [
      [[day("2026-02-30")], "hours.specialDays[0].date"],
      [[day("2026-12-24", "12:00", "09:00")], "hours.specialDays[0].to"],
    ] as const) {
      const response = await desk.tenant.api.patch(path, { enabled: true, hours: { ...week, specialDays } });
      assert.deepEqual([response.body.error.code, response.body.error.details[0].field], ["validation_error", field]);
    }
    for (const timezone of ["+01:00", "Mars/Olympus"]) {
      const response = await desk.tenant.api.patch(path, { enabled: true, hours: { ...week, timezone } });
      const { code, details } = response.body.error;
      assert.deepEqual([code, details[0].field, details[0].issue], ["validation_error", "hours.timezone", "unknown_value"]);
    }
    const nobody = await desk.tenant.api.patch(path, { enabled: true, voiceAgentId: "vag_01980000000070008000000000000000" });
    assert.deepEqual(refusal(nobody), [404, "not_found"]);
    assert.equal(platform.settings.get(desk.channel.externalId), undefined);
  });

  it("that the platform refuses are refused with its message, and the agent stays", async () => {
    const desk = await makeDesk();
    const path = `/api/v1/channels/${desk.channel.id}/calling`;
    platform.refuses(() => ({ status: 400, code: 138015 }));
    const response = await desk.tenant.api.patch(path, { enabled: true, voiceAgentId: null });
    assert.deepEqual(refusal(response), [502, "provider_error"]);
    assert.match(response.body.error.message, /Refused with 138015\. \(138015\)/);
    assert.equal((await desk.tenant.api.get(path)).body.voiceAgentId, desk.agent.id);
  });
});
