import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { createManualClock } from "#platform/clock/clock.ts";
import type { RecordedRequest } from "#platform/http/recording.ts";
import { readRoute } from "#platform/http/route.ts";
import { createIdSource } from "#platform/ids/ids.ts";
import { createLog } from "#platform/log/log.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { createRecorder } from "./recorder.ts";
import type { RequestRow } from "./request-row.ts";

const route = readRoute({
  method: "GET",
  path: "/contacts/:id",
  operationId: "getContact",
  tag: "Contacts",
  summary: "Get a contact",
  scope: "contacts:read",
  response: Type.Object({}),
  handle: async () => ({}),
});
const [one, other] = ["0198c6f2-a4b1-7e3d-9c5b-8f1a2d3e4f50", "0198c6f2-a4b1-7e3d-9c5b-8f1a2d3e4f51"] as const;
const answered = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  tenantId: one,
  keyId: one,
  method: "GET",
  route,
  params: { id: "Ada Lovelace" },
  query: {},
  body: undefined,
  bodyBytes: 0,
  responseBody: "{}",
  responseBytes: 2,
  status: 200,
  durationMs: 1.6,
  address: "127.0.0.1",
  userAgent: undefined,
  requestId: "mine-1",
  ...more,
});

function makeRecorder(insert?: (rows: readonly RequestRow[]) => Promise<void>) {
  const written: RequestRow[] = [];
  const clock = createManualClock(new Date("2026-01-02T03:04:05.678Z"));
  const metrics = createMetrics();
  const recorder = createRecorder(
    { clock, ids: createIdSource({ now: () => clock.now().getTime() }), log: createLog("silent"), metrics },
    insert ?? (async (rows) => void written.push(...rows)),
  );
  const counted = async () =>
    Object.fromEntries((await metrics.requestLogs.get()).values.map(({ labels, value }) => [String(labels["outcome"]), value]));
  return { ...recorder, written, counted };
}

describe("the request recorder", () => {
  it("keeps the body of a successful GET only up to 4 KB, of others up to 32 KB", async () => {
    const recorder = makeRecorder();
    const jsonOf = (characters: number) => `{"text":"${"x".repeat(characters - 11)}"}`;
    recorder.record(answered({ responseBody: jsonOf(4_096) }));
    recorder.record(answered({ responseBody: jsonOf(4_097) }));
    recorder.record(answered({ responseBody: jsonOf(4_097), method: "POST" }));
    recorder.record(answered({ responseBody: jsonOf(4_097), status: 422 }));
    recorder.record(answered({ responseBody: jsonOf(32_769), method: "POST" }));
    await recorder.flush();
    assert.deepEqual(
      recorder.written.map(({ answer_bytes, answer_body }) => [answer_bytes, answer_body !== null]),
      [
        [4_096, true],
        [4_097, false],
        [4_097, true],
        [4_097, true],
        [32_769, false],
      ],
    );
  });

  it("writes everything waiting in one statement, including what arrives while it writes", async () => {
    const batches: number[] = [];
    const recorder = makeRecorder(async (rows) => {
      batches.push(rows.length);
      if (batches.length === 1) recorder.record(answered());
    });
    recorder.record(answered());
    recorder.record(answered());
    await recorder.flush();
    await recorder.flush();
    await recorder.flush();
    assert.deepEqual(batches, [2, 1]);
  });

  it("drops a busy tenant's successes first, then its failures, and no other tenant's", async () => {
    const recorder = makeRecorder();
    for (let n = 0; n < 300; n++) recorder.record(answered());
    for (let n = 0; n < 300; n++) recorder.record(answered({ status: 422 }));
    recorder.record(answered({ tenantId: other }));
    await recorder.flush();
    const count = (tenant: string, failed: boolean) =>
      recorder.written.filter((row) => row.tenant_id === tenant && row.status >= 400 === failed).length;
    assert.deepEqual([count(one, false), count(one, true), count(other, false)], [250, 250, 1]);
    assert.deepEqual(await recorder.counted(), { dropped: 100, written: 501 });
  });

  it("keeps no more than its limit for all tenants together", async () => {
    const recorder = makeRecorder();
    for (let n = 0; n < 3_000; n++) recorder.record(answered({ tenantId: one.slice(0, -3) + String(n % 20).padStart(3, "0") }));
    await recorder.flush();
    assert.equal(recorder.written.length, 1_000);
  });

  it("counts what could not be written, and continues", async () => {
    let away = true;
    const recorder = makeRecorder(async () => {
      if (away) throw new Error("the database is away");
    });
    recorder.record(answered());
    await recorder.flush();
    away = false;
    recorder.record(answered());
    await recorder.flush();
    assert.deepEqual(await recorder.counted(), { lost: 1, written: 1 });
  });

  it("loses only the row that the database rejects", async () => {
    const written: string[] = [];
    const recorder = makeRecorder(async (rows) => {
      if (rows.some((row) => row.request_id === "bad")) throw Object.assign(new Error("out of range"), { code: "22003" });
      written.push(...rows.map((row) => row.request_id));
    });
    for (let n = 0; n < 100; n++) recorder.record(answered({ requestId: n === 37 ? "bad" : `good-${n}` }));
    await recorder.flush();
    assert.equal(written.length, 99);
    assert.deepEqual(await recorder.counted(), { lost: 1, written: 99 });
  });

  it("does not search forever if all rows are rejected", async () => {
    let statements = 0;
    const recorder = makeRecorder(async () => {
      statements += 1;
      throw Object.assign(new Error("out of range"), { code: "22003" });
    });
    for (let n = 0; n < 250; n++) recorder.record(answered());
    await recorder.flush();
    assert.ok(statements < 120, `${statements} statements`);
    assert.deepEqual(await recorder.counted(), { lost: 250 });
  });

  it("shows only the route's own parts of a path, and ids", async () => {
    const recorder = makeRecorder();
    recorder.record(answered());
    recorder.record(answered({ params: { id: "cnt_0198c6f2a4b17e3d9c5b8f1a2d3e4f50" }, requestId: "text with blanks" }));
    await recorder.flush();
    assert.deepEqual(
      recorder.written.map(({ route, path, request_id, duration_ms }) => [route, path, request_id, duration_ms]),
      [
        ["/contacts/{id}", "/contacts/{id}", "mine-1", 2],
        ["/contacts/{id}", "/contacts/cnt_0198c6f2a4b17e3d9c5b8f1a2d3e4f50", "[not shown]", 2],
      ],
    );
  });
});
