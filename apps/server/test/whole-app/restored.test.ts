/** What a restored installation sends: docs/adr/0202-what-a-restore-sends.md. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { backup, restore, silentLog } from "@parley/database";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { createIdSource } from "../../src/platform/ids/ids.ts";
import { setBroadcastStage } from "../broadcasts.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { makeFlow, runsOf } from "../flows.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import { ok } from "../responses.ts";

const hour = 3_600_000;
const folder = await mkdtemp(join(tmpdir(), "parley-restored-"));
const databases: TestDatabase[] = [];
const made = async () => {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
};
/** Only for its simulator and its clock, which all the others share. */
const platform = await startTestApp();
const model = createScriptedModel();
const apps: TestApp[] = [];
async function start(database: TestDatabase): Promise<TestApp> {
  const app = await startTestApp({ sharing: platform, database, ai: model.gateway });
  apps.push(app);
  return app;
}
after(async () => {
  for (const app of apps) await app.stop();
  await platform.stop();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});
const { clock } = platform;

async function save(from: TestDatabase): Promise<string> {
  const file = join(folder, `${from.name}.parley`);
  await backup(from.admin, file);
  return file;
}
const hold = () => ({ at: clock.now(), uuid: createIdSource({ now: () => clock.now().getTime() }).uuid });
/** Of an hour from now, to the minute. */
const inAnHour = () => new Date(Math.ceil((clock.now().getTime() + hour) / 60_000) * 60_000).toISOString();

let people = 0;

/** An installation with everything waiting that reaches customers by itself. */
async function busy(t: TestApp) {
  const stage = await setBroadcastStage(t);
  const { tenant, channel } = stage;
  const helped = await t.channel(tenant);
  await ok(tenant.api.post("/api/v1/chatbots", { name: "Front desk", isActive: true, channelIds: [helped.id] }));
  const customer = async (name: string, on: { externalId: string } = channel) => {
    const number = `4479${String(Math.floor(Number(clock.now()) / 1000) % 1e4).padStart(4, "0")}${String(++people).padStart(4, "0")}`;
    await t.simulator.customer(number, name).sendText(on.externalId, `I am ${name}`);
    await t.drain();
    const contact = (await ok(tenant.api.get(`/api/v1/contacts?phone=%2B${number}`))).data[0].id;
    return { number, conversation: (await ok(tenant.api.get(`/api/v1/conversations?contactId=${contact}`))).data[0].id as string };
  };
  await ok(tenant.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 150 } }));
  const [rates, ratesLater] = [await customer("Rates"), await customer("Rates later")];
  const resolve = ({ conversation }: { conversation: string }) =>
    ok(tenant.api.patch(`/api/v1/conversations/${conversation}`, { status: "resolved" }));
  await resolve(rates);
  clock.advance(hour);
  await resolve(ratesLater);
  const [queued, soon, later] = [await customer("Queued"), await customer("Soon"), await customer("Later")];
  const [first, second] = (await stage.people(2)) as [{ id: string; number: string }, { id: string; number: string }];
  const audience = (people: { id: string }[]) => ({ targetAudience: { contactIds: people.map(({ id }) => id) } });

  const waits = await makeFlow(tenant, { type: "manual" }, [
    { type: "wait", seconds: 3_600 },
    { type: "send_message", text: "An hour later" },
  ]);
  const waitsLong = await makeFlow(tenant, { type: "manual" }, [
    { type: "wait", seconds: 10 * 3_600 },
    { type: "send_message", text: "Ten hours later" },
  ]);
  const run = (flow: { id: string }, { conversation }: { conversation: string }) =>
    ok(tenant.api.post(`/api/v1/flows/${flow.id}/runs`, { conversationId: conversation }));
  await run(waits, soon);
  await run(waitsLong, later);
  const daily = await makeFlow(
    tenant,
    { type: "schedule", at: { time: inAnHour().slice(11, 16) }, timezone: "UTC", audience: { all: true } },
    [{ type: "add_tag", tag: "daily" }],
  );
  await makeFlow(tenant, { type: "no_reply_for", of: "customer", minutes: 30 }, [{ type: "send_message", text: "Still there?" }]);
  const soonDraft = await stage.draft(audience([first]));
  await stage.verb(soonDraft.id, "schedule", { scheduledAt: inAnHour() });
  const laterDraft = await stage.draft(audience([second]));
  await stage.verb(laterDraft.id, "schedule", { scheduledAt: new Date(clock.now().getTime() + 10 * hour).toISOString() });
  await t.drain();
  const asks = await customer("Asks", helped);
  const welcomes = await makeFlow(tenant, { type: "contact.created" }, [{ type: "add_tag", tag: "welcome" }]);
  await ok(tenant.api.post("/api/v1/contacts", { name: "Whose event no flow has read yet" }));

  const sending = await stage.draft(audience([first, second]));
  await stage.verb(sending.id, "send");
  const message = await ok(tenant.api.post("/api/v1/messages", { channelId: channel.id, to: queued.number, type: "text", text: "Once" }));
  return {
    stage,
    tenant,
    channel,
    asks,
    rates,
    ratesLater,
    queued,
    soon,
    later,
    first,
    second,
    waits,
    waitsLong,
    welcomes,
    daily,
    soonDraft,
    laterDraft,
    sending,
    message,
  };
}
const received = (...of: { number: string }[]) => of.map(({ number }) => platform.simulator.sentTo(number).length);

