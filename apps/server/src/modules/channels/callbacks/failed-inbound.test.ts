import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fakePlatform } from "../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

describe("an inbound event that cannot be processed", () => {
  let t: TestApp;
  const platform = fakePlatform("stubborn", {});
  before(async () => {
    t = await startTestApp({ connectors: [platform] });
  });
  after(async () => {
    await t.stop();
  });

  it("is kept with its payload after all attempts, and becomes a message once requeued", async () => {
    const tenant = await t.tenant();
    const other = await t.tenant();
    const channel = await platform.channel(t, tenant);
    const connector = platform.connector as { normalize: unknown };
    const { normalize } = connector;
    connector.normalize = () => {
      throw new Error("not understood yet");
    };
    await channel.write("ada", "Is anybody there?");
    for (let attempt = 0; attempt < 10; attempt++) {
      t.clock.advance(301_000);
      await t.drain();
    }
    const failed = (tenantId: string) => t.app.asOperator(tenantId, (ctx) => t.app.failedInbound.list(ctx, {}, 10));
    const { rows, total } = await failed(tenant.id);
    assert.deepEqual([total, rows[0]?.attempts, rows[0]?.last_error], [1, 8, "could not be understood"]);
    assert.equal((await failed(other.id)).total, 0);
    assert.deepEqual((await tenant.api.get("/api/v1/messages")).body.data, []);

    connector.normalize = normalize;
    const requeue = (tenantId: string) => t.app.asOperator(tenantId, (ctx) => t.app.failedInbound.requeue(ctx, {}));
    assert.equal(await requeue(other.id), 0);
    assert.equal(await requeue(tenant.id), 1);
    await t.drain();
    assert.deepEqual(
      (await tenant.api.get("/api/v1/messages")).body.data.map((m: { text: string }) => m.text),
      ["Is anybody there?"],
    );
    assert.equal((await failed(tenant.id)).total, 0);
    assert.equal(await requeue(tenant.id), 0, "twice changes nothing");
  });
});
