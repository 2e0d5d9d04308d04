import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { eventually } from "../../../../../test/eventually.ts";
import { ok } from "../../../../../test/responses.ts";
import { refusal } from "../../../../../test/inbox.ts";
import { announced, announcement, recorded } from "../../../../../test/stages/voice/recording-stage.ts";
import { lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";

const stage = await startVoiceStage();
const { t, line } = stage;

async function erase(desk: Awaited<ReturnType<typeof line>>, contactId: string): Promise<string> {
  return (await ok(desk.tenant.api.post(`/api/v1/contacts/${contactId}/erase`, { confirm: "erase" }))).id;
}
const request = async (desk: Awaited<ReturnType<typeof line>>, id: string) =>
  (await desk.tenant.api.get(`/api/v1/privacy/requests/${id}`)).body;

describe("a contact's erasure", () => {
  it("deletes their calls with transcripts and recordings, and nobody else's", async () => {
    const desk = await line(announced);
    const own = await recorded(stage, desk, { says: "zqmine zqmine." });
    const other = await recorded(stage, desk, { from: "+447700900777", says: "Somebody else." });
    const asked = await erase(desk, own.contactId);
    await t.settle();
    const done = await request(desk, asked);
    assert.equal(done.status, "completed", JSON.stringify(done));
    assert.deepEqual(
      [done.removed.voice_calls, done.removed.media, done.removed.media_contents],
      [{ deleted: 1 }, { deleted: 1 }, { deleted: 1 }],
    );
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${own.id}`)).status, 404);
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${other.id}/recording`)).status, 200);
    assert.equal((await stage.rows(desk.tenant.id, "select 1 from voice_recordings where tenant_id = $1")).length, 1);
    assert.equal((await stage.rows(desk.tenant.id, "select 1 from media_contents where tenant_id = $1")).length, 1);
  });

  it("covers calls that came while they were merged: those go back with their conversation", async () => {
    const desk = await line(announced);
    const { contactId } = await recorded(stage, desk);
    const post = (path: string, body?: object) => ok(desk.tenant.api.post(`/api/v1/contacts${path}`, body));
    const { id: other } = await post("", { name: "Ann" });
    await post(`/${other}/merge`, { contactId });
    const call = await recorded(stage, desk, { says: "Once more." });
    assert.equal(call.contactId, other);
    await post(`/${contactId}/unmerge`);
    assert.deepEqual(
      (await desk.calls()).map((one) => one.contactId),
      [contactId, contactId],
    );
    await ok(desk.tenant.api.delete(`/api/v1/contacts/${other}`));
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${call.id}/recording`)).status, 200);
    const asked = await erase(desk, contactId);
    await t.settle();
    assert.deepEqual((await request(desk, asked)).removed.voice_calls, { deleted: 2 });
    for (const table of ["voice_calls", "media", "media_contents"])
      assert.deepEqual(await stage.rows(desk.tenant.id, `select 1 from ${table} where tenant_id = $1`), [], table);
  });

  it("is the only way to delete somebody with a call, whose recording would otherwise stay", async () => {
    const desk = await line(announced);
    const call = await recorded(stage, desk);
    const { id } = await ok(desk.tenant.api.post("/api/v1/contacts", { name: "Ann" }));
    // Like a call whose conversation went to somebody else.
    await stage.rows(
      desk.tenant.id,
      "update voice_calls set contact_id = (select id from contacts where tenant_id = $1 and name = 'Ann') where tenant_id = $1",
    );
    assert.deepEqual(refusal(await desk.tenant.api.delete(`/api/v1/contacts/${id}`)), [409, "conflict"]);
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${call.id}/recording`)).status, 200);
  });

  it("ends their live call, charges its minute, and refunds nothing that was used", async () => {
    const platform = await t.tenant({ kind: "platform" });
    await ok(platform.api.post("/api/v1/admin/billing/pricing", { modelName: "speech-erased", costPerRequest: 1, description: "Speech" }));
    const desk = await line({ ...announced, speech: { model: "speech-erased" } });
    await desk.fund(5);
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === `${announcement} Hello.`);
    const [{ contactId }] = await desk.calls();
    const asked = await erase(desk, contactId);
    await t.drain();
    assert.equal((await request(desk, asked)).status, "running");
    await t.app.calls.live.renew();
    await caller.until(() => caller.heard().includes("Say goodbye"));
    await caller.closed;
    await eventually("the call is over", () => t.app.calls.live.count() === 0);
    t.clock.advance(3_000);
    await t.settle();
    assert.equal((await request(desk, asked)).status, "completed");
    assert.deepEqual(await desk.calls(), []);
    const [app] = await stage.rows<{ balance: string; reserved: string }>(
      desk.tenant.id,
      "select balance::text as balance, reserved::text as reserved from apps where tenant_id = $1",
    );
    assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [4, 0]);
    assert.equal(await stage.pieces(desk.tenant.id), 0);
  });
});

describe("an export", () => {
  it("of a contact has their calls, the transcripts and the recordings", async () => {
    const desk = await line(announced);
    const call = await recorded(stage, desk);
    const { id } = await ok(desk.tenant.api.post(`/api/v1/contacts/${call.contactId}/export`));
    await t.drain();
    const file = await fetch(`${t.url}/api/v1/privacy/requests/${id}/file`, { headers: { authorization: `Bearer ${desk.tenant.key}` } });
    const lines = (await file.text())
      .split("\n")
      .filter(Boolean)
      .map((text) => JSON.parse(text));
    const exported = lines.find(({ record, id: of }) => record === "call" && of === call.id);
    assert.deepEqual(
      exported.turns.map((turn: any) => [turn.speaker, turn.text]),
      call.turns.map((turn: any) => [turn.speaker, turn.text]),
    );
    const media = lines.filter(({ record, id: of }) => record === "media" && of === exported.recordingMediaId);
    assert.equal(media[0].mimeType, "audio/wav");
    const wav = Buffer.concat(media.map(({ base64 }) => Buffer.from(base64, "base64")));
    assert.equal(wav.length, (await desk.ended()).recording.sizeBytes);
  });

  it("of an organization has the rows and the files of recordings", async () => {
    const desk = await line(announced);
    await recorded(stage, desk);
    const owner = await t.person(desk.tenant.id, { role: "owner" });
    const asked = await ok(owner.api.post("/api/v1/organization/export", { includeMedia: true }));
    await t.drain();
    const done = (await owner.api.get(`/api/v1/organization/exports/${asked.id}`)).body;
    assert.deepEqual([done.status, done.progress.files], ["completed", 1], JSON.stringify(done));
    const file = await fetch(`${t.url}/api/v1/organization/exports/${asked.id}/file`, { headers: { cookie: owner.cookie } });
    const archive = gunzipSync(Buffer.from(await file.arrayBuffer())).toString("latin1");
    assert.ok(archive.includes("data/voice_recordings-00001.ndjson") && archive.includes("RIFF"));
    assert.ok(!archive.includes("data/voice_recording_pieces"));
  });
});
