import type { Tx } from "#platform/db/database.ts";

/** The given ids that exist. */
export async function listChannels(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>({
    name: "flow_channels",
    text: "select id from channels where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null",
    values: [tx.tenantId, ids],
  });
  return rows.map((row) => row.id);
}

/** Something that a trigger or step refers to; null: it does not exist. */
export async function findReference(
  tx: Tx,
  table: "broadcasts" | "signup_forms" | "pipelines" | "labels" | "ticket_categories",
  id: string | null,
): Promise<{ id: string } | null> {
  if (id === null) return null;
  const [row] = await tx.query<{ id: string }>({
    name: `flow_referred_${table}`,
    text: `select id from ${table} where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function listDivisions(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "flow_divisions",
    text: "select id from divisions where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
  return rows.map((row) => row.id);
}

export interface NamedStage {
  id: string;
  name: string;
  pipeline_id: string;
  pipeline: string;
}

/** Stages with the names of their pipelines, in board order. A tenant has few. */
export function listNamedStages(tx: Tx): Promise<NamedStage[]> {
  return tx.query<NamedStage>({
    name: "flow_named_stages",
    text: `select s.id, s.name, p.id as pipeline_id, p.name as pipeline
             from pipeline_stages s join pipelines p on p.tenant_id = s.tenant_id and p.id = s.pipeline_id
            where s.tenant_id = $1 order by p.position, p.id, s.position, s.id`,
    values: [tx.tenantId],
  });
}

/** Oldest first. */
export function listFlowNames(tx: Tx, limit: number): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>({
    name: "flow_names",
    text: "select id, name from flows where tenant_id = $1 and deleted_at is null order by created_at, id limit $2",
    values: [tx.tenantId, limit],
  });
}

/** Oldest first. */
export function listSegmentNames(tx: Tx, limit: number): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>({
    name: "flow_segment_names",
    text: "select id, name from segments where tenant_id = $1 order by created_at, id limit $2",
    values: [tx.tenantId, limit],
  });
}

/** The tickets that runs refer to; deleted ones are left out. */
export function findTicketsOf(tx: Tx, ids: string[]): Promise<{ id: string; status: string; priority: string; category: string | null }[]> {
  return tx.query({
    name: "flow_tickets",
    text: `select k.id, k.status, k.priority,
                  (select g.name from ticket_categories g where g.tenant_id = k.tenant_id and g.id = k.category_id) as category
             from tickets k where k.tenant_id = $1 and k.id = any($2::uuid[])`,
    values: [tx.tenantId, ids],
  });
}
