import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { createApi, startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, inboundChange, postCallback, textMessage } from "./chat-app-bodies.ts";
import { onHarnessDatabase, type ServerProcess, startServer } from "./server-process.ts";

const hourMs = 3_600_000;
let next = 0;
const person = () => `44770020${String(next++).padStart(4, "0")}`;

describe("a wrong clock", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  /** Correct, an hour fast and an hour slow, all serving and working on one database. */
  let servers: ServerProcess[] = [];
  before(async () => {
    t = await startTestApp({ simulatorOptions: { autoStatuses: false, clock: { now: () => Date.now() } } });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
    servers = await Promise.all(
      [0, hourMs, -hourMs].map(async (shiftMs) =>
        startServer({ port: await freePort(), shiftMs, env: { ...onHarnessDatabase(t.database), CHAT_APP_API_URL: t.simulator.url } }),
      ),
    );
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await t.stop();
  });

  const api = (n: number) => createApi(servers[n]!.url, tenant.key);
  const write = (n: number, from: string, at: Date) =>
    postCallback(
      `${servers[n]!.url}/callbacks/chat-app`,
      callbackBody(inboundChange(channel.externalId, from, [textMessage(from, "Hi", { at })])),
    );
  const conversationOf = (from: string) =>
    eventually(`a conversation of ${from}`, async () => {
      const contacts = (await api(0).get(`/api/v1/contacts?limit=100`)).body.data;
      const contact = contacts.find((c: any) => c.phone === `+${from}`);
      return contact && (await api(0).get(`/api/v1/conversations?contactId=${contact.id}`)).body.data[0];
    });
  const read = async (id: string) => (await api(0).get(`/api/v1/messages/${id}`)).body;
  /** The clocks are an hour off; a minute leaves room for a slow machine. */
  const near = (wire: string, at: number) =>
    assert.ok(Math.abs(Date.parse(wire) - at) < 60_000, `${wire} is ${Date.parse(wire) - at} ms off`);

  it("each process writes the database's times", async () => {
    for (const n of [0, 1, 2]) {
      const from = person();
      const at = Date.now();
      assert.equal(await write(n, from, new Date(at)), 200);
      const conversation = await conversationOf(from);
      near(conversation.createdAt, at);
      near(conversation.windowExpiresAt, at + 24 * hourMs);
      const sent = await api(n).post("/api/v1/messages", { channelId: channel.id, to: from, type: "text", text: "Hello" });
      assert.equal(sent.status, 200, `${n}: ${sent.text}`);
      near(sent.body.createdAt, Date.now());
      const done = await eventually("it is sent", async () => {
        const m = await read(sent.body.id);
        return m.status === "sent" ? m : null;
      });
      near(done.statusAt.sent, Date.now());
    }
  });

  it("a window with half an hour left is open for every process, and one closed for half an hour is closed for every process", async () => {
    const [open, closed] = [person(), person()];
    await write(0, open, new Date(Date.now() - 23.5 * hourMs));
    await write(0, closed, new Date(Date.now() - 24.5 * hourMs));
    await Promise.all([conversationOf(open), conversationOf(closed)]);
    for (const n of [0, 1, 2]) {
      const accepted = await api(n).post("/api/v1/messages", { channelId: channel.id, to: open, type: "text", text: `From ${n}` });
      assert.equal(accepted.status, 200, `${n}: ${accepted.text}`);
      const refused = await api(n).post("/api/v1/messages", { channelId: channel.id, to: closed, type: "text", text: `From ${n}` });
      assert.equal(refused.body.error?.code, "window_closed", `${n}: ${refused.text}`);
    }
    // Whichever worker sent them: none found the window closed at dispatch.
    await t.simulator.waitFor((s) => s.sentTo(open).length === 3);
    assert.equal(t.simulator.sentTo(closed).length, 0);
  });

  it("a snooze ends when it should, neither an hour early nor an hour late", async () => {
    const from = person();
    await write(0, from, new Date());
    const conversation = await conversationOf(from);
    const until = Date.now() + 4_000;
    const snoozed = await api(1).patch(`/api/v1/conversations/${conversation.id}`, {
      status: "pending",
      snoozedUntil: new Date(until).toISOString(),
    });
    assert.equal(snoozed.status, 200, snoozed.text);
    await eventually("it is open again", async () => (await api(0).get(`/api/v1/conversations/${conversation.id}`)).body.status === "open");
    assert.ok(Date.now() >= until, `woken ${until - Date.now()} ms early`);
    assert.ok(Date.now() < until + 60_000, `woken ${Date.now() - until} ms late`);
  });

  it("a retried send waits as long as the platform requested, whichever process retries", async () => {
    const to = person();
    await write(0, to, new Date());
    await conversationOf(to);
    t.simulator.faults.forRecipient(to, { kind: "error", code: 131016, retryAfterSeconds: 2 }, 1);
    const sent = await api(2).post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Again" });
    assert.equal(sent.status, 200, sent.text);
    await t.simulator.waitFor((s) => s.sentTo(to).length === 1);
    const calls = t.simulator.calls.filter((c) => c.reference === sent.body.id);
    assert.equal(calls.length, 2);
    const gapMs = calls[1]!.at - calls[0]!.at;
    assert.ok(gapMs >= 1_900 && gapMs < 60_000, `second attempt after ${gapMs} ms`);
  });

  it("a call in progress is not mistaken for a dead worker's by a process whose clock is ahead", async () => {
    const to = person();
    await write(0, to, new Date());
    await conversationOf(to);
    // Longer than the interval at which leases are checked.
    t.simulator.faults.forRecipient(to, { kind: "slow", delayMs: 6_000 }, 1);
    const sent = await api(0).post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Slow" });
    await eventually("it is sent", async () => (await read(sent.body.id)).status === "sent");
    const statuses = async () =>
      (await api(0).get("/api/v1/events?limit=100&type=message.status")).body.data
        .filter((e: any) => e.data.message.id === sent.body.id)
        .map((e: any) => e.data.status);
    // The log is read up to the oldest running transaction: an event may appear a moment after its message.
    await eventually("the log tells it", async () => (await statuses()).includes("sent"));
    assert.deepEqual(await statuses(), ["sent"], "never unknown meanwhile");
    assert.equal(t.simulator.sentTo(to).length, 1);
  });

  it("moving a clock while the server runs changes nothing either", async () => {
    const [open, closing] = [person(), person()];
    await write(0, open, new Date(Date.now() - 23.5 * hourMs));
    await conversationOf(open);
    for (const shiftMs of [hourMs, -hourMs]) {
      await Promise.all(servers.slice(1).map((server) => server.kill()));
      servers[0]!.child.send({ shiftMs });
      const sent = await api(0).post("/api/v1/messages", { channelId: channel.id, to: open, type: "text", text: "Still open" });
      assert.equal(sent.status, 200, `moved by ${shiftMs} ms: ${sent.text}`);
      near(sent.body.createdAt, Date.now());
      await eventually("it is sent", async () => (await read(sent.body.id)).status === "sent");
    }
    assert.equal(await write(0, closing, new Date()), 200);
    near((await conversationOf(closing)).createdAt, Date.now());
  });
});

