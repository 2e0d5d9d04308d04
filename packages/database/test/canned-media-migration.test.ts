/** Migration 0084: media of canned replies are held, once for each reply, in every organization. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type pg from "pg";
import { migrate, silentLog, withClient } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

const database = await createTestDatabase();
after(() => database.drop());

/** With two media: one in `replies` canned replies, one in none. */
async function tenant(client: pg.Client, replies: number): Promise<{ used: string; other: string }> {
  const [id, used, other] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query("insert into tenants (tenant_id, name, kind, created_at, updated_at) values ($1, 'T', 'business', now(), now())", [
    id,
  ]);
  for (const media of [used, other])
    await client.query(
      "insert into media (tenant_id, id, state, kind, source, created_at, updated_at) values ($1, $2, 'failed', 'document', 'upload', now(), now())",
      [id, media],
    );
  for (let n = 0; n < replies; n++)
    await client.query(
      `insert into canned_replies (tenant_id, id, shortcut, title, content, media_ids, created_at, updated_at)
       values ($1, $2, $3, 'T', 'T', $4, now(), now())`,
      [id, randomUUID(), `s${n}`, [used]],
    );
  return { used, other };
}

test("media are held once for each canned reply that has them", async () => {
  await withClient(database.admin, async (client) => {
    const organizations = [await tenant(client, 2), await tenant(client, 1)];
    await client.query("delete from schema_migrations where version >= 84");
    assert.deepEqual((await migrate(database.admin, { log: silentLog, targetVersion: 84 })).applied, [
      "0084_canned_replies_hold_their_media",
    ]);
    const held = async (id: string) => (await client.query("select holders from media where id = $1", [id])).rows[0].holders;
    const holders = [];
    for (const { used, other } of organizations) holders.push([await held(used), await held(other)]);
    assert.deepEqual(holders, [
      [2, 0],
      [1, 0],
    ]);
    const { rows } = await client.query("select relname::text from pg_class where relname = 'canned_replies' and not relforcerowsecurity");
    assert.deepEqual(rows, []);
  });
});
