import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { wireId } from "#platform/ids/ids.ts";
import { dropFile, lockExportsOfGrant } from "./exports.queries.ts";

const ended = "The grant under which the agency requested it has ended.";

/** Stops and deletes exports that an agency requested under the grant. */
export const exportEnding: GrantEnding = {
  kind: "contact_export",
  scope: "contacts:read",
  tables: ["contact_exports"],
  async stop({ tx, now }, grantId) {
    const rows = await lockExportsOfGrant(tx, grantId);
    for (const { id, state } of rows) await dropFile(tx, now, id, state === "completed" ? "expired" : "failed", ended);
    return rows.map((row) => wireId("exp", row.id));
  },
};
