import type pg from "pg";

/** How much of each kind of work a restore has held. */
export interface HeldWork {
  messages: number;
  broadcasts: number;
  flowRuns: number;
  flowSchedules: number;
  chatbotTurns: number;
}

export interface Holding {
  /** The instant of the restore: what was due by then may have been done since the backup; what was not due, nobody has done. */
  at: Date;
  /** Ids for events, ordered by time. */
  uuid(): string;
}

/** The holder of calls that were under way in a backup: no process has this number. */
export const restoredHolder = -1;

/** A turn that was started this often is given up, and people get the conversation. */
const attemptsBeyondAll = 100;

const flowRunError = {
  code: "internal_error",
  message: "The installation was restored from a backup. What was due here may have been done already, so it is not done again.",
  path: null,
};

/**
 * Holds what the installation may have sent after the backup (docs/adr/0202-what-a-restore-sends.md). Everything gets the outcome of work
 * whose process died. Runs in the transaction that loads the rows, before renumberEventLog; works with every version that can be restored.
 */
export async function holdDue(client: pg.Client, tables: readonly string[], at: Date): Promise<Omit<HeldWork, "broadcasts">> {
  const change = async (table: string, text: string, more: unknown[] = []) =>
    tables.includes(table) ? ((await client.query(text, [at, ...more])).rowCount ?? 0) : 0;
  // The server settles a claim that nobody has any more: as unknown, with its event.
  const messages = await change(
    "outbound_dispatches",
    `with held as (
       update outbound_dispatches d
          set state = 'sending', attempts = d.attempts + 1, lease_until = $1::timestamptz - interval '1 minute', claimed_by = null,
              first_claimed_at = coalesce(d.first_claimed_at, $1)
        where d.state = 'ready' and d.run_at <= $1
       returning d.tenant_id, d.message_id)
     update messages m set status = 'sending', attempted_at = $1
       from held where m.tenant_id = held.tenant_id and m.id = held.message_id`,
  );
  const flowRuns = await change(
    "flow_runs",
    `update flow_runs
        set status = 'failed', error = $2, state = 'idle', waiting_for = null, waiting_since = null, lease_until = null, ended_at = $1, updated_at = $1
      where state in ('ready', 'leased') and (run_at <= $1 or waiting_for = 'answer')`,
    [JSON.stringify(flowRunError)],
  );
  // With nothing due from here on, the next step finds the next occurrence.
  const flowSchedules = await change(
    "flow_schedules",
    `update flow_schedules
        set occurrence_at = null, rules = null, after_at = null, after_id = null, next_at = $1, run_at = $1, state = 'ready', lease_until = null
      where state in ('ready', 'leased') and (next_at <= $1 or occurrence_at is not null)`,
  );
  await change(
    "flow_fronts",
    `update flow_fronts
        set seen_until = greatest(seen_until, $1::timestamptz + case when kind = 'window_closing' then 1 else -1 end * make_interval(mins => minutes))`,
  );
  if (tables.includes("flow_runs") && tables.includes("event_cursors"))
    await client.query(`
      update event_cursors c set xid = e.xid, event_id = e.id from (select xid, id from event_log order by xid desc, id desc limit 1) e
       where c.consumer = 'flows' and (e.xid, e.id) > (c.xid, c.event_id)`);
  // Surveys ask about what was resolved from then on.
  await change(
    "agent_settings",
    `update agent_settings
        set csat_since = greatest(csat_since, $1::timestamptz - make_interval(mins => csat_delay_minutes) + interval '1 microsecond')
      where csat_enabled`,
  );
  // The server ends a call that no process has any more; the holder says that neither customer nor team is told.
  await change("voice_calls", "update voice_calls set holder = $2, lease_until = $1 where ended_at is null", [restoredHolder]);
  const chatbotTurns = await change(
    "chatbot_sessions",
    `update chatbot_sessions set state = 'ready', lease_until = null, attempts = greatest(attempts, $2)
      where state in ('ready', 'leased') and run_at <= $1`,
    [attemptsBeyondAll],
  );
  return { messages, flowRuns, flowSchedules, chatbotTurns };
}

/** The same for broadcasts. Runs after renumberEventLog, because what it writes in the event log is new. Returns how many. */
export async function pauseBroadcasts(client: pg.Client, tables: readonly string[], { at, uuid }: Holding): Promise<number> {
  if (!tables.includes("broadcasts")) return 0;
  const { rows } = await client.query<{ tenant_id: string; id: string; previous: string }>(
    `with due as (
       select tenant_id, id, status from broadcasts
        where deleted_at is null and (status = 'sending' or (status = 'scheduled' and scheduled_at <= $1)) for update)
     update broadcasts b set status = 'paused', pause_reason = 'restored', state = 'idle', next_at = null, lease_until = null, updated_at = $1
       from due where b.tenant_id = due.tenant_id and b.id = due.id
     returning b.tenant_id, b.id, due.status as previous`,
    [at],
  );
  await client.query(
    `insert into event_log (tenant_id, id, type, channel_id, data, created_at)
     select b.tenant_id, p.event, 'broadcast.updated', b.channel_id,
            json_build_object('broadcastId', wire_id('brd', b.id), 'channelId', wire_id('chn', b.channel_id), 'title', b.title,
              'status', b.status, 'previousStatus', p.previous, 'pauseReason', b.pause_reason, 'error', b.error), $1::timestamptz
       from jsonb_to_recordset($2::jsonb) as p (tenant_id uuid, id uuid, previous text, event uuid)
       join broadcasts b on b.tenant_id = p.tenant_id and b.id = p.id`,
    [at, JSON.stringify(rows.map((row) => ({ ...row, event: uuid() })))],
  );
  return rows.length;
}

/**
 * Whether a server was running when the backup was made, or had been killed before: only one that stops in order removes its row. After a
 * backup of a running server, nobody can say what it sent since.
 */
export async function hadServers(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes("server_processes")) return false;
  const { rows } = await client.query<{ had: boolean }>("select exists (select from server_processes) as had");
  return rows[0]?.had === true;
}
