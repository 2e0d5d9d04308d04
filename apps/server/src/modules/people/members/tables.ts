import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/members", {
  members: {
    holds: "who works in an organization: role, profile, divisions, availability",
    personal: "people",
    onContactErasure: kept("people of the tenant", "name email role status own_status availability skills languages signature avatar_url"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/admin": "the platform suspends people in all their organizations",
      "organizations/tenants": "the one way to make a member, which invitations, agencies and the command line take",
      "people/agents": "availability and the profile of who works here",
      "people/auth": "a new e-mail address goes to all memberships of its person",
      "people/divisions": "a division that goes leaves its members, and a person joins one",
      "people/invitations": "an invitation brings a profile",
      "inbox/assignment": "whose turn it was last",
      "platform/auth": "notes when a person was last seen, for many at once",
    },
  },
});
