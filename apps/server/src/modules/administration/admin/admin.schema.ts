import { type Static, Type } from "typebox";
import { GrantedScopes } from "#modules/agency/agencies/index.ts";
import { Memberships, tenantKinds } from "#modules/organizations/tenants/index.ts";
import { memberRoles, memberStatuses, suspenders } from "#platform/auth/roles.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

const present = memberStatuses.filter((status) => status !== "removed");
const Search = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

export const AdminMember = Type.Object(
  {
    id: Type.String({ description: "As used in messages, notes and assignments; the same in every organization the person belongs to" }),
    userId: Type.String(),
    organizationId: Type.String(),
    organizationName: Type.String(),
    name: Type.String({ description: "Name in this organization" }),
    email: Type.String(),
    role: StringEnum(memberRoles),
    status: StringEnum(present),
    suspendedBy: NullableEnum(suspenders, {
      description: "null: not suspended. An organization cannot undo a suspension by the platform",
    }),
    createdAt: Timestamp,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "AdminMember" },
);
export type AdminMember = Static<typeof AdminMember>;
export const AdminMemberList = ListOf(AdminMember);
export const ListAdminMembersQuery = listQuery({
  role: Type.Optional(StringEnum(memberRoles)),
  status: Type.Optional(StringEnum(present)),
  organizationId: Type.Optional(Type.String({ maxLength: 100, description: "Only this organization" })),
  q: Search("Part of a name or an e-mail"),
});
export type ListAdminMembersQuery = Static<typeof ListAdminMembersQuery>;

export const SetRole = Type.Object({ role: StringEnum(memberRoles) }, { title: "SetRole" });
export const SetRoleQuery = Type.Object({
  organizationId: Type.Optional(
    Type.String({ maxLength: 100, description: "The organization; required when the person is a member of several in reach" }),
  ),
});

export const organizationStatuses = ["active", "suspended"] as const;
export const AdminOrganization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: StringEnum(tenantKinds),
    status: StringEnum(organizationStatuses, {
      description: "suspended: its keys and sessions are refused; platform callbacks are still stored",
    }),
    suspendedAt: NullableTimestamp(),
    members: Type.Integer({ minimum: 0, description: "Active ones" }),
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
  kind: Type.Optional(StringEnum(tenantKinds)),
  status: Type.Optional(StringEnum(organizationStatuses)),
});
export type ListOrganizationsQuery = Static<typeof ListOrganizationsQuery>;
export const CreateAdminOrganization = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Optional(StringEnum(["business", "agency"], { default: "business", description: "For an agency's client: business" })),
    ownerEmail: Type.String({ minLength: 3, maxLength: 320, description: "E-mail address of the owner to invite" }),
    ownerName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "For agencies: your own reference" })),
    grant: Type.Optional(
      Type.Object(
        { scopes: GrantedScopes, expiresAt: Type.Optional(Timestamp) },
        { description: "For agencies: in force from the start; the client can revoke it" },
      ),
    ),
  },
  { title: "CreateAdminOrganization" },
);
export type CreateAdminOrganization = Static<typeof CreateAdminOrganization>;
export const CreatedAdminOrganization = extending(
  AdminOrganization,
  { invitation: Type.Object({ id: Type.String(), email: Type.String(), expiresAt: Timestamp }) },
  { title: "CreatedAdminOrganization" },
);
export type CreatedAdminOrganization = Static<typeof CreatedAdminOrganization>;
export const UpdateAdminOrganization = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    status: Type.Optional(StringEnum(organizationStatuses)),
  },
  { title: "UpdateAdminOrganization", description: "Omitted fields keep their values" },
);
export type UpdateAdminOrganization = Static<typeof UpdateAdminOrganization>;

export const userStatuses = ["active", "suspended"] as const;
export const AdminUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    platformAdmin: Type.Boolean(),
    status: StringEnum(userStatuses),
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
    channels: Type.Object({
      total: Count,
      byStatus: Type.Record(Type.String(), Count, { description: "Statuses that at least one channel has" }),
    }),
    messages: Type.Object(
      { last24h: Counts, last30d: Counts },
      { description: "The current hour and the 23 before it; today and the 29 days before it (UTC). A few seconds behind" },
    ),
    conversations: Type.Object({
      open: Type.Integer({ minimum: 0, description: "Counted up to 100,000, which means that many or more" }),
    }),
    queues: Type.Object(
      { inbound: Count, outbound: Count, webhooks: Count },
      { description: "Waiting or in progress in these organizations, counted up to 100,000 each" },
    ),
  },
  { title: "AdminStats" },
);
export type AdminStats = Static<typeof AdminStats>;
