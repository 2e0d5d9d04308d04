import type { Actor } from "#platform/auth/actor.ts";
import type { ReachedRows } from "#platform/auth/reach.ts";

export interface AuditRow {
  tenant_id: string;
  id: string;
  actor_kind: Actor["kind"];
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_id: string | null;
  changes: object;
  request_id: string | null;
  created_at: Date;
  position: string;
}

export interface AuditFilter {
  actor?: { kind: Actor["kind"]; id: string } | undefined;
  action?: string | undefined;
  target?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Newest first by (created_at, id), each with its actor's current name, looked up only for the rows of the page. */
export function listAudit(rows: ReachedRows, filter: AuditFilter, after: string[] | null, limit: number): Promise<AuditRow[]> {
  const values: unknown[] = [...rows.values, limit];
  const limitAt = values.length;
  const names: string[] = [];
  const where = [rows.where("a.tenant_id")];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const add = (name: string, condition: string) => {
    names.push(name);
    where.push(condition);
  };
  if (filter.actor !== undefined) add("actor", `a.actor_id = ${value(filter.actor.id)} and a.actor_kind = ${value(filter.actor.kind)}`);
  if (filter.action !== undefined) add("action", `a.action = ${value(filter.action)}`);
  if (filter.target !== undefined) add("target", `a.target_id = ${value(filter.target)}`);
  if (filter.since !== undefined) add("since", `a.created_at >= ${value(new Date(filter.since))}::timestamptz`);
  if (filter.until !== undefined) add("until", `a.created_at < ${value(new Date(filter.until))}::timestamptz`);
  if (after !== null) add("after", `(a.created_at, a.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`);
  return rows.query<AuditRow>({
    name: ["audit", rows.kind, ...names].join("_"),
    text: `select p.*, p.created_at::text as position, coalesce(m.name, k.name) as actor_name
             from (select a.* from audit_entries a where ${where.join(" and ")} order by a.created_at desc, a.id desc limit $${limitAt}) p
             left join members m on p.actor_kind = 'member' and m.tenant_id = p.tenant_id
               and m.user_id = case when p.actor_kind = 'member' and p.actor_id ~ '^${uuid}$' then p.actor_id::uuid end
             left join api_keys k on p.actor_kind = 'api' and k.tenant_id = p.tenant_id
               and k.id = case when p.actor_kind = 'api' and p.actor_id ~ '^${uuid}$' then p.actor_id::uuid end
            order by p.created_at desc, p.id desc`,
    values,
  });
}
