import assert from "node:assert/strict";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, it } from "node:test";
import { eventually } from "../../../../../test/eventually.ts";
import { failing, failingDatabase } from "../../../../../test/stages/voice/failing-database.ts";
import { announced, announcement, recorded, textOf, wavOf } from "../../../../../test/stages/voice/recording-stage.ts";
import { hearsWhole, lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";

const stage = await startVoiceStage({ app: { wrapDatabase: failingDatabase } });
const { t, line } = stage;
afterEach(() => failing.clear());
const greeted = async (desk: Awaited<ReturnType<typeof line>>) => {
  const caller = lineOf(await desk.dial());
  await caller.until(() => caller.heard() === `${announcement} Hello.`);
  return caller;
};

describe("a recording whose parts cannot be stored", () => {
  it("gets them once they can be, and the call continues meanwhile", async () => {
    const desk = await line(announced);
    failing.add("voice_recording_piece_insert");
    const caller = await greeted(desk);
    caller.says("x".repeat(200));
    await hearsWhole(caller, "I see.");
    await eventually("a part was refused", () => t.logged().includes("a part of a recording could not be stored"));
    failing.clear();
    caller.says("y".repeat(200));
    await eventually("both parts are stored", async () => (await stage.pieces(desk.tenant.id)) >= 2);
    caller.stop();
    const shown = await desk.ended();
    await t.drain();
    assert.equal((await desk.ended()).recording.complete, true);
    assert.equal(textOf((await wavOf(t, desk.tenant, shown.id)).left), "x".repeat(200) + "y".repeat(200));
  });

  it("is marked as incomplete if that lasts until its end; the call ends normally", async () => {
    const desk = await line(announced);
    const caller = await greeted(desk);
    caller.says("x".repeat(200));
    await eventually("a part is stored", async () => (await stage.pieces(desk.tenant.id)) === 1);
    await hearsWhole(caller, "I see.");
    failing.add("voice_recording_piece_insert");
    caller.says("y".repeat(20));
    await caller.until(() => caller.heard().endsWith("I see.I see."));
    caller.stop();
    const ended = await desk.ended();
    failing.clear();
    await t.drain();
    assert.deepEqual([ended.status, ended.endReason, ended.minutes], ["completed", "caller_hung_up", 1]);
    const { recording } = await desk.ended();
    assert.deepEqual([recording.status, recording.complete], ["ready", false]);
    const { left } = await wavOf(t, desk.tenant, ended.id);
    assert.match(textOf(left), /^x{100,200}$/);
  });
});

it("a call whose end cannot be stored at first still ends as it did, with its recording", async () => {
  const desk = await line(announced);
  const caller = await greeted(desk);
  caller.says("Good day.");
  await hearsWhole(caller, "I see.");
  failing.add("voice_call_end");
  caller.stop();
  await eventually("its end was not stored", () => t.logged().includes("a call's end was not stored; it is tried again"));
  // Nobody else ends a call that this process still has.
  await t.drain(["lost calls"]);
  assert.equal((await desk.calls())[0].status, "in_progress");
  failing.clear();
  const shown = await desk.ended();
  await t.drain();
  assert.deepEqual([shown.status, shown.endReason], ["completed", "caller_hung_up"]);
  assert.equal((await desk.ended()).recording.status, "ready");
  assert.equal(textOf((await wavOf(t, desk.tenant, shown.id)).left), "Good day.");
  assert.equal(t.app.calls.live.count(), 0);
});

describe("a storage that accepts no files", () => {
  it("keeps a recording waiting, and nothing of it is lost", async () => {
    const desk = await line(announced);
    const staging = join(t.mediaDir, "staging");
    await mkdir(staging, { recursive: true });
    await rename(staging, `${staging}-away`);
    await writeFile(staging, "");
    const shown = await recorded(stage, desk);
    const read = async () => (await desk.tenant.api.get(`/api/v1/calls/${shown.id}`)).body.recording;
    assert.deepEqual([shown.status, (await read()).status], ["completed", "processing"]);
    const response = await desk.tenant.api.get(`/api/v1/calls/${shown.id}/recording`);
    assert.deepEqual([response.status, response.body.error.code, response.headers.get("retry-after")], [409, "conflict", "5"]);
    await rm(staging);
    await rename(`${staging}-away`, staging);
    // No process retries immediately; after a while one does.
    await t.drain();
    assert.equal((await read()).status, "processing");
    t.clock.advance(60_000);
    await t.drain();
    assert.equal((await read()).status, "ready");
    assert.equal(textOf((await wavOf(t, desk.tenant, shown.id)).left), "Good day.");
    assert.equal(await stage.pieces(desk.tenant.id), 0);
  });
});

describe("a process that is gone", () => {
  const lose = async (desk: Awaited<ReturnType<typeof line>>) => {
    await t.app.database.worker({
      text: "update voice_calls set lease_until = $2 where tenant_id = $1",
      values: [desk.tenant.id, new Date(t.clock.now().getTime() - 1)],
    });
    await t.drain(["lost calls", "call recordings"]);
    const [shown] = await desk.calls();
    assert.equal(shown.endReason, "process_lost");
    assert.equal(await stage.pieces(desk.tenant.id), 0);
    assert.deepEqual(await stage.rows(desk.tenant.id, "select 1 from media where tenant_id = $1"), []);
    return shown;
  };

  it("leaves nothing of a recording that the caller refused before the refusal was stored", async () => {
    const desk = await line(announced);
    const caller = await greeted(desk);
    caller.says("x".repeat(200));
    await eventually("a part is stored", async () => (await stage.pieces(desk.tenant.id)) === 1);
    await hearsWhole(caller, "I see.");
    failing.add("voice_recording_withdraw");
    caller.presses("2");
    await eventually("the refusal was not stored", () => t.logged().includes("a part of a recording could not be stored"));
    assert.equal((await desk.calls())[0].recording.status, "recording");
    assert.equal((await lose(desk)).recording.status, "no_consent");
  });

  it("leaves nothing even if nobody refused, because that cannot be known", async () => {
    const desk = await line(announced);
    const caller = await greeted(desk);
    caller.says("x".repeat(200));
    await eventually("a part is stored", async () => (await stage.pieces(desk.tenant.id)) === 1);
    const { recording } = await lose(desk);
    assert.deepEqual([recording.status, recording.beganMs], ["no_consent", null]);
    // The process that still has the call stores nothing more.
    caller.says("y".repeat(400));
    await t.app.calls.live.renew();
    await caller.closed;
    await eventually("the call is gone here, too", () => t.app.calls.live.count() === 0);
    assert.equal(await stage.pieces(desk.tenant.id), 0);
  });
});

describe("a call ended by a release without recordings", () => {
  it("has no file, because nobody knows what the caller said last", async () => {
    const desk = await line(announced);
    await recorded(stage, desk, { drain: false });
    await stage.rows(desk.tenant.id, "update voice_recordings set status = 'recording', run_at = null where tenant_id = $1");
    await t.drain();
    assert.equal((await desk.ended()).recording.status, "recording");
    await t.app.calls.purge();
    await t.drain();
    assert.equal((await desk.ended()).recording.status, "no_consent");
    assert.equal(await stage.pieces(desk.tenant.id), 0);
  });
});
