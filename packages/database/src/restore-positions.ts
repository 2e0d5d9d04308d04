import type pg from "pg";

/**
 * Transaction numbers of the cluster a backup came from mean nothing in another one: restored events would lie in its future,
 * unread, and new ones behind the readers. So what the webhook fan-out had read becomes transaction 1, what it had not read
 * becomes 2, and its position lies between them; any number the new cluster hands out is higher. Within each of the two the
 * order is that of the ids, which are made in time order. Clients of the event list and the stream resume by event id and
 * notice nothing. The search loop, whose work may be done any number of times, reads the whole log again. Runs inside the restore's transaction.
 */
export async function renumberEventLog(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (!["event_log", "event_cursors", "webhook_endpoints"].every((name) => tables.includes(name))) return;
  await client.query(`
    update event_log e
       set xid = (case when exists (select from event_cursors c
                          where c.consumer <> 'search' and (e.xid, e.id) <= (c.xid, c.event_id)) then '1' else '2' end)::xid8`);
  await client.query(
    `update event_cursors set xid = '1'::xid8, event_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where consumer <> 'search'`,
  );
  await client.query("delete from event_cursors where consumer = 'search'");
  await client.query(`update webhook_endpoints set created_xid = '1'::xid8`);
}
