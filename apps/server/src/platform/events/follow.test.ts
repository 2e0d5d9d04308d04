import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import type { TestTenant } from "../../../test/harness.ts";
import { emit, t } from "../../../test/stages/event-stage.ts";
import { createFollower, type FollowRule, followTriesMax } from "./follow.ts";

type Rule = FollowRule<string[]>;
/** Follows the numbers that `emit` puts into the log of these tenants. */
function follower(tenants: TestTenant[], more: Pick<Rule, "apply"> & Partial<Rule>) {
  const consumer = more.consumer ?? `test ${randomUUID()}`;
  const errors: string[] = [];
  const log = { warn: () => undefined, error: (_: unknown, text: string) => errors.push(text) };
  const { database, clock } = t.app;
  const deps = { database, clock, log, eventReader: t.app.eventReader } as never;
  const run = createFollower<string[]>(deps, {
    consumer,
    eventBatch: 1_000,
    tenantsConcerned: async (ids) => new Set(ids.filter((id) => tenants.some((tenant) => tenant.id === id))),
    read: (events) => {
      const said = events.flatMap(({ data }) => (typeof data["said"] === "string" ? [data["said"]] : []));
      return said.length > 0 ? said : null;
    },
    ...more,
  });
  return { run, consumer, errors };
}

describe("a follower of the event log", () => {
  it("keeps no transaction open besides the tenants': the cursor is free while a tenant is processed", async () => {
    const tenant = await t.tenant();
    await emit(tenant, "contact.updated", { said: "a" });
    await t.drain();
    const applied: string[] = [];
    const { run, consumer } = follower([tenant], {
      consumer: `test ${randomUUID()}`,
      async apply(_, said) {
        const rows = await t.app.database.worker({
          text: "select 1 from event_cursors where consumer = $1 for update skip locked",
          values: [consumer],
        });
        assert.equal(rows.length, 1);
        applied.push(...said);
      },
    });
    await run();
    await run();
    assert.deepEqual(applied, ["a"], "once: the cursor has moved");
  });

  it("a tenant whose transaction fails delays no other tenant, and only its failing event is skipped, after several tries", async () => {
    const [bad, good] = [await t.tenant(), await t.tenant()];
    for (const said of ["a", "b", "poison", "c"]) await emit(bad, "contact.updated", { said });
    await emit(good, "contact.updated", { said: "d" });
    await t.drain();
    const applied = new Map<string, Set<string>>([bad, good].map(({ id }) => [id, new Set()]));
    const { run, errors } = follower([bad, good], {
      async apply(tx, said) {
        if (said.includes("poison")) await tx.query({ text: "select 1 / 0" });
        for (const word of said) applied.get(tx.tenantId)?.add(word);
      },
    });
    for (let n = 1; n < followTriesMax; n++) {
      assert.equal(await run(), false);
      assert.deepEqual([...(applied.get(good.id) ?? [])], ["d"]);
      assert.deepEqual([applied.get(bad.id)?.size, errors.length], [0, 0], "it might pass");
    }
    await run();
    assert.deepEqual([...(applied.get(bad.id) ?? [])], ["a", "b", "c"]);
    assert.deepEqual(errors, ["an event is skipped: it cannot be applied"]);
    await emit(bad, "contact.updated", { said: "e" });
    await t.drain();
    await run();
    assert.ok(applied.get(bad.id)?.has("e"), "and it goes on");
  });

  it("two processes never work on the same tenant at once, and a late one moves nothing back", async () => {
    const tenant = await t.tenant();
    for (const said of ["a", "b"]) await emit(tenant, "contact.updated", { said });
    await t.drain();
    const consumer = `test ${randomUUID()}`;
    const applied: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let onStarted: () => void = () => undefined;
    const began = new Promise<void>((resolve) => {
      onStarted = resolve;
    });
    const slow = follower([tenant], {
      consumer,
      async apply(_, said) {
        onStarted();
        await held;
        applied.push(`slow ${said}`);
      },
    });
    const quick = follower([tenant], {
      consumer,
      async apply(_, said) {
        applied.push(`quick ${said}`);
      },
    });
    const running = slow.run();
    await began;
    assert.equal(await quick.run(), false, "another is at it");
    release();
    await running;
    await quick.run();
    assert.deepEqual(applied, ["slow a,b"]);
  });
});
