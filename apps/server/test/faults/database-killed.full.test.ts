import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../eventually.ts";
import { backlog, checkLedger, endLeasesTakenBefore, waitUntilDrained } from "./ledger.ts";
import { setStage, type Stage } from "./stage.ts";

const phoneNumberId = "100000000000002";
const people = Array.from({ length: 60 }, (_, i) => `4477008${String(i).padStart(5, "0")}`);

describe("kill -9 of the database under load", () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage(phoneNumberId, people);
  });
  after(async () => {
    await stage?.clear();
  });

  it("the server stays up, responds 503 meanwhile, recovers by itself, and neither loses nor repeats anything", async (t) => {
    const { query, simulator } = stage;
    const server = stage.server();
    const firstMessages = await stage.openWindows();
    const ledger = stage.load({ senders: 6, writers: 4 });
    let lastKillAt = new Date();
    for (let kill = 1; kill <= 2; kill++) {
      const goal = ledger.acknowledged() + 60 + Math.floor(Math.random() * 120);
      await eventually(`${goal} acknowledged before kill ${kill}`, () => ledger.acknowledged() >= goal);
      const before = await stage.databasePid();
      const killedAt = performance.now();
      process.kill(before, "SIGKILL");
      lastKillAt = new Date();
      // Acknowledged only by commits after the kill: anything acknowledged in between is let through first.
      await eventually("another database serves", async () => {
        const pid = await stage.databasePid().catch(() => before);
        return pid !== before && (await fetch(`${server.url}/health/ready`)).status === 200;
      }).catch((error: unknown) => {
        process.stderr.write(server.output().slice(-4_000));
        throw error;
      });
      const acknowledged = ledger.acknowledged();
      await eventually("the load goes on", () => ledger.acknowledged() > acknowledged + 10);
      const awayMs = Math.round(performance.now() - killedAt);
      t.diagnostic(`kill ${kill}: serving again after ${awayMs} ms`);
      assert.ok(server.running(), "the server process is the same one");
    }
    assert.ok((ledger.answers.get("send 503") ?? 0) > 0, `API calls got 503 meanwhile: ${JSON.stringify([...ledger.answers])}`);
    assert.ok((ledger.answers.get("callback 503") ?? 0) > 0, `callbacks got 503 meanwhile: ${JSON.stringify([...ledger.answers])}`);
    assert.equal((ledger.answers.get("send cut") ?? 0) + (ledger.answers.get("callback cut") ?? 0), 0, "and no connection of ours was cut");
    await ledger.stop();
    const stoppedAt = performance.now();
    await eventually("the backlog is drained", async () => {
      const left = await backlog(query);
      return left.inbound + left.outbound === 0 ? true : Promise.reject(new TypeError(JSON.stringify(left)));
    });
    t.diagnostic(`backlog drained ${Math.round(performance.now() - stoppedAt)} ms after the load`);
    // A claim whose response died with the database waits for its lease to expire, and then counts as unknown.
    await endLeasesTakenBefore(query, lastKillAt);
    await waitUntilDrained(query, simulator);

    const statuses = await checkLedger(query, ledger, simulator, firstMessages);
    t.diagnostic(
      `sends ${ledger.sends.length} ${JSON.stringify(statuses)}; callbacks ${ledger.inbound.length}; answers ${JSON.stringify(Object.fromEntries(ledger.answers))}`,
    );
  });
});
