import type { Tx } from "#platform/db/database.ts";
import type { Row } from "./shop/world.ts";

/** How many rows go into one statement, which stays far below the statement time-out. */
const atOnce = 1_000;

/** Inserts rows with the same columns; omitted columns get the table's default. */
export async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce);
    await tx.query({
      text: `insert into ${table} (tenant_id, ${columns.join(", ")})
             select $1, ${columns.map((column) => `r.${column}`).join(", ")} from jsonb_populate_recordset(null::${table}, $2::jsonb) r`,
      values: [tx.tenantId, JSON.stringify(part)],
    });
  }
}

/** How many contacts there are, counted up to a limit. */
export async function countContacts(tx: Tx, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: "sample_contacts_count",
    text: "select count(*)::integer as count from (select from contacts where tenant_id = $1 limit $2) c",
    values: [tx.tenantId, limit],
  });
  return row?.count ?? 0;
}

export async function wasAdded(tx: Tx, action: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>({
    name: "sample_added",
    text: "select exists (select from audit_entries where tenant_id = $1 and action = $2) as found",
    values: [tx.tenantId, action],
  });
  return row?.found === true;
}

export function listChannels(tx: Tx): Promise<{ id: string; kind: string; external_id: string; status: string }[]> {
  return tx.query({
    name: "sample_channels",
    text: "select id, kind, external_id, status from channels where tenant_id = $1 and deleted_at is null order by created_at, id",
    values: [tx.tenantId],
  });
}

export async function hasEntries(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>({
    name: "sample_ledger",
    text: "select exists (select from ledger_entries where tenant_id = $1) as found",
    values: [tx.tenantId],
  });
  return row?.found === true;
}

export async function hasActiveWebhooks(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>({
    name: "sample_webhooks",
    text: "select exists (select from webhook_endpoints where tenant_id = $1 and status = 'active' and deleted_at is null) as found",
    values: [tx.tenantId],
  });
  return row?.found === true;
}

/** A channel of the sample is not a real account: the platform is never called, and nothing is sent. */
export async function disconnectChannel(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "sample_channel_off",
    text: `update channels set status = 'Disconnected', status_reason = 'sample data', templates_sync_at = null, ownership_check_at = null,
             upkeep = null, upkeep_at = null where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id],
  });
}

export function membersByEmail(tx: Tx, emails: string[]): Promise<{ user_id: string; email: string }[]> {
  return tx.query({
    name: "sample_members",
    text: "select user_id, email from members where tenant_id = $1 and email = any($2::text[])",
    values: [tx.tenantId, emails],
  });
}

export async function describeMember(
  tx: Tx,
  member: { userId: string; divisionId: string; skills: readonly string[]; languages: readonly string[] },
): Promise<void> {
  await tx.query({
    name: "sample_member",
    text: "update members set division_ids = array[$3::uuid], skills = $4, languages = $5 where tenant_id = $1 and user_id = $2",
    values: [tx.tenantId, member.userId, member.divisionId, member.skills, member.languages],
  });
}

/** Ids by name. */
export async function namedIds(tx: Tx): Promise<Record<"labels" | "divisions" | "stages" | "faqs" | "flows", Map<string, string>>> {
  const [labels, divisions, stages, faqs, flows] = [
    await tx.query<Named>({ name: "sample_labels", text: "select id, name from labels where tenant_id = $1", values: [tx.tenantId] }),
    await tx.query<Named>({ name: "sample_divisions", text: "select id, name from divisions where tenant_id = $1", values: [tx.tenantId] }),
    await tx.query<Named>({
      name: "sample_stages",
      text: `select s.id, s.name from pipeline_stages s join pipelines p on p.tenant_id = s.tenant_id and p.id = s.pipeline_id
              where s.tenant_id = $1 and p.name = 'Shop'`,
      values: [tx.tenantId],
    }),
    await tx.query<Named>({
      name: "sample_faqs",
      text: "select id, question as name from knowledge_faqs where tenant_id = $1",
      values: [tx.tenantId],
    }),
    await tx.query<Named>({
      name: "sample_flows",
      text: "select id, name from flows where tenant_id = $1 and deleted_at is null",
      values: [tx.tenantId],
    }),
  ];
  const map = (rows: Named[]) => new Map(rows.map(({ id, name }) => [name, id]));
  return { labels: map(labels), divisions: map(divisions), stages: map(stages), faqs: map(faqs), flows: map(flows) };
}

interface Named {
  id: string;
  name: string;
}
