import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestDatabase } from "@parley/database/testing";
import { Pool, type PoolClient } from "pg";
import { patientConnect } from "./connections.ts";

const database = await createTestDatabase();
const pools: Pool[] = [];
after(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

function patientPool(patienceMs: number, max = 3) {
  const pool = new Pool({ ...database.worker, max });
  // A pool has dropped its connections before the database knows; dropping the database then reports it to them.
  pool.on("error", () => undefined);
  pools.push(pool);
  return { pool, connect: patientConnect(pool, patienceMs) };
}

const anHourMs = 3_600_000;

test("a caller that asks while a connection is in use gets it as soon as it is free, and no other is opened", async () => {
  const { pool, connect } = patientPool(anHourMs);
  const first = await connect();
  const order: number[] = [];
  const others = [1, 2, 3].map(async (n) => {
    const client = await connect();
    order.push(n);
    assert.equal(client, first);
    client.release();
  });
  first.release();
  await Promise.all(others);
  assert.deepEqual(order, [1, 2, 3]);
  assert.equal(pool.totalCount, 1);
});

test("another one is opened if none becomes free", async () => {
  const { pool, connect } = patientPool(1);
  const clients = await Promise.all([connect(), connect(), connect()]);
  assert.equal(new Set(clients).size, 3);
  let fourth: PoolClient | undefined;
  const waited = connect().then((client) => {
    fourth = client;
  });
  assert.equal(fourth, undefined, "the pool is full");
  clients[1]?.release();
  await waited;
  assert.equal(fourth, clients[1]);
  assert.equal(pool.totalCount, 3);
  for (const client of new Set(clients)) client.release();
});

test("the first connection and idle ones are handed out immediately", async () => {
  const { pool, connect } = patientPool(anHourMs);
  const clients = [await connect(), await pool.connect()];
  for (const client of clients) client.release();
  const again = [await connect(), await connect()];
  assert.deepEqual(new Set(again), new Set(clients));
  for (const client of again) client.release();
});
