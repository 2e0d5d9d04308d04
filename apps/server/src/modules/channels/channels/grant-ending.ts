import type { Ending } from "#platform/auth/acting-grant.ts";
import { wireId } from "#platform/ids/ids.ts";
import { endAuthorization } from "./authorization/authorizations.queries.ts";

/** Sign-ins at platforms that an agency began lead to no channel any more. */
export const authorizationEnding: Ending = {
  kind: "channel_authorization",
  scope: "channels:write",
  tables: ["channel_authorizations"],
  async stop({ tx, now }, grantId) {
    const rows = await tx.query<{ id: string }>({
      name: "authorizations_of_grant",
      text: `select id from channel_authorizations where tenant_id = $1 and grant_id = $2 and status in ('pending', 'exchanging', 'choosing')
              order by id for no key update`,
      values: [tx.tenantId, grantId],
    });
    for (const { id } of rows) await endAuthorization(tx, now, id, "failed", "The grant under which the agency started it has ended.");
    return rows.map((row) => wireId("cau", row.id));
  },
};
