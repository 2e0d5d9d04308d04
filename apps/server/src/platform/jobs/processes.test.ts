import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { Client } from "pg";
import { eventually } from "../../../test/eventually.ts";
import { createDatabase, type Database } from "../db/database.ts";
import { createLog } from "../log/log.ts";
import type { IdSource } from "../ids/ids.ts";
import { type Claimed, type ClaimSource, createClaims, type ClaimHolder, returnClaimed } from "./claim.ts";
import { createProcessRegistry, processLocks, type ProcessRegistry } from "./processes.ts";

const source: ClaimSource = { table: "chores", lane: "lane", order: "t.run_at, t.id", key: ["id"], columns: ["id", "lane"] };
const sideBySide: ClaimSource = { ...source, suspectsPerLane: true };
const [tenant, a, b] = [randomUUID(), "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"];
const now = new Date("2030-01-01T00:00:00Z");
const log = createLog("silent");

interface Chore extends Claimed {
  id: number;
  lane: string;
}

describe("claims of processes", () => {
  let db: TestDatabase;
  let database: Database;
  const running = new Set<ProcessRegistry>();
  const others = new Set<Client>();

  before(async () => {
    db = await createTestDatabase();
    database = createDatabase({ ...db, connections: 2, workerConnections: 4, log });
    await sql(`create table chores (tenant_id uuid not null, lane uuid not null, id integer not null, state text not null default 'ready',
      run_at timestamptz not null, attempts integer not null default 0, lease_until timestamptz, holder integer, deaths smallint not null default 0,
      primary key (tenant_id, id));
      create index chores_ready on chores (tenant_id, lane, run_at, id) where state = 'ready';
      create index chores_leased on chores (lease_until) where state = 'leased';
      grant all on chores to parley_worker`);
  });
  beforeEach(async () => {
    await endAll();
    await sql("truncate chores; delete from server_processes");
  });
  after(async () => {
    await endAll();
    await database.close();
    await db.drop();
  });

  async function endAll(): Promise<void> {
    for (const one of running) await one.stop();
    for (const client of others) await client.end();
    running.clear();
    others.clear();
  }
  const sql = (text: string) => withClient(db.admin, async (client) => (await client.query(text)).rows);
  const insert = (lane: string, ...ids: number[]) =>
    sql(
      `insert into chores (tenant_id, lane, id, run_at) values ${ids.map((id) => `('${tenant}', '${lane}', ${id}, '2029-12-31')`).join(",")}`,
    );
  const rows = () => sql("select id, state, deaths from chores order by id");
  const settle = (...ids: number[]) => sql(`update chores set state = 'done', lease_until = null where id in (${ids.join()})`);

  const claimsUnder = (holding: ClaimHolder) => {
    const claims = createClaims(database, holding);
    const claim = async (from: ClaimSource = source) =>
      (await claims.claim<Chore>(from, { now, leaseMs: 60_000, perLane: 10, lanes: 10 })).map(({ id }) => id);
    return { claim, expire: () => claims.returnExpired(source, new Date(now.getTime() + 61_000)) };
  };

  /** What other processes see of a process: its row and its lock. */
  async function startOther(number: number) {
    const client = new Client(db.worker);
    await client.connect();
    await client.query("select pg_advisory_lock($1, $2)", [processLocks, number]);
    await client.query("insert into server_processes (id, roles, started_at, heartbeat_at, number) values ($1, 'all', now(), now(), $2)", [
      randomUUID(),
      number,
    ]);
    others.add(client);
    return {
      ...claimsUnder({ current: () => number }),
      async die() {
        others.delete(client);
        await client.end();
        await eventually("its lock is free", async () => (await pidOf(number)) === undefined);
      },
    };
  }

  /** `releasing`: what it waits for while it releases claims. */
  async function startRegistry(releasing: () => Promise<void> = async () => undefined) {
    const released: { numbers: number[]; died: boolean }[] = [];
    const counts: number[] = [];
    const id = randomUUID();
    const registry = createProcessRegistry({
      connection: db.worker,
      database,
      id,
      ids: { uuid: () => randomUUID() } as IdSource,
      wake: { hint: () => undefined, on: () => () => undefined },
      log,
      roles: "all",
      onCount: (count) => counts.push(count),
      async release(numbers, died) {
        released.push({ numbers, died });
        await releasing();
        await returnClaimed(database, source, now, numbers, { stoppedCleanly: !died });
      },
    });
    await registry.start({ releases: true });
    running.add(registry);
    const current = () => registry.current() as number;
    return { registry, id, released, counts, current, ...claimsUnder(registry) };
  }

  const pidOf = (number: number) =>
    sql(`select pid from pg_locks where locktype = 'advisory' and classid = ${processLocks} and objid = ${number} and granted
         and database = (select oid from pg_database where datname = current_database())`).then(
      ([row]) => row?.["pid"] as number | undefined,
    );
  const cut = async (number: number) => sql(`select pg_terminate_backend(${await pidOf(number)})`);

  it("every table with claimed work supports releasing and setting aside", async () => {
    // A call cannot be started again: if its process has died, it has ended (modules/voice/calls/live/finishing.ts).
    const tables = await sql(`select c.table_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'lease_until' and c.table_name not in ('outbound_dispatches', 'scheduled_jobs', 'maintenance_runs', 'chores', 'voice_calls')`);
    assert.ok(tables.length >= 22);
    for (const { name } of tables) {
      const columns = (await sql(`select column_name as name from information_schema.columns where table_name = '${name}'`)).map(
        (c) => c["name"],
      );
      assert.ok(columns.includes("holder") && columns.includes("deaths"), `${name} lacks holder or deaths`);
      const [check] = await sql(
        `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = '${name}'::regclass and conname = '${name}_state_check'`,
      );
      assert.match(String(check?.["text"]), /process_ended.*over_limit|failed/s, `${name} has no word for work that is set aside`);
    }
  });

  it("a dead process's claims are free long before their lease expires, and a slow one keeps its own", async () => {
    const [dying, slow, watching] = [await startOther(1), await startOther(2), await startRegistry()];
    await insert(a, 1, 2);
    assert.deepEqual(await dying.claim(), [1, 2]);
    await insert(b, 3);
    assert.deepEqual(await slow.claim(), [3]);
    const diedAt = performance.now();
    await dying.die();
    await eventually("its claims are being given back", () => watching.released.length > 0);
    assert.ok(performance.now() - diedAt < 5_000, "within five seconds, by the registry's own checks");
    await eventually(
      "its row is removed, the last step",
      async () => (await sql("select from server_processes where number = 1")).length === 0,
    );
    assert.deepEqual(watching.released, [{ numbers: [1], died: true }]);
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ["ready", "ready", "leased"],
    );
    assert.deepEqual(
      (await sql("select number from server_processes order by number")).map((row) => row["number"]),
      [2, watching.current()].sort((x, y) => x - y),
    );
    assert.deepEqual([watching.counts.includes(3), watching.counts.at(-1)], [true, 2], "the dead one is counted no more");
  });

  it("a process whose connection is cut keeps its claims, unless another was faster", async () => {
    const [mine, watching] = [await startRegistry(), await startRegistry()];
    await insert(a, 1);
    assert.deepEqual(await mine.claim(), [1]);
    const number = mine.current();
    await cut(number);
    await eventually("it holds its lock again", async () => (await pidOf(number)) !== undefined);
    for (let look = 0; look < 3; look++) assert.equal(await watching.registry.checkDead(), 0);
    assert.deepEqual([mine.registry.current(), (await rows())[0]?.["state"], watching.released], [number, "leased", []]);
  });

  it("a process that others took for dead claims under another number, and nothing until it has one", async () => {
    const mine = await startRegistry();
    const number = mine.current();
    await insert(a, 1);
    // While another session holds its lock, it cannot take it again and does not know whether its claims are still its
    // own.
    const thief = new Client(db.worker);
    await thief.connect();
    others.add(thief);
    const waiting = thief.query("select pg_advisory_lock($1, $2)", [processLocks, number]);
    await cut(number);
    await waiting;
    await eventually("it has another number", () => mine.registry.current() !== null && mine.registry.current() !== number);
    assert.deepEqual(await mine.claim(), [1]);
    assert.deepEqual(
      (await sql("select holder from chores")).map(({ holder }) => holder),
      [mine.current()],
    );
    const named = await sql(`select number from server_processes where id = '${mine.id}'`);
    assert.deepEqual(named, [{ number: mine.current() }], "its event streams count under the same name");
    assert.equal(
      (await sql(`select from server_processes where number = ${number}`)).length,
      1,
      "what it claimed before is given back as a dead process's",
    );
  });

  it("no process takes its number again while its claims are being released", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const [dying, watching] = [await startOther(1), await startRegistry(() => held)];
    await insert(a, 1);
    await dying.claim();
    await dying.die();
    await eventually("its claims are being given back", () => watching.released.length > 0);
    // Acts like a process whose connection was cut and that has just reconnected.
    const back = new Client(db.worker);
    await back.connect();
    others.add(back);
    const got = async () => (await back.query("select pg_try_advisory_lock($1, 1) as got", [processLocks])).rows[0]?.got;
    const early = await got();
    release();
    assert.equal(early, false);
    await eventually("its row is gone", async () => (await sql("select from server_processes where number = 1")).length === 0);
    await eventually("its lock is free", got);
  });

  it("a process that does not hold its number claims nothing", async () => {
    await insert(a, 1);
    assert.deepEqual(await claimsUnder({ current: () => null }).claim(), []);
    assert.deepEqual((await rows())[0]?.["state"], "ready");
  });

  it("a process that stops releases what it held, and nothing becomes a suspect", async () => {
    const mine = await startRegistry();
    await insert(a, 1, 2);
    assert.deepEqual(await mine.claim(), [1, 2]);
    await mine.registry.stop();
    assert.deepEqual(
      (await rows()).map(({ state, deaths }) => [state, deaths]),
      [
        ["ready", 0],
        ["ready", 0],
      ],
    );
    assert.deepEqual(await sql("select from server_processes"), []);
  });

  /** The n-th process of a series, each of which dies with what it has claimed. */
  async function diesAfter(number: number, claims: (process: Awaited<ReturnType<typeof startOther>>) => Promise<unknown>) {
    const process = await startOther(number);
    await claims(process);
    await process.die();
    await returnClaimed(database, source, now, [number]);
  }

  it("after a death the neighbours run one by one, and the one whose work then ends two processes is set aside", async () => {
    await insert(a, 1, 2, 3);
    await insert(b, 4);
    await diesAfter(1, async ({ claim }) => assert.deepEqual(await claim(), [1, 2, 3, 4]));
    assert.deepEqual(
      (await rows()).map(({ deaths }) => deaths),
      [1, 1, 1, 1],
    );
    await insert(b, 5);
    await insert(a, 6);
    await diesAfter(2, async ({ claim }) => {
      assert.deepEqual(await claim(), [1], "alone, and what comes behind suspects waits for them");
      assert.deepEqual(await claim(), [], "no second suspect beside it");
      await settle(1);
      assert.deepEqual(await claim(), [2], "the one that is the cause");
    });
    const untouched = [
      [3, "ready", 1],
      [4, "ready", 1],
      [5, "ready", 0],
      [6, "ready", 0],
    ];
    const states = async () => (await rows()).map(({ id, state, deaths }) => [id, state, deaths]);
    assert.deepEqual(await states(), [[1, "done", 1], [2, "ready", 2], ...untouched], "it may have been ended from outside");
    await diesAfter(3, async ({ claim }) => assert.deepEqual(await claim(), [2]));
    assert.deepEqual(await states(), [[1, "done", 1], [2, "process_ended", 3], ...untouched]);
    const last = await startOther(4);
    assert.deepEqual(await last.claim(), [3]);
    await settle(3);
    assert.deepEqual(await last.claim(), [6, 4], "the rest of its lane, and the next suspect");
    await settle(4, 6);
    assert.deepEqual(await last.claim(), [5]);
  });

  it("work that exceeds its limit twice is set aside", async () => {
    await insert(a, 1);
    const process = await startOther(1);
    assert.deepEqual(await process.claim(), [1]);
    assert.equal(await process.expire(), 1);
    assert.deepEqual(await process.claim(), [1]);
    await process.expire();
    assert.deepEqual((await rows())[0], { id: 1, state: "over_limit", deaths: 3 });
    assert.deepEqual(await process.claim(), []);
  });

  it("work that was alone from the start is set aside after two deaths", async () => {
    await insert(a, 1);
    await diesAfter(1, ({ claim }) => claim());
    assert.deepEqual((await rows())[0], { id: 1, state: "ready", deaths: 2 });
    await diesAfter(2, ({ claim }) => claim());
    assert.deepEqual((await rows())[0], { id: 1, state: "process_ended", deaths: 3 });
  });

  it("two kills from outside set nothing aside if it was not alone the first time", async () => {
    await insert(a, 1, 2);
    await diesAfter(1, ({ claim }) => claim());
    await diesAfter(2, ({ claim }) => claim());
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ["ready", "ready"],
    );
  });

  it("work settled in between is no longer a suspect", async () => {
    await insert(a, 1);
    await diesAfter(1, ({ claim }) => claim());
    const process = await startOther(2);
    await process.claim();
    // Postponed, as any handler may postpone its work.
    await sql("update chores set state = 'ready', lease_until = null");
    await diesAfter(3, ({ claim }) => claim());
    assert.deepEqual((await rows())[0], { id: 1, state: "ready", deaths: 2 }, "as the first time");
  });

  it("suspects of several lanes at once: none is set aside before it has had a turn alone", async () => {
    await insert(a, 1, 2);
    await insert(b, 3);
    await diesAfter(1, ({ claim }) => claim(sideBySide));
    await diesAfter(2, async ({ claim }) => {
      assert.deepEqual(await claim(sideBySide), [1, 3]);
      assert.deepEqual(await claim(sideBySide), [], "no second one of a lane");
    });
    assert.deepEqual(
      (await rows()).map(({ state, deaths }) => [state, deaths]),
      [
        ["ready", 2],
        ["ready", 1],
        ["ready", 2],
      ],
    );
    await diesAfter(3, async ({ claim }) => {
      assert.deepEqual(await claim(sideBySide), [1], "alone now");
      await settle(1);
      assert.deepEqual(await claim(sideBySide), [3]);
      assert.deepEqual(await claim(sideBySide), [], "and nothing beside it");
    });
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ["done", "ready", "process_ended"],
    );
  });

  it("work that was only waiting in memory is no suspect", async () => {
    await insert(a, 1, 2, 3);
    const process = await startOther(1);
    await process.claim();
    await process.die();
    await returnClaimed(database, { ...source, inProgress: { partitionBy: "lane", rows: 1 } }, now, [1]);
    assert.deepEqual(
      (await rows()).map(({ deaths }) => deaths),
      [2, 0, 0],
    );
  });
});
