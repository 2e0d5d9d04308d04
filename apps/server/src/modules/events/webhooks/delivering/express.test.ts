import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Database } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { deliveries, emit, endpoint, ownerRows, receiver, t } from "../../../../../test/stages/webhook-stage.ts";
import { consumer } from "./sending.queries.ts";

/** Opens a transaction that has written, and stays open until the returned function is called. */
async function openTransaction(tenant: TestTenant): Promise<() => Promise<void>> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let closed: Promise<void> = Promise.resolve();
  await new Promise<void>((written, failed) => {
    closed = t.app.database.withTenant(tenant.id, async (tx) => {
      await appendEvents(tx, t.clock.now(), [{ id: t.app.ids.uuid(), type: "contact.updated", data: { late: true } }]);
      written();
      await ended;
    });
    closed.catch(failed);
  });
  return async () => {
    end();
    await closed;
  };
}

/** The database with one failing statement. */
const without =
  (name: string) =>
  (database: Database): Database => ({
    ...database,
    worker: (statement) => (statement.name === name ? Promise.reject(new Error("not now")) : database.worker(statement)),
  });

async function withSecondApp<T>(options: Parameters<typeof startTestApp>[0], run: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startTestApp({ sharing: t, ...options });
  try {
    return await run(app);
  } finally {
    await app.stop();
  }
}

describe("webhooks: a first attempt", () => {
  it("does not wait for an open transaction; its events arrive when it ends, and nothing arrives twice", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const [hook, late] = [await endpoint(tenant), await endpoint(other)];
    await withSecondApp({ live: true }, async (live) => {
      const end = await openTransaction(other);
      const ids: string[] = [];
      try {
        for (let n = 0; n < 5; n++) {
          ids.push(await emit(tenant));
          live.app.wake.hint("events");
        }
        await receiver.waitFor(() => hook.received().length >= 5);
        assert.equal(late.received().length, 0);
      } finally {
        await end();
      }
      live.app.wake.hint("events");
      await receiver.waitFor(() => late.received().length >= 1);
      await eventually("all is written down", async () =>
        (await deliveries(tenant, hook.at)).every((d: { state: string }) => d.state === "delivered"),
      );
      // The cursor has passed them all: a later event of both arrives, and none of the earlier ones again.
      const more = [await emit(tenant), await emit(other)];
      live.app.wake.hint("events");
      await receiver.waitFor(() => hook.received().length >= 6 && late.received().length >= 2);
      await t.drain();
      assert.deepEqual(
        hook
          .received()
          .map((d) => d.webhookId)
          .toSorted(),
        [...ids, more[0]].toSorted(),
      );
      assert.equal(late.received().length, 2);
    });
  });

  it("goes to no endpoint paused or deleted since this process read it, and uses the current settings", async () => {
    const tenant = await t.tenant();
    const [paused, removed, changed] = [await endpoint(tenant), await endpoint(tenant), await endpoint(tenant)];
    const hooks = [paused, removed, changed];
    await withSecondApp({ live: true }, async (live) => {
      await emit(tenant);
      live.app.wake.hint("events");
      await receiver.waitFor(() => hooks.every((hook) => hook.received().length === 1));
      await tenant.api.patch(paused.at, { status: "paused" });
      await tenant.api.delete(removed.at);
      await tenant.api.patch(changed.at, { headers: { "x-now": "yes" } });
      await emit(tenant);
      live.app.wake.hint("events");
      await receiver.waitFor(() => changed.received().length === 2);
      assert.equal(changed.received()[1]?.headers["x-now"], "yes");
      await eventually("what was paused is skipped", async () => (await deliveries(tenant, paused.at, "?state=skipped")).length === 1);
      assert.deepEqual([paused.received().length, removed.received().length], [1, 1]);
    });
  });

  it("is made again by the fan-out if the database has crashed and lost it", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const hook = await endpoint(tenant);
    await withSecondApp({ live: true }, async (live) => {
      // The fan-out waits for this transaction, the fast path does not.
      const end = await openTransaction(other);
      let id: string;
      try {
        id = await emit(tenant);
        live.app.wake.hint("events");
        await eventually("the fast path has delivered it", async () => (await deliveries(tenant, hook.at))[0]?.state === "delivered");
        // As a crash does: what was not on the disk is gone, and so are the connections.
        await ownerRows("delete from webhook_deliveries where tenant_id = $1", [tenant.id]);
        await ownerRows("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1", [
          t.database.worker.user,
        ]);
      } finally {
        await end();
      }
      await eventually("the fan-out has passed it", async () => {
        live.app.wake.hint("events");
        const passed = await ownerRows(
          `select 1 from event_cursors c join event_log e on e.tenant_id = $2 and e.id = $3
            where c.consumer = $1 and (c.xid, c.event_id) >= (e.xid, e.id)`,
          [consumer, tenant.id, parseWireId("evt", id)],
        );
        return passed.length === 1;
      });
      const [again] = await deliveries(tenant, hook.at);
      assert.equal(again?.eventId, id);
      await receiver.waitFor(() => hook.received().length === 2);
      assert.deepEqual(
        hook.received().map((delivery) => delivery.webhookId),
        [id, id],
      );
    });
  });

  it("is made by the fan-out when the fast path is closed", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    await withSecondApp({ live: true, wrapDatabase: without("deliveries_at_once") }, async (closed) => {
      for (let n = 0; n < 20; n++) await emit(tenant);
      closed.app.wake.hint("events");
      await receiver.waitFor(() => hook.received().length >= 20);
      await eventually("all is written down", async () =>
        (await deliveries(tenant, hook.at, "?limit=100")).every((d: { state: string }) => d.state === "delivered"),
      );
      assert.equal(hook.received().length, 20);
    });
  });

  it("for many events is sent once each, by several processes with the fast path", async () => {
    const tenant = await t.tenant();
    const hooks = [await endpoint(tenant), await endpoint(tenant)];
    const open = await t.tenant();
    await withSecondApp({ live: true }, (one) =>
      withSecondApp({ live: true }, async (two) => {
        const ids: string[] = [];
        for (let n = 0; n < 60; n++) {
          const end = n % 10 === 0 ? await openTransaction(open) : null;
          ids.push(await emit(tenant));
          for (const app of [one, two]) app.app.wake.hint("events");
          await end?.();
        }
        await receiver.waitFor(() => hooks.every((hook) => hook.received().length >= 60));
        await eventually("all is written down", async () => {
          const rows = await Promise.all(hooks.map((hook) => deliveries(tenant, hook.at, "?limit=100")));
          return rows.every((all) => all.length === 60 && all.every((d: { state: string }) => d.state === "delivered"));
        });
        for (const hook of hooks)
          assert.deepEqual(
            hook
              .received()
              .map((d) => d.webhookId)
              .toSorted(),
            ids.toSorted(),
          );
      }),
    );
  });
});
