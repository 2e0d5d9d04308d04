import type { Database } from "#platform/db/database.ts";
import type { Definition } from "../definition/definition.ts";

export function revisionsOf(database: Pick<Database, "worker">, tenantIds: string[]): Promise<{ tenant_id: string; revision: number }[]> {
  return database.worker({
    name: "flow_books_revisions",
    text: "select tenant_id, revision from flow_books where tenant_id = any($1::uuid[])",
    values: [tenantIds],
  });
}

export function activeFlowsOf(
  database: Pick<Database, "worker">,
  tenantIds: string[],
): Promise<{ tenant_id: string; id: string; version: number; activated_at: Date; definition: Definition }[]> {
  return database.worker({
    name: "flow_books_flows",
    text: `select f.tenant_id, f.id, f.active_version as version, f.activated_at, v.definition
             from flows f join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.active_version
            where f.tenant_id = any($1::uuid[]) and f.status = 'active' and f.deleted_at is null
            order by f.tenant_id, f.created_at, f.id`,
    values: [tenantIds],
  });
}
