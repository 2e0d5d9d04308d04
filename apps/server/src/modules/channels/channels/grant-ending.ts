import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { wireId } from "#platform/ids/ids.ts";
import { endAuthorization, lockAuthorizationsOfGrant } from "./authorization/authorizations.queries.ts";

/** Ends authorisations that an agency began under the grant, so that they no longer lead to a channel. */
export const authorizationEnding: GrantEnding = {
  kind: "channel_authorization",
  scope: "channels:write",
  tables: ["channel_authorizations"],
  async stop({ tx, now }, grantId) {
    const rows = await lockAuthorizationsOfGrant(tx, grantId);
    for (const { id } of rows) await endAuthorization(tx, now, id, "failed", "The grant under which the agency started it has ended.");
    return rows.map((row) => wireId("cau", row.id));
  },
};
