import { isAbove } from "#platform/auth/roles.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Context, SessionInfo } from "#platform/http/context.ts";
import { conversationsSeenBy, findVisibility, idsVisibleTo, visibleTo } from "./visibility.queries.ts";

export { throughConversation, visibleTo } from "./visibility.queries.ts";

export const visibilities = ["all", "division", "assigned"] as const;
export type Visibility = (typeof visibilities)[number];

/**
 * A caller with restricted visibility: sees what is assigned to them and, if `divisionIds` is not null, what is in these divisions or in
 * none.
 */
export interface Viewer {
  userId: string;
  /** Including the divisions below them. */
  divisionIds: string[] | null;
}

/** Whether the tenant's setting can hide anything from the caller. */
export function mayBeRestricted(ctx: { session: Pick<SessionInfo, "role"> | null }): boolean {
  return ctx.session !== null && isAbove("supervisor", ctx.session.role);
}

/**
 * What the caller may see of conversations; null: everything. Supervisors and higher roles see everything, and so do keys and the system,
 * which are the tenant's own software. See docs/subsystems/people/agents.md, Who sees what.
 */
export async function readViewer(ctx: Pick<Context, "session" | "actor"> & { tx: Tx }): Promise<Viewer | null> {
  if (!mayBeRestricted(ctx)) return null;
  const [row] = await findVisibility(ctx.tx, ctx.actor.id);
  if (row === undefined) return null;
  return { userId: ctx.actor.id, divisionIds: row.visibility === "division" ? row.divisions : null };
}

/** Those of the given conversations of the tenant that the caller may see. */
export async function visibleIds(ctx: Pick<Context, "session" | "actor"> & { tx: Tx }, ids: string[]): Promise<ReadonlySet<string>> {
  const viewer = ids.length === 0 ? null : await readViewer(ctx);
  if (viewer === null) return new Set(ids);
  const rows = await idsVisibleTo(ctx.tx, ids, (alias, value) => visibleTo(viewer, alias, value));
  return new Set(rows.map(({ id }) => id));
}

/** A tenant and an id in it; both uuids. */
export interface TenantPair {
  tenantId: string;
  id: string;
}

/**
 * For each of these people with restricted visibility (see mayBeRestricted): which of the given conversations of their tenant they may see;
 * null: all. Keyed by `viewerName`. Runs as the cross-tenant worker: one query for the live streams of all tenants. Same rule as readViewer
 * and visibleTo.
 */
export async function visibleConversations(
  database: Pick<Database, "worker">,
  people: TenantPair[],
  conversations: TenantPair[],
): Promise<Map<string, ReadonlySet<string> | null>> {
  const rows = await conversationsSeenBy(
    database,
    people.map((p) => p.tenantId),
    people.map((p) => p.id),
    conversations.map((c) => c.tenantId),
    conversations.map((c) => c.id),
  );
  return new Map(rows.map((row) => [viewerName(row.tenant_id, row.user_id), row.restricted ? new Set(row.visible) : null]));
}

export function viewerName(tenantId: string, userId: string): string {
  return `${tenantId}/${userId}`;
}
