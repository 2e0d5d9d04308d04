import type { Ending } from "#platform/auth/acting-grant.ts";
import { wireId } from "#platform/ids/ids.ts";
import { dropFile } from "./exports.queries.ts";

const ended = "The grant under which the agency requested it has ended.";

/** Files that an agency asked for are neither continued nor kept. */
export const exportEnding: Ending = {
  kind: "contact_export",
  scope: "contacts:read",
  tables: ["contact_exports"],
  async stop({ tx, now }, grantId) {
    const rows = await tx.query<{ id: string; state: string }>({
      name: "exports_of_grant",
      text: `select id, state from contact_exports where tenant_id = $1 and grant_id = $2 and state in ('ready', 'leased', 'completed')
              order by id for no key update`,
      values: [tx.tenantId, grantId],
    });
    for (const { id, state } of rows) await dropFile(tx, now, id, state === "completed" ? "expired" : "failed", ended);
    return rows.map((row) => wireId("exp", row.id));
  },
};
