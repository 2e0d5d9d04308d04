import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ChannelAccess, type PlatformHttp, providerErrorOf } from "@parley/connector-kit";
import { NUMBER, connector } from "./frames.ts";

const access: ChannelAccess = { externalId: NUMBER, config: { accessToken: "EAAGsecret" } };
const calling = connector.calling ?? assert.fail("no calling");

/** Answers in order, and records the requests. */
function platform(...answers: { status?: number; json: unknown }[]) {
  const asked: { method: string; path: string; body?: any }[] = [];
  const http = {
    request({ method, path, headers, body }) {
      assert.equal(headers?.["authorization"], "Bearer EAAGsecret");
      asked.push({ method, path, ...(body === undefined ? {} : { body: JSON.parse(String(body)) }) });
      const { status = 200, json } = answers.shift() ?? assert.fail("one call too many");
      return Promise.resolve({ status, headers: {}, body: Buffer.from(JSON.stringify(json)) });
    },
    download: () => assert.fail("nothing is downloaded"),
  } satisfies PlatformHttp;
  return { http, asked };
}

const done = { json: { messaging_product: "whatsapp", success: true } };

describe("a customer's call", () => {
  it("is pre-accepted, accepted, rejected and ended in the platform's format", async () => {
    const { http, asked } = platform(done, done, done, done);
    const answer = { callExternalId: "wacid.A", answer: "v=0\r\n", reference: "call_1" };
    await calling.act({ kind: "pre_accept", ...answer }, access, http);
    await calling.act({ kind: "accept", ...answer }, access, http);
    await calling.act({ kind: "reject", callExternalId: "wacid.A" }, access, http);
    await calling.act({ kind: "terminate", callExternalId: "wacid.A" }, access, http);
    const common = { messaging_product: "whatsapp", call_id: "wacid.A" };
    const session = { sdp_type: "answer", sdp: "v=0\r\n" };
    assert.deepEqual(
      asked.map(({ body }) => body),
      [
        { ...common, action: "pre_accept", session },
        { ...common, action: "accept", session, biz_opaque_callback_data: "call_1" },
        { ...common, action: "reject" },
        { ...common, action: "terminate" },
      ],
    );
    assert.ok(asked.every(({ method, path }) => method === "POST" && path === `/v25.0/${NUMBER}/calls`));
  });

  it("that the platform refuses or does not confirm fails with the platform's message", async () => {
    const { http } = platform(
      { status: 400, json: { error: { code: 138007, message: "x", error_data: { details: "The call timed out." } } } },
      { json: { success: false } },
    );
    for (const [providerCode, message] of [
      ["138007", "The call timed out."],
      ["not_usable", "The platform's answer does not say that it did what it was asked."],
    ]) {
      const error = await calling.act({ kind: "reject", callExternalId: "wacid.A" }, access, http).then(() => undefined, providerErrorOf);
      assert.deepEqual([error?.providerCode, error?.message], [providerCode, message]);
    }
  });
});

describe("call settings", () => {
  const shown = {
    calling: {
      status: "ENABLED",
      call_icon_visibility: "DISABLE_ALL",
      callback_permission_status: "DISABLED",
      call_hours: {
        status: "ENABLED",
        timezone_id: "Europe/Berlin",
        weekly_operating_hours: [
          { day_of_week: "MONDAY", open_time: "0900", close_time: "1730" },
          { day_of_week: "FRIDAY", open_time: "900", close_time: 1200 },
          { day_of_week: "SUNDAY", open_time: null, close_time: "1" },
        ],
        holiday_schedule: [
          { date: "2026-12-24", start_time: "0900", end_time: 1200 },
          { date: "2026-12-25", start_time: null, end_time: "1200" },
        ],
      },
    },
  };
  const hours = {
    timezone: "Europe/Berlin",
    weekly: [
      { day: "monday", from: "09:00", to: "17:30" },
      { day: "friday", from: "09:00", to: "12:00" },
    ],
    specialDays: [{ date: "2026-12-24", from: "09:00", to: "12:00" }],
  };

  it("are read as far as they are understood", async () => {
    const { http } = platform({ json: shown }, { json: { calling: { status: "DISABLED" } } });
    assert.deepEqual(await calling.readSettings(access, http), { enabled: true, iconVisible: false, hours, asksForCallback: false });
    assert.deepEqual(await calling.readSettings(access, http), { enabled: false, iconVisible: true, hours: null, asksForCallback: false });
  });

  it("are changed individually, and new hours keep the special days", async () => {
    const { http, asked } = platform(
      { json: { success: true } },
      { json: shown },
      { json: shown },
      { json: { success: true } },
      { json: shown },
    );
    await calling.changeSettings({ enabled: true, iconVisible: true, asksForCallback: false }, access, http);
    assert.deepEqual(asked[0]?.body, {
      calling: { status: "ENABLED", call_icon_visibility: "DEFAULT", callback_permission_status: "DISABLED" },
    });
    await calling.changeSettings(
      { hours: { timezone: "Asia/Jakarta", weekly: [{ day: "monday", from: "00:00", to: "24:00" }] } },
      access,
      http,
    );
    assert.deepEqual(asked[3]?.body.calling.call_hours, {
      status: "ENABLED",
      timezone_id: "Asia/Jakarta",
      weekly_operating_hours: [{ day_of_week: "MONDAY", open_time: "0000", close_time: "2359" }],
      holiday_schedule: shown.calling.call_hours.holiday_schedule,
    });
  });

  it("replace the special days if these are given, also with none", async () => {
    const answers = [{ json: { success: true } }, { json: shown }];
    const { http, asked } = platform(...answers, ...answers);
    const week = { timezone: "Asia/Jakarta", weekly: [{ day: "monday", from: "08:00", to: "12:00" }] };
    await calling.changeSettings({ hours: { ...week, specialDays: [{ date: "2027-01-01", from: "10:00", to: "24:00" }] } }, access, http);
    assert.deepEqual(asked[0]?.body.calling.call_hours.holiday_schedule, [{ date: "2027-01-01", start_time: "1000", end_time: "2359" }]);
    await calling.changeSettings({ hours: { ...week, specialDays: [] } }, access, http);
    assert.equal(asked[2]?.body.calling.call_hours.holiday_schedule, undefined);
  });
});
