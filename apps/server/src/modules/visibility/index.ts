import { isAbove } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Context } from "#platform/http/context.ts";

export const visibilities = ["all", "division", "assigned"] as const;
export type Visibility = (typeof visibilities)[number];

/** Somebody who does not see everything: what is assigned to them, and of `divisionIds`, if not null, what is in these or in none. */
export interface Viewer {
  userId: string;
  /** With the divisions below them. */
  divisionIds: string[] | null;
}

/**
 * Whose eyes a request reads conversations with; null: all of them are seen. Supervisors and those above see everything, and so do keys and
 * the system, which are the tenant's own software. See docs/subsystems/agents.md, Who sees what.
 */
export async function readViewer(ctx: Pick<Context, "session" | "actor"> & { tx: Tx }): Promise<Viewer | null> {
  if (ctx.session === null || !isAbove("supervisor", ctx.session.role)) return null;
  const [row] = await ctx.tx.query<{ visibility: Visibility; divisions: string[] }>({
    name: "viewer_read",
    text: `with recursive mine (id) as (
             select unnest(m.division_ids) from members m where m.tenant_id = $1 and m.user_id = $2
             union
             select d.id from mine join divisions d on d.tenant_id = $1 and d.parent_id = mine.id)
           select s.visibility, array(select id from mine) as divisions from agent_settings s where s.tenant_id = $1 and s.visibility <> 'all'`,
    values: [ctx.tx.tenantId, ctx.actor.id],
  });
  if (row === undefined) return null;
  return { userId: ctx.actor.id, divisionIds: row.visibility === "division" ? row.divisions : null };
}

/**
 * The condition on rows of `conversations` under `alias`; `value` gives the place of a parameter. `name` belongs into the statement's name,
 * since the text differs.
 */
export function visibleTo(viewer: Viewer, alias: string, value: (given: unknown) => string): { name: string; condition: string } {
  const own = `${alias}.assignee_id = ${value(viewer.userId)}`;
  if (viewer.divisionIds === null) return { name: "assigned_to_viewer", condition: own };
  return {
    name: "of_viewers_divisions",
    condition: `(${own} or ${alias}.division_id is null or ${alias}.division_id = any(${value(viewer.divisionIds)}::uuid[]))`,
  };
}
