/** What a member may be, from most to least. */
export const memberRoles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];
