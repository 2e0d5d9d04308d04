import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startReceiver, type Receiver } from "@parley/simulators/receiver";
import { wireId } from "../../src/platform/ids/ids.ts";
import { eventually } from "../eventually.ts";
import { checkLedger, heldSince, retrySetAside, waitUntilDrained } from "./ledger.ts";
import { setStage, type Stage } from "./stage.ts";

const phoneNumberId = "100000000000001";
const people = Array.from({ length: 60 }, (_, i) => `4477009${String(i).padStart(5, "0")}`);

describe("kill -9 of the server under load", () => {
  let stage: Stage;
  let receiver: Receiver;
  before(async () => {
    stage = await setStage(phoneNumberId, people);
    receiver = await startReceiver();
    receiver.answerFor("/hang", { kind: "hang" });
    const secrets: string[] = [];
    for (const path of ["/hang", "/events"]) {
      const made = await stage.api.post("/api/v1/webhooks", {
        url: `${receiver.url}${path}`,
        events: ["message.received", "message.status"],
      });
      assert.equal(made.status, 200, made.text);
      secrets.push(made.body.secret);
    }
    receiver.setSecret(secrets);
  });
  after(async () => {
    await stage?.clear();
    await receiver?.close();
  });

  it("loses nothing it acknowledged, sends nothing twice, notifies every webhook, and starts again, three times", async (t) => {
    const { query, simulator } = stage;
    const firstMessages = await stage.openWindows();
    const ledger = stage.load({ senders: 6, writers: 4 });
    for (let kill = 1; kill <= 3; kill++) {
      const goal = ledger.acknowledged() + 40 + Math.floor(Math.random() * 120);
      await eventually(`${goal} acknowledged before kill ${kill}`, () => ledger.acknowledged() >= goal);
      await stage.server().kill();
      const killedAt = new Date();
      const restartedAt = performance.now();
      const server = await stage.restart();
      await eventually("what the killed server held goes on", async () => (await heldSince(query, killedAt)) === 0);
      const onMs = Math.round(performance.now() - restartedAt);
      t.diagnostic(
        `kill ${kill} at ${ledger.acknowledged()} acknowledged; ready again after ${server.readyMs} ms, its work went on after ${onMs} ms`,
      );
      // By leases alone it would take up to a minute. On a machine busy with other things, starting takes long too.
      const slowness = Math.max(1, server.readyMs / 3_000);
      assert.ok(onMs - server.readyMs < 5_000 * slowness, `${onMs - server.readyMs} ms after the server was ready`);
    }
    const goal = ledger.acknowledged() + 60;
    await eventually(`${goal} acknowledged after the last kill`, () => ledger.acknowledged() >= goal);
    await ledger.stop();
    await retrySetAside(query);
    await waitUntilDrained(query, simulator);

    const statuses = await checkLedger(query, ledger, simulator, firstMessages);
    t.diagnostic(
      `sends ${ledger.sends.length} ${JSON.stringify(statuses)}; callbacks ${ledger.inbound.length}; answers ${JSON.stringify(Object.fromEntries(ledger.answers))}`,
    );

    const events = await query<{ id: string; type: string }>(
      "select id, type from event_log where type in ('message.received', 'message.status')",
    );
    const arrived = () => receiver.deliveries.filter((d) => d.path === "/events");
    await eventually("each event reached the endpoint, although its neighbour hangs", () => {
      const ids = new Set(arrived().map((d) => d.webhookId));
      const missing = events.filter((event) => !ids.has(wireId("evt", event.id))).length;
      return missing === 0 ? true : Promise.reject(new TypeError(`${missing} events are missing`));
    });
    const delivered = arrived();
    assert.ok(
      delivered.every((d) => d.serviceSignature === "good" && d.standardSignature === "good"),
      "every delivery is signed",
    );
    const got = new Set(delivered.map((d) => (d.json() as { id: string }).id));
    for (const d of delivered) assert.equal((d.json() as { id: string }).id, d.webhookId, "the id of the event is the id of the delivery");
    assert.equal(got.size, events.length, "and nothing else did");
    assert.ok(
      receiver.deliveries.some((d) => d.path === "/hang"),
      "the neighbour did hang",
    );
  });
});
