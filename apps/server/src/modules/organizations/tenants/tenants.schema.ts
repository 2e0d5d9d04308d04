import { type Static, Type } from "typebox";
import { Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { memberRoles } from "#platform/auth/roles.ts";
import { allScopes } from "#platform/auth/scopes.ts";
import { Memberships } from "./memberships.ts";
import { type TenantKind, tenantKinds } from "./tenant-kinds.ts";

export { type TenantKind, tenantKinds };

export const reopenWindowHoursDefault = 24;
export const ticketAutoCloseDaysDefault = 7;

const OptWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^(?=[^\\p{L}\\p{N}]*[\\p{L}\\p{N}])[^?؟]*$" }), {
    maxItems: 50,
    description,
  });

export const OrganizationSettings = Type.Object(
  {
    reopenWindowHours: Type.Integer({
      minimum: 1,
      maximum: 720,
      description: "A message within this time reopens a resolved conversation; later ones start a new conversation",
    }),
    ticketAutoCloseDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: "How long a ticket stays resolved before it closes automatically; applies to tickets resolved from now on",
    }),
    optOutWords: OptWords(
      "Messages with which a customer opts out, in addition to the built-in keywords of all languages; each must be the whole message",
    ),
    optInWords: OptWords("Messages with which a customer who opted out opts in again, in addition to the built-in keywords"),
  },
  { title: "OrganizationSettings" },
);

export const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: StringEnum(tenantKinds),
    settings: OrganizationSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Organization" },
);
export type Organization = Static<typeof Organization>;

export const UpdateOrganizationSettings = Type.Partial(OrganizationSettings, { title: "UpdateOrganizationSettings" });

export const UpdateOrganization = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    settings: Type.Optional(UpdateOrganizationSettings),
  },
  { title: "UpdateOrganization" },
);
export type UpdateOrganization = Static<typeof UpdateOrganization>;

const DemoPages = Type.Object(
  {
    phoneUrl: NullableText({ description: "Path of the page that plays the customers, with its token" }),
    mailsUrl: NullableText({ description: "Path of the mails that the demo does not send, with its token" }),
  },
  { title: "DemoPages", description: "Pages of the demo on this host, for people of its organization; null everywhere else" },
);
export type DemoPages = Static<typeof DemoPages>;

export const Me = Type.Object(
  {
    tenant: Type.Object({ id: Type.String(), name: Type.String(), kind: StringEnum(tenantKinds) }),
    scopes: Type.Array(StringEnum(allScopes, { title: "Scope" }), { description: "What this credential is allowed to do" }),
    key: Nullable(
      Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          environment: StringEnum(["live", "test"]),
          scopes: Type.Array(StringEnum(allScopes, { title: "Scope" })),
          rateLimitPerMinute: Type.Integer(),
          expiresAt: Nullable(Timestamp),
        },
        { description: "The API key; null for a session" },
      ),
    ),
    user: Nullable(
      Type.Object(
        {
          id: Type.String(),
          agentId: Type.String({ description: "As used in messages, notes and assignments" }),
          name: Type.String({ description: "Name in this tenant" }),
          email: Type.String(),
          role: StringEnum(memberRoles, { description: "Role in this tenant" }),
          platformAdmin: Type.Boolean(),
          memberships: Memberships,
        },
        { description: "The signed-in person; null for an API key" },
      ),
    ),
    acting: Nullable(
      Type.Object(
        {
          agencyId: Type.String(),
          agencyName: Type.String({ description: "Its name when it requested the grant" }),
          grantId: Type.String(),
          memberId: NullableText({ description: "The agency's member whose session acts; null for an access token" }),
          expiresAt: Timestamp,
        },
        { description: "The agency that acts here under a grant, by an access token or by the session of its member; null: nobody does" },
      ),
    ),
    demo: Nullable(DemoPages),
  },
  { title: "Me" },
);
export type Me = Static<typeof Me>;
