import { actorWireId } from "#platform/auth/actor.ts";
import type { ReachedRows } from "#platform/auth/reach.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type AuditFilter, type AuditRow, listAudit } from "./audit-log.queries.ts";
import type { AuditEntry, AuditQuery } from "./audit-log.schema.ts";

export function createAuditLogService(deps: { pager: Pager }) {
  return {
    /** `owner`: the organization whose list it is, if there is only one; the cursor is bound to it. */
    async list(ctx: TxContext, rows: ReachedRows, query: AuditQuery, owner: string | null) {
      const { limit, cursor, actor, ...rest } = query;
      if (rest.since !== undefined && rest.until !== undefined && new Date(rest.until) < new Date(rest.since))
        throw invalidField("until", "out_of_range", "`until` must not be before `since`.");
      const given = { action: rest.action, target: rest.target, since: rest.since, until: rest.until };
      const filters = { list: "audit", owner, kind: rows.kind, actor: actor ?? null, ...given };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const filter: AuditFilter = { ...given, ...(actor === undefined ? {} : { actor: readActor(actor) }) };
      const found = await listAudit(rows, filter, after, limit + 1);
      return deps.pager.page(ctx.tenantId, filters, found, limit, (row) => [row.position, row.id], render);
    },
  };
}

export type AuditLogService = ReturnType<typeof createAuditLogService>;

/** An unknown id matches nothing. */
function readActor(text: string): NonNullable<AuditFilter["actor"]> {
  const member = parseWireId("agt", text) ?? parseWireId("usr", text);
  if (member !== null) return { kind: "member", id: member };
  const key = parseWireId("key", text);
  return key === null ? { kind: "system", id: text } : { kind: "api", id: key };
}

function render(row: AuditRow): AuditEntry {
  const isId = row.actor_id !== null && /^[0-9a-f-]{36}$/.test(row.actor_id);
  return {
    id: wireId("aud", row.id),
    organizationId: wireId("org", row.tenant_id),
    actor: {
      kind: row.actor_kind,
      id: row.actor_id === null || !isId ? row.actor_id : actorWireId({ kind: row.actor_kind, id: row.actor_id }),
      name: row.actor_name,
    },
    action: row.action,
    targetId: row.target_id,
    changes: row.changes,
    requestId: row.request_id === "" ? null : row.request_id,
    createdAt: row.created_at.toISOString(),
  };
}
