import type pg from "pg";

/**
 * Transaction numbers of the cluster a backup came from mean nothing in another one: restored events would be in its future and unread, and
 * new ones behind the readers. So events are renumbered by the readers that have passed them: 1 for events that all readers have read, one
 * more for each position between them; a reader's own position is the end of what it had read. Any number of the new cluster is higher.
 * Within a number, events are ordered by id, and ids are created in time order. Clients of the event list and the stream resume by event id
 * and notice nothing. Runs inside the restore's transaction.
 */
export async function renumberEventLog(client: pg.Client, tables: readonly string[]): Promise<void> {
  if (!["event_log", "event_cursors", "webhook_endpoints"].every((name) => tables.includes(name))) return;
  const positions = "(select distinct c.xid, c.event_id from event_cursors c)";
  await client.query(`
    update event_log e
       set xid = (1 + (select count(*) from ${positions} p where (p.xid, p.event_id) < (e.xid, e.id)))::text::xid8`);
  await client.query(`
    update event_cursors c
       set xid = (1 + (select count(*) from ${positions} p where (p.xid, p.event_id) < (c.xid, c.event_id)))::text::xid8,
           event_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`);
  // The position of a conversation's clocks uses the old numbers; replace it with the reader's.
  if (tables.includes("conversation_sla"))
    await client.query("update conversation_sla set applied_xid = '0'::xid8, applied_event = '00000000-0000-0000-0000-000000000000'");
  // An endpoint gets the events of later transactions: those that the fan-out has not read.
  await client.query(`
    update webhook_endpoints set created_xid = coalesce((select c.xid from event_cursors c where c.consumer = 'webhooks'), '1'::xid8)`);
}