describe("the customer service window between acceptance and sending", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    await t.stop();
  });

  it("closes: the message fails as window_closed without a call to the platform, but a template is still sent", async () => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    const to = person();
    await t.simulator.customer(to).sendText(channel.externalId, "Hi");
    await t.drain();
    t.clock.advance(24 * hourMs - 60_000);
    const text = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "In time" });
    assert.equal(text.status, 200, text.text);
    const template = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to,
      type: "template",
      content: { name: "hello", language: "en" },
    });
    assert.equal(template.status, 200, template.text);
    t.clock.advance(60_000);
    await t.drain();
    const failed = (await tenant.api.get(`/api/v1/messages/${text.body.id}`)).body;
    assert.equal(failed.status, "failed");
    assert.equal(failed.error.code, "window_closed");
    assert.deepEqual(
      t.simulator.sentTo(to).map((call) => call.reference),
      [template.body.id],
    );
    assert.equal(t.simulator.calls.filter((call) => call.reference === text.body.id).length, 0);
    const late = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Too late" });
    assert.equal(late.body.error.code, "window_closed");
  });

  it("a clock set back by an hour does not stop a channel for an hour", async () => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    const send = async () =>
      (
        await tenant.api.post("/api/v1/messages", {
          channelId: channel.id,
          to: person(),
          type: "template",
          content: { name: "hello", language: "en" },
        })
      ).body.id;
    const before = await send();
    await t.drain();
    t.clock.advance(-hourMs);
    const id = await send();
    await t.drain();
    for (const sent of [before, id]) assert.notEqual((await tenant.api.get(`/api/v1/messages/${sent}`)).body.status, "queued");
    assert.equal(t.simulator.doubleSends().length, 0);
  });
});
