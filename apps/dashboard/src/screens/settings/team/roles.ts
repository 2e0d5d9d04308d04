/** The roles of members, from most to least. */
import type { Me, Member } from "@parley/sdk";

export type Role = Member["role"];

const roles: readonly Role[] = ["owner", "admin", "supervisor", "agent", "viewer"];

/** The roles that this person may give, and whose members and invitations they may change: the server refuses all above their own. */
export function rolesWithin(me: Pick<Me, "user">): readonly Role[] {
  return me.user === null ? [] : roles.slice(roles.indexOf(me.user.role));
}
