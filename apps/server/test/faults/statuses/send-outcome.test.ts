/**
 * What the inbox shows for a send whose response never came, came late, or came twice; send-outcome.full.test.ts kills the worker during
 * it.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseWireId } from "../../../src/platform/ids/ids.ts";
import { freePort } from "../../free-port.ts";
import { startTestApp } from "../../harness.ts";
import { accepted, person, read, statusEvents, t, sendStatus, tenant } from "./send-outcome-stage.ts";

describe("stopped between the send and its acknowledgement", () => {
  for (const fault of [{ kind: "cut_after_accept" }, { kind: "truncated" }] as const) {
    it(`${fault.kind}: unknown, not repeated, and resolved by a later failed or delivered status`, async () => {
      const to = person();
      t.simulator.faults.forRecipient(to, fault);
      const id = await accepted(to);
      await t.drain();
      assert.equal((await read(id)).status, "unknown");
      t.clock.advance(3_600_000);
      await t.drain();
      const calls = t.simulator.sentTo(to);
      assert.equal(calls.length, 1);
      await sendStatus(to, calls[0]!.messageId!, fault.kind === "truncated" ? "failed" : "delivered", id);
      await t.drain();
      const settled = await read(id);
      assert.equal(settled.status, fault.kind === "truncated" ? "failed" : "delivered");
      assert.equal(settled.error?.code ?? null, fault.kind === "truncated" ? "recipient_invalid" : null);
    });
  }

  it("a connection that dies before any response may have carried the message: unknown, not repeated", async () => {
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "cut_before_accept" }, 1);
    const id = await accepted(to);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    t.clock.advance(3_600_000);
    await t.drain();
    assert.equal(t.simulator.sentTo(to).length, 0, "the fault was used up: a repeat would have arrived");
  });

  it("a refused connection certainly sent nothing: it is retried, and sent once", async () => {
    const to = person();
    const id = await accepted(to);
    const closed = await startTestApp({ sharing: t, env: { CHAT_APP_API_URL: `http://127.0.0.1:${await freePort()}` } });
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

  /** What a worker records about a call; late, or twice, if its connection to the database was cut. */
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
      // The previous test may have used up the number's budget: it grows with the clock.
      if (rows.length > 0 || round === 20) return rows;
      t.clock.advance(60);
    }
  };

  it("a response that arrives after the lease expired still counts", async () => {
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

  it("'retry' that arrives after the lease expired leaves the message unknown, not queued with nobody to send it", async () => {
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

  it("'retry' recorded twice does not release a message that the next attempt is sending", async () => {
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
