import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Database } from "#platform/db/database.ts";
import { emit, fakeSink, openStream, settled, startStreams, t } from "../../../../test/stages/event-stage.ts";
import { eventually } from "../../../../test/eventually.ts";
import type { TestTenant } from "../../../../test/harness.ts";
import { type CatchUpPlaces, createCatchUpPlaces } from "./stream-catch-ups.ts";

/** Work that has begun in this order, each ended by hand. */
function startWork(places: CatchUpPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const done: Promise<void>[] = [];
  return {
    begun,
    start(tenantId: string, name: string) {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      done.push(places.run(tenantId, work));
    },
    async end(name: string) {
      const end = ends.get(name);
      assert.ok(end, `${name} has begun`);
      end();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    },
    all: () => Promise.all(done),
  };
}

describe("the places for catching up", () => {
  it("are given to tenants in turn", async () => {
    const work = startWork(createCatchUpPlaces(1));
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) work.start(name.slice(0, 1), name);
    const order = ["a1", "b1", "c1", "a2", "b2", "a3"];
    for (const name of order) await work.end(name);
    await work.all();
    assert.deepEqual(work.begun, order);
  });

  it("are never more than half one tenant's, and all free again afterwards", async () => {
    const work = startWork(createCatchUpPlaces(4));
    for (const name of ["a1", "a2", "a3", "b1", "b2", "b3", "c1"]) work.start(name.slice(0, 1), name);
    assert.deepEqual(work.begun, ["a1", "a2", "b1", "b2"]);
    await work.end("a1");
    assert.deepEqual(work.begun.slice(4), ["c1"]);
    for (const name of ["b1", "b2", "b3", "a2", "a3", "c1"]) await work.end(name);
    await work.all();
    for (const name of ["d1", "d2", "e1", "e2"]) work.start(name.slice(0, 1), name);
    assert.deepEqual(work.begun.slice(7), ["d1", "d2", "e1", "e2"]);
    for (const name of ["d1", "d2", "e1", "e2"]) await work.end(name);
    await work.all();
  });

  it("leave one for another tenant's stream while many of one tenant resume", async () => {
    const [busy, other] = [await t.tenant(), await t.tenant()];
    const starts = new Map([
      [busy, await emit(busy)],
      [other, await emit(other)],
    ]);
    for (const tenant of starts.keys()) await settled(tenant);
    const held: (() => void)[] = [];
    const database: Database = {
      ...t.app.database,
      withTenant: (tenantId, run) =>
        t.app.database.withTenant(tenantId, (tx) =>
          run({
            tenantId,
            async query(statement) {
              if (tenantId === busy.id && statement.name?.startsWith("events_forward") === true)
                await new Promise<void>((resolve) => held.push(resolve));
              return tx.query(statement);
            },
          }),
        ),
    };
    const streams = startStreams({ catchUpsMax: 2 }, database);
    const resume = async (tenant: TestTenant) => {
      const { sink, text } = fakeSink(true);
      await openStream(streams, tenant, sink, starts.get(tenant));
      return text;
    };
    try {
      const waiting = [await resume(busy), await resume(busy), await resume(busy)];
      await eventually("a page of the busy tenant is being read", () => held.length > 0);
      const stream = await resume(other);
      await eventually("the other tenant's stream is ready", () => stream().includes(": ready"));
      assert.deepEqual([held.length, ...waiting.map((text) => text())], [1, "", "", ""]);
      await eventually("all are ready", () => {
        for (const end of held.splice(0)) end();
        return waiting.every((text) => text().includes(": ready"));
      });
    } finally {
      for (const end of held.splice(0)) end();
      await streams.close();
    }
  });
});
