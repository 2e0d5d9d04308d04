/** A worker killed between the send and its acknowledgement. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { accepted, person, read, statusEvents, t, sendStatus } from "./send-outcome-stage.ts";
import { freePort } from "../../free-port.ts";
import { onHarnessDatabase, type ServerProcess, startServer } from "../server-process.ts";

describe("stopped between the send and its acknowledgement", () => {
  let worker: ServerProcess | undefined;
  after(async () => {
    await worker?.kill();
  });

  /** The process uses the database's time, so ours must match when it starts. */
  async function startWorker(): Promise<ServerProcess> {
    return startServer({
      port: await freePort(),
      env: { ...onHarnessDatabase(t.database), ROLE: "worker", CHAT_APP_API_URL: t.simulator.url },
    });
  }

  it("a worker killed while the platform holds the call: the message becomes unknown, is never sent again, and a later status resolves it", async () => {
    t.clock.set(new Date());
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "hang_after_accept" });
    const id = await accepted(to);
    worker = await startWorker();
    const call = await t.simulator.waitFor((s) => s.sentTo(to)[0]);
    await worker.kill();
    // The lease started when the worker did, which takes a while.
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

    // Only our reference ties the platform's id to the message: the response to the send never arrived.
    for (const status of ["sent", "delivered", "read"]) assert.equal(await sendStatus(to, call.messageId!, status, id), 200);
    await t.drain();
    const lifted = await read(id);
    assert.equal(lifted.status, "read");
    assert.equal(lifted.externalId, call!.messageId);
    assert.equal(lifted.error, null);
    assert.deepEqual(await statusEvents(id), ["queued>unknown", "unknown>sent", "sent>delivered", "delivered>read"]);
  });

  it("a status that arrives during the dead worker's lease settles the message immediately", async () => {
    t.clock.set(new Date());
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "hang_after_accept" });
    const id = await accepted(to);
    worker = await startWorker();
    const call = await t.simulator.waitFor((s) => s.sentTo(to)[0]);
    await worker.kill();
    // The lease started when the worker did, which takes a while.
    t.clock.set(new Date());
    await sendStatus(to, call.messageId!, "delivered", id);
    // Before the lease ends: afterwards, whoever comes first would decide.
    await t.drain();
    assert.equal((await read(id)).status, "delivered");
    t.clock.advance(120_000);
    await t.drain();
    assert.deepEqual(await statusEvents(id), ["queued>delivered"]);
    assert.equal(t.simulator.sentTo(to).length, 1);
  });
});
