import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/members", {
  members: {
    holds: "members of an organization: role, profile, divisions, availability",
    personal: "people",
    onContactErasure: kept("people of the tenant", "name email role status own_status availability skills languages signature avatar_url"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/admin": "the platform suspends people in all their organizations",
      "organizations/tenants": "the one way to create a member, for invitations, agencies and the command line",
      "people/agents": "the availability and profile of agents",
      "people/auth": "a new e-mail address is copied to all memberships of its person",
      "people/divisions": "a deleted division is removed from its members, and members are added to divisions",
      "people/invitations": "an invitation includes a profile",
      "inbox/assignment": "the time of the last assignment",
      "platform/auth": "stores the last activity of people, many at once",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
});
