import { type Static, Type } from "typebox";
import { GrantedScopes } from "#modules/agencies/index.ts";
import { Memberships, tenantKinds } from "#modules/tenants/index.ts";
import { memberRoles, memberStatuses, suspenders } from "#platform/auth/roles.ts";
import { ListOf, listQuery, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

const present = memberStatuses.filter((status) => status !== "removed");
const Search = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

export const AdminMember = Type.Object(
  {
    id: Type.String({ description: "As messages, notes and assignments name the person; one in every organization they belong to" }),
    userId: Type.String(),
    organizationId: Type.String(),
    organizationName: Type.String(),
    name: Type.String({ description: "In this organization" }),
    email: Type.String(),
    role: Words(memberRoles),
    status: Words(present),
    suspendedBy: NullableWords(suspenders, {
      description: "null: they are not; what the platform has done, the organization does not undo",
    }),
    createdAt: Timestamp,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "AdminMember" },
);
export type AdminMember = Static<typeof AdminMember>;
export const AdminMemberList = ListOf(AdminMember);
export const ListAdminMembersQuery = listQuery({
  role: Type.Optional(Words(memberRoles)),
  status: Type.Optional(Words(present)),
  organizationId: Type.Optional(Type.String({ maxLength: 100, description: "One organization's alone" })),
  q: Search("Part of a name or an e-mail"),
});
export type ListAdminMembersQuery = Static<typeof ListAdminMembersQuery>;

export const SetRole = Type.Object({ role: Words(memberRoles) }, { title: "SetRole" });
export const SetRoleQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({ maxLength: 100, description: "Where; needed of a person who is a member of several within reach" }),
  ),
});

export const organizationStatuses = ["active", "suspended"] as const;
export const AdminOrganization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Words(tenantKinds),
    status: Words(organizationStatuses, {
      description: "suspended: its keys and sessions are refused; what platforms tell is still stored",
    }),
    suspendedAt: NullableTimestamp(),
    members: Type.Integer({ minimum: 0, description: "Those that are active" }),
    channels: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "AdminOrganization" },
);
export type AdminOrganization = Static<typeof AdminOrganization>;
export const AdminOrganizationList = ListOf(AdminOrganization);
export const ListOrganizationsQuery = listQuery({
  q: Search("Part of the name"),
  kind: Type.Optional(Words(tenantKinds)),
  status: Type.Optional(Words(organizationStatuses)),
});
export type ListOrganizationsQuery = Static<typeof ListOrganizationsQuery>;
export const CreateAdminOrganization = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Optional(Words(["business", "agency"], { default: "business", description: "Of an agency's client: business" })),
    ownerEmail: Type.String({ minLength: 3, maxLength: 320, description: "Is invited to be its owner" }),
    ownerName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "By an agency: its own word for the client" })),
    grant: Type.Optional(
      Type.Object(
        { scopes: GrantedScopes, expiresAt: Type.Optional(Timestamp) },
        { description: "By an agency: the client starts with it and may revoke it" },
      ),
    ),
  },
  { title: "CreateAdminOrganization" },
);
export type CreateAdminOrganization = Static<typeof CreateAdminOrganization>;
export const CreatedAdminOrganization = Type.Object(
  {
    ...AdminOrganization.properties,
    invitation: Type.Object({ id: Type.String(), email: Type.String(), expiresAt: Timestamp }),
  },
  { title: "CreatedAdminOrganization" },
);
export type CreatedAdminOrganization = Static<typeof CreatedAdminOrganization>;
export const UpdateAdminOrganization = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    status: Type.Optional(Words(organizationStatuses)),
  },
  { title: "UpdateAdminOrganization", description: "Fields left out stay as they are" },
);
export type UpdateAdminOrganization = Static<typeof UpdateAdminOrganization>;

export const userStatuses = ["active", "suspended"] as const;
export const AdminUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    platformAdmin: Type.Boolean(),
    status: Words(userStatuses),
    suspendedAt: NullableTimestamp(),
    memberships: Memberships,
  },
  { title: "AdminUser" },
);
export type AdminUser = Static<typeof AdminUser>;

const Count = Type.Integer({ minimum: 0 });
const Counts = Type.Object({ in: Count, out: Count });
export const AdminStats = Type.Object(
  {
    organizations: Type.Object({ total: Count, active: Count, suspended: Count }),
    members: Type.Object({ active: Count, suspended: Count }),
    channels: Type.Object({ total: Count, byStatus: Type.Record(Type.String(), Count, { description: "Statuses that some channel has" }) }),
    messages: Type.Object(
      { last24h: Counts, last30d: Counts },
      { description: "This hour and the 23 before it; today and the 29 days before it (UTC). A few seconds behind" },
    ),
    conversations: Type.Object({
      open: Type.Integer({ minimum: 0, description: "Counted up to 100,000: then there are at least as many" }),
    }),
    queues: Type.Object(
      { inbound: Count, outbound: Count, webhooks: Count },
      { description: "What waits or is being done of these organizations, counted up to 100,000 each" },
    ),
  },
  { title: "AdminStats" },
);
export type AdminStats = Static<typeof AdminStats>;
