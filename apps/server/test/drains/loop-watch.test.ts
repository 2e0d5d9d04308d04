import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openTransaction } from "../database/locks.ts";
import { startTestApp, type TestApp } from "../harness.ts";

describe("a drain", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(() => t?.stop());

  it("continues with a loop whose first events came from memory", async () => {
    // Nothing of the log may be read while an earlier transaction runs, so the reader starts at the log's beginning and keeps everything
    // that follows.
    const running = await openTransaction(t.database);
    await running.query("select pg_current_xact_id()");
    const tenant = await t.tenant();
    await tenant.api.post("/api/v1/contacts", { name: "Ann", phone: "+447701490001" });
    await t.app.eventReader.loop.once();
    await running.release();
    const channel = await t.channel(tenant);
    await t.drain();
    await t.simulator.customer("447701490003", "Cleo").sendText(channel.externalId, "zebra");
    await t.drain();
    const { data } = (await tenant.api.get("/api/v1/search/messages?q=zebra")).body;
    assert.equal(data.length, 1, "the message was indexed");
  });
});
