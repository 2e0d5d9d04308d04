import type { Tx } from "#platform/db/database.ts";
import type { AudienceNode, Leaf } from "./audience-compile.ts";

/** The input of functions/audience_predicate.sql: words of closed lists and numbers; the values are separate. */
export interface AudiencePlan {
  plan: unknown;
  values: string[];
}

export function planOf(node: AudienceNode): AudiencePlan {
  const values: string[] = [];
  const place = (value: string | number | boolean) => values.push(String(value));
  const leaf = ({ column, op, key, values: given }: Leaf) => {
    const pattern = op === "contains" || op === "starts_with";
    const i = values.length + 1;
    if (pattern) {
      const text = String(given[0]).replace(/[\\%_]/g, "\\$&");
      place(op === "contains" ? `%${text}%` : `${text}%`);
      place(`%${text}%`);
    } else for (const value of given) place(value);
    const n = values.length + 1 - i;
    return { c: column, o: pattern ? "like" : op, i, n, ...(key === undefined ? {} : { k: place(key) }) };
  };
  const visit = (inner: AudienceNode): unknown => {
    if ("all" in inner) return { all: inner.all.map(visit) };
    if ("any" in inner) return { any: inner.any.map(visit) };
    if ("not" in inner) return { not: visit(inner.not) };
    return leaf(inner);
  };
  return { plan: visit(node), values };
}

/** Counts an audience and returns the ids of its newest `sample` contacts. `every` above 1: samples one contact in that many. */
export async function countAudience(
  tx: Tx,
  { plan, values }: AudiencePlan,
  every: number,
  sample: number,
): Promise<{ count: number; sample: string[] }> {
  const [row] = await tx.query<{ count: number; sample: string[] }>({
    name: "audience_count",
    // The function takes the tenant from the transaction.
    text: "select f.total as count, f.sample from count_audience($1::jsonb, $2::text[], $3, $4) f -- tenant_id: of the session",
    values: [JSON.stringify(plan), values, sample, every],
  });
  if (row === undefined) throw new Error("a count without a row");
  return row;
}

export interface AudienceMember {
  id: string;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

/** Contacts of an audience, newest first by (created_at, id), after a position. */
export function listAudience(tx: Tx, node: AudienceNode, after: string[] | null, limit: number): Promise<AudienceMember[]> {
  const { plan, values } = planOf(node);
  return tx.query<AudienceMember>({
    name: "audience_list",
    text: `select c.id, c.created_at::text as position
             from list_audience($2::jsonb, $3::text[], $4::timestamptz, $5::uuid, $6) as found (id)
             join contacts c on c.tenant_id = $1 and c.id = found.id
            order by c.created_at desc, c.id desc`,
    values: [tx.tenantId, JSON.stringify(plan), values, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export function countUpTo(tx: Tx, limit: number): Promise<{ n: number }[]> {
  return tx.query({
    name: "audience_tenant_size",
    text: "select count(*)::int as n from (select 1 from contacts c where c.tenant_id = $1 limit $2) s",
    values: [tx.tenantId, limit],
  });
}

export function survivingContacts(tx: Tx, ids: string[]): Promise<{ id: string }[]> {
  return tx.query({
    name: "audience_living",
    text: "select distinct coalesce(c.merged_into_id, c.id) as id from contacts c where c.tenant_id = $1 and c.id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
}

export function countDeliverable(
  tx: Tx,
  plan: string,
  values: string[],
  kind: string,
  account: string,
  byPhone: boolean,
  openChannelId: string | null,
  openAt: Date | null,
  every: number,
  sample: number,
): Promise<
  {
    total: number;
    opted_out: number;
    blocked: number;
    no_identity: number;
    window_closed: number;
    sample: string[] | null;
  }[]
> {
  return tx.query({
    name: "audience_survey",
    text: `select s.total, s.opted_out, s.blocked, s.no_identity, s.window_closed, s.sample
             from survey_audience($1::jsonb, $2::text[], $3, $4, $5, $6::uuid, $7::timestamptz, $8, $9) s -- tenant_id: of the session`,
    values: [plan, values, kind, account, byPhone, openChannelId, openAt, every, sample],
  });
}
