import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { politeBrain } from "@parley/simulators/realtime-provider";
import { speak } from "@parley/simulators/speech";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp, unknownId } from "../../../../../test/harness.ts";
import { refusal } from "../../../../../test/inbox.ts";
import { announced, announcement, bytesOfRecording, recorded, textOf, wavOf } from "../../../../../test/stages/voice/recording-stage.ts";
import { hearsWhole, lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";

const stage = await startVoiceStage();
const { t, realtime, line } = stage;
afterEach(() => {
  realtime.brain = politeBrain;
});

describe("a recorded call", () => {
  it("contains both legs from the end of the announcement on, as one file", async () => {
    const desk = await line(announced);
    const call = await desk.dial();
    const caller = lineOf(call);
    caller.begins("before ");
    await caller.until(() => caller.heard() === `${announcement} Hello.`);
    await eventually("it is recorded", async () => (await desk.calls())[0].recording?.status === "recording");
    caller.says("Good day.");
    await hearsWhole(caller, "I see.");
    caller.stop();
    await desk.ended();
    await t.drain();
    const shown = await desk.ended();
    const { left, right, samples } = await wavOf(t, desk.tenant, shown.id);
    assert.deepEqual([textOf(left), textOf(right)], ["Good day.", "I see."]);
    const { recording } = shown;
    assert.deepEqual(
      [recording.status, recording.durationSeconds, recording.sizeBytes, recording.complete],
      ["ready", samples / 8_000, 58 + 2 * samples, true],
    );
    assert.ok(recording.beganMs > 0 && recording.beganMs < shown.turns[1].beganMs);
    const parts = Math.min(300, Math.ceil(samples / 800));
    for (const leg of ["caller", "agent"]) {
      assert.equal(recording.peaks[leg].length, parts);
      assert.ok(Math.max(...recording.peaks[leg]) > 0.02 && recording.peaks[leg].every((peak: number) => peak <= 1), leg);
    }
    // Left out of lists, of which they would be the largest part.
    assert.equal((await desk.calls())[0].recording.peaks, null);
  });

  it("contains the part of an interrupted answer that was heard", async () => {
    const desk = await line(announced);
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === `${announcement} Hello.`);
    const answer = "A long answer of which the caller hears the beginning and nothing of its end.";
    realtime.brain = (turn) => (turn.heard === "Tell me." ? { say: answer } : politeBrain(turn));
    caller.says("Tell me.");
    await caller.until(() => caller.heard().includes("A long answer"));
    caller.says("Stop it.");
    await hearsWhole(caller, "I see.");
    caller.stop();
    const shown = await desk.ended();
    await t.drain();
    const session = realtime.sessions.findLast(({ apiKey }) => apiKey === desk.apiKey) as (typeof realtime.sessions)[number];
    const item = [...session.items.values()].find(({ text }) => text === answer);
    const heardAudio = speak(answer).subarray(0, (item?.truncatedMs as number) * 8);
    const { right } = await wavOf(t, desk.tenant, shown.id);
    assert.ok(heardAudio.length > 0 && heardAudio.length < speak(answer).length);
    assert.ok(textOf(right).startsWith(textOf(heardAudio)), textOf(right));
    assert.ok(
      right.includes(heardAudio) && !right.includes(speak(answer).subarray(0, heardAudio.length + 320)),
      "as much as the model was told",
    );
  });

  it("is served in parts to whoever may read calls, and records who opened it", async () => {
    const desk = await line(announced);
    const shown = await recorded(stage, desk);
    const path = `/api/v1/calls/${shown.id}/recording`;
    const whole = await bytesOfRecording(t, desk.tenant, shown.id);
    const part = await bytesOfRecording(t, desk.tenant, shown.id, { range: "bytes=58-1057" });
    assert.ok(part.equals(whole.subarray(58, 1_058)));
    const head = await fetch(`${t.url}${path}`, { method: "HEAD", headers: { authorization: `Bearer ${desk.tenant.key}` } });
    assert.deepEqual(
      [head.status, head.headers.get("content-length"), head.headers.get("accept-ranges"), head.headers.get("content-disposition")],
      [200, String(whole.length), "bytes", `inline; filename="${shown.id}.wav"`],
    );
    const opened = async () => (await desk.tenant.api.get("/api/v1/audit-log?action=call.recording_opened")).body.data;
    assert.deepEqual((await opened()).length, 1);
    assert.equal((await opened())[0].targetId, shown.id);
    t.clock.advance(3_601_000);
    await bytesOfRecording(t, desk.tenant, shown.id);
    assert.equal((await opened()).length, 2);
    const foreign = await t.tenant();
    for (const [api, id] of [
      [foreign.api, shown.id],
      [desk.tenant.api, unknownId("call")],
      [desk.tenant.api, "x"],
    ] as const) {
      assert.deepEqual(refusal(await api.get(`/api/v1/calls/${id}/recording`)), [404, "not_found"]);
      assert.deepEqual(refusal(await api.delete(`/api/v1/calls/${id}/recording`)), [404, "not_found"]);
    }
    const reader = t.api(await t.key(desk.tenant.id, { scopes: ["voice:read"] }));
    assert.deepEqual(refusal(await reader.delete(path)), [403, "insufficient_scope"]);
    const stranger = t.api(await t.key(desk.tenant.id, { scopes: ["media:read"] }));
    assert.deepEqual(refusal(await stranger.get(path)), [403, "insufficient_scope"]);
    // It does not appear among media for those who may read media.
    const [media] = await stage.rows<{ wire: string }>(desk.tenant.id, "select wire_id('med', id) as wire from media where tenant_id = $1");
    assert.deepEqual(refusal(await desk.tenant.api.get(`/api/v1/media/${media?.wire}`)), [404, "not_found"]);
    const source = { kind: "file", name: "x", mediaId: media?.wire };
    assert.deepEqual(refusal(await desk.tenant.api.post("/api/v1/knowledge/sources", source)), [404, "not_found"]);
  });

  it("has no recording if its agent records nothing", async () => {
    const desk = await line();
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === "Hello.");
    caller.stop();
    const shown = await desk.ended();
    assert.equal(shown.recording, null);
    const response = await desk.tenant.api.get(`/api/v1/calls/${shown.id}/recording`);
    assert.deepEqual([response.status, response.body.error.details], [404, [{ field: "recording", issue: "not_found" }]]);
    assert.deepEqual(refusal(await desk.tenant.api.delete(`/api/v1/calls/${shown.id}/recording`)), [404, "not_found"]);
  });
});

