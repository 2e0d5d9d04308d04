import { membershipsOf, type WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";

export interface PersonAudit {
  now: Date;
  requestId: string;
  userId: string;
  action: string;
  changes?: object;
  /** Absent: the person. */
  by?: Actor;
}

function contextOf(query: WorkerQuery, tenantId: string, entry: PersonAudit): TxContext {
  const actor: Actor = entry.by ?? { kind: "member", id: entry.userId };
  return { tenantId, actor, scopes: new Set(), session: null, requestId: entry.requestId, now: entry.now, tx: { tenantId, query } };
}

/** Records what was done to a person's account in one tenant's audit log. */
export async function auditIn(query: WorkerQuery, ids: IdSource, tenantId: string, entry: PersonAudit): Promise<void> {
  await recordAudit(contextOf(query, tenantId, entry), ids, entry.action, wireId("usr", entry.userId), entry.changes ?? {});
}

/** For what concerns every tenant in which the person works: a new password, a second factor. */
export async function auditEverywhere(query: WorkerQuery, ids: IdSource, entry: PersonAudit): Promise<void> {
  for (const { tenantId } of await membershipsOf(query, entry.userId)) {
    await auditIn(query, ids, parseWireId("org", tenantId) as string, entry);
  }
}
