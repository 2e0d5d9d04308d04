import type { Database, Tx } from "#platform/db/database.ts";

export function usePublicFile(tx: Tx, mediaId: string, token: string): Promise<{ token: string }[]> {
  return tx.query({
    name: "public_file_use",
    text: `insert into public_files as f (tenant_id, media_id, token, uses) values ($1, $2, $3, 1)
           on conflict (tenant_id, media_id) do update set uses = f.uses + 1 returning token`,
    values: [tx.tenantId, mediaId, token],
  });
}

export function endPublicFile(tx: Tx, mediaId: string): Promise<object[]> {
  return tx.query({
    name: "public_file_end",
    text: "delete from public_files where tenant_id = $1 and media_id = $2 and uses = 1 returning 1",
    values: [tx.tenantId, mediaId],
  });
}

export async function releasePublicFile(tx: Tx, mediaId: string): Promise<void> {
  await tx.query({
    name: "public_file_unuse",
    text: "update public_files set uses = uses - 1 where tenant_id = $1 and media_id = $2",
    values: [tx.tenantId, mediaId],
  });
}

export function publicFileByToken(database: Pick<Database, "worker">, token: string): Promise<{ tenantId: string; mediaId: string }[]> {
  return database.worker({
    name: "public_file_by_token",
    text: `select f.tenant_id as "tenantId", f.media_id as "mediaId" from public_files f
             join tenants t on t.tenant_id = f.tenant_id and t.suspended_at is null and t.erased_at is null
            where f.token = $1`,
    values: [token],
  });
}