describe("deleting a recording", () => {
  it("during the call stops it, and leaves nothing", async () => {
    const desk = await line(announced);
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === `${announcement} Hello.`);
    caller.begins("x".repeat(200));
    await eventually("a part is stored", async () => (await stage.pieces(desk.tenant.id)) > 0);
    const [{ id }] = await desk.calls();
    assert.deepEqual(refusal(await desk.tenant.api.get(`/api/v1/calls/${id}/recording`)), [409, "conflict"]);
    assert.equal((await desk.tenant.api.delete(`/api/v1/calls/${id}/recording`)).status, 200);
    caller.says("y".repeat(200));
    await hearsWhole(caller, "I see.");
    caller.stop();
    const shown = await desk.ended();
    await t.drain();
    assert.deepEqual([shown.status, shown.recording.status], ["completed", "deleted"]);
    assert.equal(await stage.pieces(desk.tenant.id), 0);
    assert.deepEqual(refusal(await desk.tenant.api.get(`/api/v1/calls/${id}/recording`)), [404, "not_found"]);
    assert.deepEqual(refusal(await desk.tenant.api.delete(`/api/v1/calls/${id}/recording`)), [404, "not_found"]);
  });

  it("deletes its file eventually", async () => {
    const desk = await line(announced);
    const shown = await recorded(stage, desk);
    assert.equal((await desk.tenant.api.delete(`/api/v1/calls/${shown.id}/recording`)).status, 200);
    const { recording } = (await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).body;
    assert.deepEqual([recording.status, recording.sizeBytes, recording.durationSeconds, recording.peaks], ["deleted", null, null, null]);
    assert.equal((await desk.tenant.api.get("/api/v1/audit-log?action=call.recording_deleted")).body.data.length, 1);
    t.clock.advance(2 * 86_400_000);
    await t.app.media.maintenance.run();
    assert.deepEqual(await stage.rows(desk.tenant.id, "select 1 from media_contents where tenant_id = $1"), []);
  });
});

describe("retention", () => {
  const keep = async (desk: Awaited<ReturnType<typeof line>>, days: object) =>
    assert.equal((await desk.tenant.api.request("PUT", "/api/v1/organization/retention", { body: JSON.stringify(days) })).status, 200);

  it("of files deletes a recording, and the call stays", async () => {
    const desk = await line(announced);
    const shown = await recorded(stage, desk);
    await keep(desk, { mediaDays: 10 });
    t.clock.advance(11 * 86_400_000);
    await t.app.retention.run();
    await t.app.media.maintenance.run();
    const { recording } = (await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).body;
    assert.deepEqual([recording.status, recording.sizeBytes, recording.peaks], ["expired", null, null]);
    assert.deepEqual(refusal(await desk.tenant.api.get(`/api/v1/calls/${shown.id}/recording`)), [404, "not_found"]);
  });

  it("of messages deletes the call and its file", async () => {
    const desk = await line(announced);
    const shown = await recorded(stage, desk);
    await keep(desk, { messagesDays: 10 });
    t.clock.advance(11 * 86_400_000);
    await t.app.calls.purge();
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).status, 404);
    assert.deepEqual(await stage.rows(desk.tenant.id, "select 1 from media where tenant_id = $1"), []);
    t.clock.advance(2 * 86_400_000);
    await t.app.media.maintenance.run();
    assert.deepEqual(await stage.rows(desk.tenant.id, "select 1 from media_contents where tenant_id = $1"), []);
  });
});

describe("a recording's file", () => {
  it("is made once by two processes at the same time", async () => {
    const desk = await line(announced);
    const twin = await startTestApp({ sharing: t });
    try {
      const shown = await recorded(stage, desk, { drain: false });
      await Promise.all([t, twin].map((one) => one.drain(["call recordings"])));
      assert.equal((await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).body.recording.status, "ready");
      assert.equal((await stage.rows(desk.tenant.id, "select 1 from media where tenant_id = $1")).length, 1);
    } finally {
      await twin.stop();
    }
  });
});