describe("a restored installation", () => {
  it("does not repeat what was sent after the backup, and goes on with what was not due yet", async () => {
    const a = await start(await made());
    const was = await busy(a);
    const { tenant, stage } = was;
    const reached = () => received(was.queued, was.soon, was.later, was.first, was.second, was.rates, was.ratesLater);
    const file = await save(a.database);

    clock.advance(2 * hour);
    await a.settle();
    assert.deepEqual(reached(), [2, 1, 0, 2, 1, 1, 0], "the original went on");
    assert.deepEqual(received(was.asks), [1], "its chatbot answered");
    await stage.until(was.sending.id, "completed");
    await stage.until(was.soonDraft.id, "completed");
    const target = await made();
    assert.equal((await runsOf(tenant, was.welcomes)).length, 1);
    const { held } = await restore(target.admin, file, { log: silentLog, hold: hold() });
    assert.deepEqual(held, { messages: 1, broadcasts: 2, flowRuns: 1, flowSchedules: 1, chatbotTurns: 1 });

    const b = await start(target);
    const api = b.api(tenant.key);
    clock.advance(60_000);
    await b.settle();
    assert.deepEqual(reached(), [2, 1, 0, 2, 1, 1, 0], "nobody got anything twice");
    assert.deepEqual(received(was.asks), [2], "whoever the chatbot was about to answer is told that people take over");
    const { data: said } = await ok(api.get(`/api/v1/conversations/${was.asks.conversation}/messages`));
    const { handledBy } = await ok(api.get(`/api/v1/conversations/${was.asks.conversation}`));
    assert.deepEqual(
      [said.filter((m: any) => m.text === "Hello!").length, handledBy],
      [0, "human"],
      "the chatbot gives its turn to people",
    );
    assert.equal((await ok(api.get(`/api/v1/messages/${was.message.id}`))).status, "unknown");
    for (const { id } of [was.sending, was.soonDraft]) {
      const { status, pauseReason } = await ok(api.get(`/api/v1/broadcasts/${id}`));
      assert.deepEqual([status, pauseReason], ["paused", "restored"]);
    }
    assert.equal((await ok(api.get(`/api/v1/broadcasts/${was.laterDraft.id}`))).status, "scheduled");
    const { data: events } = await ok(api.get("/api/v1/events?after=&limit=100&type=broadcast.updated"));
    assert.deepEqual(
      events
        .filter((event: any) => event.data.pauseReason === "restored")
        .map(({ data }: any) => [data.broadcastId, data.channelId, data.title, data.status, data.previousStatus, data.error])
        .sort(),
      [
        [was.sending.id, was.channel.id, "Offer", "paused", "sending", null],
        [was.soonDraft.id, was.channel.id, "Offer", "paused", "scheduled", null],
      ].sort(),
    );
    const { data: statuses } = await ok(api.get("/api/v1/events?after=&limit=100&type=message.status"));
    assert.deepEqual(
      statuses.filter((event: any) => event.data.message.id === was.message.id).map((event: any) => event.data.status),
      ["unknown"],
    );
    const there = { ...tenant, api };
    const [failed] = await runsOf(there, was.waits);
    assert.deepEqual([failed.status, failed.error.code], ["failed", "internal_error"]);
    assert.match(failed.error.message, /restored from a backup/);
    assert.deepEqual(await runsOf(there, was.welcomes), []);
    assert.deepEqual(await runsOf(there, was.daily), [], "the occurrence that is over does not take place again");
    assert.ok(new Date((await ok(api.get(`/api/v1/flows/${was.daily.id}`))).nextRunAt) > clock.now());

    // Somebody has looked, and lets the one go on whose recipient is known not to have it.
    assert.equal((await ok(api.post(`/api/v1/broadcasts/${was.soonDraft.id}/resume`, {}))).status, "sending");
    clock.advance(10 * hour);
    await b.settle();
    assert.deepEqual(
      received(was.later, was.first, was.second, was.rates, was.ratesLater),
      [1, 3, 2, 1, 1],
      "what was due later goes out once",
    );
    clock.advance(14 * hour);
    await b.settle();
    assert.equal((await ok(api.get(`/api/v1/broadcasts/${was.laterDraft.id}`))).status, "completed");
    assert.ok((await runsOf(there, was.daily)).length > 0, "the next occurrence takes place");
  });

  it("goes on with everything if nothing has run since the backup", async () => {
    const a = await start(await made());
    const was = await busy(a);
    const early = await save(a.database);
    const refusing = await made();
    await assert.rejects(restore(refusing.admin, early, { log: silentLog, hold: null }), {
      code: "restore_refused",
      message: /A server was running when this backup was made/,
    });
    await a.stop();
    const file = await save(a.database);

    clock.advance(2 * hour);
    const target = await made();
    assert.equal((await restore(target.admin, file, { log: silentLog, hold: null })).held, null);
    const b = await start(target);
    // The platform's callbacks go to the address of the one that was stopped.
    for (let i = 0; i < 5; i++) {
      await b.drain();
      clock.advance(10_000);
    }
    assert.deepEqual(received(was.queued, was.soon, was.first, was.second, was.asks, was.rates, was.ratesLater), [2, 1, 2, 1, 1, 1, 0]);
    const api = b.api(was.tenant.key);
    for (const { id } of [was.sending, was.soonDraft]) assert.equal((await ok(api.get(`/api/v1/broadcasts/${id}`))).status, "completed");
    const there = { ...was.tenant, api };
    assert.ok((await runsOf(there, was.daily)).length > 0);
    assert.equal((await runsOf(there, was.welcomes)).length, 1);
  });
});
