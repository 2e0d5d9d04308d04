import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, postCallback, statusChange } from "./chat-app-bodies.ts";
import { besideHarness, freePort, type ServerProcess, startServer } from "./server-process.ts";

let next = 0;
const person = () => `44770070${String(next++).padStart(4, "0")}`;

describe("stopped between the send and its acknowledgement", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  let worker: ServerProcess | undefined;
  before(async () => {
    t = await startTestApp({ simulatorOptions: { autoStatuses: false } });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await worker?.kill();
    await t.stop();
  });

  /** A process with the database's time, so ours must be the same when it begins. */
  async function startWorker(): Promise<ServerProcess> {
    return startServer({
      port: await freePort(),
      env: { ...besideHarness(t.database), ROLE: "worker", CHAT_APP_API_URL: t.simulator.url },
    });
  }

  async function accepted(to: string): Promise<string> {
    await t.simulator.customer(to).sendText(channel.externalId, "Hi");
    await t.drain();
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Hello" });
    assert.equal(sent.status, 200, sent.text);
    return sent.body.id;
  }
  const read = async (id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body;
  const statusEvents = async (id: string) =>
    (await tenant.api.get("/api/v1/events?after=&limit=100&type=message.status")).body.data
      .filter((e: any) => e.data.message.id === id)
      .map((e: any) => `${e.data.previousStatus}>${e.data.status}`);
  const tell = (to: string, externalId: string, status: string, reference?: string) =>
    postCallback(
      `${t.url}/callbacks/chat-app`,
      callbackBody(
        statusChange(channel.externalId, to, externalId, status, { at: t.clock.now(), ...(reference === undefined ? {} : { reference }) }),
      ),
    );

  it("a worker killed while the platform holds the call: the message becomes unknown, is never sent again, and a status lifts it", async () => {
    t.clock.set(new Date());
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "hang_after_accept" });
    const id = await accepted(to);
    worker = await startWorker();
    const call = await t.simulator.waitFor((s) => s.sentTo(to)[0]);
    await worker.kill();
    // The lease began when the worker had started, which takes a while.
    t.clock.set(new Date());
    assert.equal((await read(id)).status, "sending");

    t.clock.advance(30_000);
    await t.drain();
    assert.equal((await read(id)).status, "sending", "its lease still runs: somebody may be working on it");
    t.clock.advance(90_000);
    await t.drain();
    const lost = await read(id);
    assert.equal(lost.status, "unknown");
    assert.equal(lost.error.retryable, false);

    t.simulator.faults.clear();
    for (let hour = 0; hour < 3; hour++) {
      t.clock.advance(3_600_000);
      await t.drain();
    }
    assert.equal(t.simulator.sentTo(to).length, 1, "never sent again");

    // Only our reference ties the platform's id to the message: the answer to the send never came.
    for (const status of ["sent", "delivered", "read"]) assert.equal(await tell(to, call.messageId!, status, id), 200);
    await t.drain();
    const lifted = await read(id);
    assert.equal(lifted.status, "read");
    assert.equal(lifted.externalId, call!.messageId);
    assert.equal(lifted.error, null);
    assert.deepEqual(await statusEvents(id), ["queued>unknown", "unknown>sent", "sent>delivered", "delivered>read"]);
  });

  it("a status that comes while the dead worker's lease still runs settles the message at once", async () => {
    t.clock.set(new Date());
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "hang_after_accept" });
    const id = await accepted(to);
    worker = await startWorker();
    const call = await t.simulator.waitFor((s) => s.sentTo(to)[0]);
    await worker.kill();
    // The lease began when the worker had started, which takes a while.
    t.clock.set(new Date());
    await tell(to, call.messageId!, "delivered", id);
    t.clock.advance(120_000);
    await t.drain();
    assert.equal((await read(id)).status, "delivered");
    assert.deepEqual(await statusEvents(id), ["queued>delivered"]);
    assert.equal(t.simulator.sentTo(to).length, 1);
  });

  for (const fault of [{ kind: "cut_after_accept" }, { kind: "truncated" }] as const) {
    it(`${fault.kind}: unknown, not repeated, and lifted by a later failed or delivered status`, async () => {
      const to = person();
      t.simulator.faults.forRecipient(to, fault);
      const id = await accepted(to);
      await t.drain();
      assert.equal((await read(id)).status, "unknown");
      t.clock.advance(3_600_000);
      await t.drain();
      const calls = t.simulator.sentTo(to);
      assert.equal(calls.length, 1);
      await tell(to, calls[0]!.messageId!, fault.kind === "truncated" ? "failed" : "delivered", id);
      await t.drain();
      const settled = await read(id);
      assert.equal(settled.status, fault.kind === "truncated" ? "failed" : "delivered");
      assert.equal(settled.error?.code ?? null, fault.kind === "truncated" ? "recipient_invalid" : null);
    });
  }

  it("a connection that dies before any answer may have carried the message: unknown, not repeated", async () => {
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "cut_before_accept" }, 1);
    const id = await accepted(to);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    t.clock.advance(3_600_000);
    await t.drain();
    assert.equal(t.simulator.sentTo(to).length, 0, "the fault was used up: a repeat would have arrived");
  });

  it("a refused connection surely sent nothing: it is tried again and leaves once", async () => {
    const to = person();
    const id = await accepted(to);
    const closed = await startTestApp({ beside: t, env: { CHAT_APP_API_URL: `http://127.0.0.1:${await freePort()}` } });
    await closed.drain();
    const waiting = await read(id);
    assert.equal(waiting.status, "queued");
    assert.equal(waiting.error, null);
    await closed.stop();
    t.clock.advance(60_000);
    await t.drain();
    assert.equal((await read(id)).status, "sent");
    assert.equal(t.simulator.sentTo(to).length, 1);
    assert.deepEqual(await statusEvents(id), ["queued>sent"]);
  });

  /** What a worker writes down about a call; late, or twice, when its connection to the database was cut. */
  const writeDown = (id: string, result: { st: string; att: number; ext?: string; run_at?: Date }) =>
    t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({
        text: "select complete_sends($1, $2, $3)",
        values: [tx.tenantId, t.clock.now(), JSON.stringify([{ msg: parseWireId("msg", id), ev: t.app.ids.uuid(), ...result }])],
      }),
    );
  const triedAgain = (id: string, attempt: number) => writeDown(id, { st: "queued", att: attempt, run_at: t.clock.now() });
  const claim = async () => {
    for (let round = 0; ; round++) {
      const rows = await t.app.database.worker<{ message_id: string; attempts: number }>({
        text: "select message_id, attempts from claim_outbound($1, $2, 10, 50, gen_random_uuid()) where message_id is not null",
        values: [t.clock.now(), new Date(t.clock.now().getTime() + 60_000)],
      });
      // The number's budget may be used up by the test before: it grows with the clock.
      if (rows.length > 0 || round === 20) return rows;
      t.clock.advance(60);
    }
  };

  it("an answer that comes after the lease has run out still counts", async () => {
    const id = await accepted(person());
    assert.deepEqual(
      (await claim()).map((c) => c.message_id),
      [parseWireId("msg", id)],
    );
    t.clock.advance(120_000);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    await writeDown(id, { st: "sent", att: 1, ext: "wamid.late" });
    const late = await read(id);
    assert.equal(late.status, "sent");
    assert.equal(late.externalId, "wamid.late");
    assert.equal(late.error, null);
    assert.deepEqual(await statusEvents(id), ["queued>unknown", "unknown>sent"]);
  });

  it("'try again' that comes after the lease has run out leaves the message unknown, not queued without anybody to send it", async () => {
    const id = await accepted(person());
    assert.deepEqual(
      (await claim()).map((c) => c.message_id),
      [parseWireId("msg", id)],
    );
    t.clock.advance(120_000);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    await triedAgain(id, 1);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
  });

  it("'try again' said twice does not free a message that the next attempt is sending now", async () => {
    const to = person();
    const id = await accepted(to);
    await claim();
    await triedAgain(id, 1);
    assert.equal((await read(id)).status, "queued");
    t.clock.advance(1_000);
    assert.deepEqual(
      (await claim()).map((c) => c.attempts),
      [2],
    );
    await triedAgain(id, 1);
    assert.deepEqual(await claim(), [], "the second attempt keeps it");
    await triedAgain(id, 2);
    await t.drain();
    assert.equal((await read(id)).status, "sent");
    assert.equal(t.simulator.sentTo(to).length, 1);
  });
});
