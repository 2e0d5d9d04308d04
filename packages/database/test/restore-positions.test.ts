import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { renumberEventLog } from "../src/backup/restore-positions.ts";
import { makeEmptyDatabase } from "./support.ts";

let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
let client: pg.Client;
const tables = ["event_log", "event_cursors", "webhook_endpoints"];

before(async () => {
  database = await makeEmptyDatabase();
  client = new pg.Client(database.admin);
  await client.connect();
  await client.query(`
    create table event_log (id uuid, xid xid8);
    create table event_cursors (consumer text, xid xid8, event_id uuid);
    create table webhook_endpoints (created_xid xid8);
    insert into webhook_endpoints values ('1')`);
});
after(async () => {
  await client.end();
  await database.drop();
});

const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const position = fc.record({ xid: fc.integer({ min: 1_000, max: 1_008 }), id: fc.integer({ min: 0, max: 60 }) });

/** The unread events of each reader of the log. */
async function unread(): Promise<{ consumer: string; ids: string[] }[]> {
  const { rows } = await client.query(`
    select c.consumer, array(select e.id::text from event_log e where (e.xid, e.id) > (c.xid, c.event_id) order by e.id) as ids
      from event_cursors c order by c.consumer`);
  return rows;
}

test("after a restore every reader of the log has the same unread events as before, whatever the positions of the others", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(position, { maxLength: 30, selector: ({ id }) => id }),
      fc.array(position, { minLength: 1, maxLength: 4 }),
      async (events, cursors) => {
        await client.query("truncate event_log, event_cursors");
        for (const { xid, id } of events) await client.query("insert into event_log values ($1, $2)", [uuid(id), String(xid)]);
        for (const [i, { xid, id }] of cursors.entries()) {
          await client.query("insert into event_cursors values ($1, $2, $3)", [
            i === cursors.length - 1 ? "webhooks" : `reader ${i}`,
            String(xid),
            uuid(id),
          ]);
        }
        const expected = await unread();
        await renumberEventLog(client, tables);
        assert.deepEqual(await unread(), expected);
        const { rows } = await client.query(`
          select coalesce(max(e.xid::text::integer), 0) as highest,
                 array(select e.id::text from event_log e, webhook_endpoints w where e.xid > w.created_xid order by e.id) as later from event_log e`);
        assert.ok(rows[0].highest <= 1 + cursors.length, "below every number that a new cluster hands out");
        assert.deepEqual(
          rows[0].later,
          expected.find(({ consumer }) => consumer === "webhooks")?.ids,
          "an endpoint gets what was not fanned out",
        );
      },
    ),
    { numRuns: 60 },
  );
});
