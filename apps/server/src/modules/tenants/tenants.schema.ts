import { type Static, Type } from "typebox";
import { Nullable, Timestamp, Words } from "#platform/http/schemas.ts";
import { allScopes } from "#platform/auth/scopes.ts";

export const tenantKinds = ["business", "agency", "platform"] as const;
export type TenantKind = (typeof tenantKinds)[number];

export const reopenWindowHoursDefault = 24;
export const ticketAutoCloseDaysDefault = 7;

const OptWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: "^[^?؟]*[\\p{L}\\p{N}][^?؟]*$" }), { maxItems: 50, description });

export const OrganizationSettings = Type.Object(
  {
    reopenWindowHours: Type.Integer({
      minimum: 1,
      maximum: 720,
      description: "A resolved conversation is reopened by a message that comes within this time; later ones begin a new conversation",
    }),
    ticketAutoCloseDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: "How long a ticket stays resolved before it closes by itself; counts for tickets that are resolved from now on",
    }),
    optOutWords: OptWords(
      "Messages by which a customer opts out, beside those of all languages that are heard anyway; each a whole message",
    ),
    optInWords: OptWords("Messages by which a customer who opted out opts in again, beside those that are heard anyway"),
  },
  { title: "OrganizationSettings" },
);

export const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Words(tenantKinds),
    settings: OrganizationSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Organization" },
);
export type Organization = Static<typeof Organization>;

export const UpdateOrganization = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    settings: Type.Optional(Type.Partial(OrganizationSettings, { title: "UpdateOrganizationSettings" })),
  },
  { title: "UpdateOrganization" },
);
export type UpdateOrganization = Static<typeof UpdateOrganization>;

export const Me = Type.Object(
  {
    tenant: Type.Object({ id: Type.String(), name: Type.String(), kind: Words(tenantKinds) }),
    key: Type.Object({
      id: Type.String(),
      name: Type.String(),
      environment: Words(["live", "test"]),
      scopes: Type.Array(Words(allScopes)),
      rateLimitPerMinute: Type.Integer(),
      expiresAt: Nullable(Timestamp),
    }),
  },
  { title: "Me" },
);
export type Me = Static<typeof Me>;
