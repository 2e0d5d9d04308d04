import { type Static, type TSchema, Type } from "typebox";
import { allScopes, type Scope } from "#platform/auth/scopes.ts";
import { type SnapshotInput, SnapshotSetup } from "#modules/snapshots/index.ts";
import { ListOf, Nullable, listQuery, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";

export const clientStatuses = ["pending", "active", "suspended", "ended"] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/**
 * What a client can grant. Not `organization:write` and `agents:write`: with them an agency could make keys and members that outlive the
 * grant, or grant itself more. Nor `webhooks:write` and `ai:write`: an endpoint, or a model's address with the agency's own key, would go on
 * getting the client's messages after the grant. Nor `agency:*`, which would let it act for the client's own clients.
 */
const notGrantable: readonly Scope[] = ["organization:write", "agents:write", "webhooks:write", "ai:write"];
export const grantableScopes: readonly Scope[] = allScopes.filter((scope) => !scope.startsWith("agency:") && !notGrantable.includes(scope));

export const GrantedScopes = Type.Array(Words(grantableScopes, { title: "GrantableScope" }), {
  minItems: 1,
  maxItems: grantableScopes.length,
  description: "What the agency may do for the client",
});

export const Agency = Type.Object(
  {
    id: Type.String({ description: "Of its organization" }),
    name: Type.String({ description: "Of its organization" }),
    contactEmail: NullableText({ description: "Where clients reach the agency" }),
    website: NullableText(),
    clients: Type.Object(
      { pending: Type.Integer(), active: Type.Integer(), suspended: Type.Integer(), ended: Type.Integer() },
      { description: "How many there are of each status" },
    ),
    domains: Type.Integer({ description: "How many custom domains there are" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Agency" },
);
export type Agency = Static<typeof Agency>;

export const UpdateAgency = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Of its organization" })),
    contactEmail: Type.Optional(NullableText({ maxLength: 320, description: "null removes it" })),
    website: Type.Optional(NullableText({ maxLength: 500, pattern: "^https?://[^\\s]+$", description: "null removes it" })),
  },
  { title: "UpdateAgency", description: "Fields left out stay as they are" },
);
export type UpdateAgency = Static<typeof UpdateAgency>;

export const AgencyClient = Type.Object(
  {
    id: Type.String({ description: "Of the client's organization" }),
    name: Type.String(),
    status: Words(clientStatuses, {
      description:
        "pending: its owner has not joined yet; suspended: the agency acts no more until it is resumed; ended: for good, its grants are revoked",
    }),
    reference: NullableText({ description: "The agency's own word for the client" }),
    setup: Nullable(SnapshotSetup),
    grantedScopes: Type.Array(Type.String(), { description: "Of the grant in force; empty: there is none" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    endedAt: NullableTimestamp(),
  },
  { title: "AgencyClient" },
);
export type AgencyClient = Static<typeof AgencyClient>;

export const AgencyClientList = ListOf(AgencyClient);
export const ListClientsQuery = listQuery({ status: Type.Optional(Words(clientStatuses)) });

const Reference = { minLength: 1, maxLength: 200, description: "The agency's own word for the client" };

export const CreateClient = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: "Of the client's organization" }),
  ownerEmail: Type.String({ minLength: 3, maxLength: 320, description: "Is invited to be the client's owner" }),
  ownerName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  reference: Type.Optional(Type.String(Reference)),
  grant: Type.Optional(
    Type.Object(
      { scopes: GrantedScopes, expiresAt: Type.Optional(Timestamp) },
      { description: "The client starts with it and may revoke it. Left out: the agency asks for one later" },
    ),
  ),
  snapshotId: Type.Optional(
    NullableText({
      maxLength: 100,
      description: "One of the agency's snapshots, to set the client up with; null: none. Left out: the agency's default, if there is one",
    }),
  ),
});
export type CreateClient = Static<typeof CreateClient> & { snapshot?: SnapshotInput };

/** With what a snapshot may hold, which follows from the modules that there are. */
export const createClientWith = (snapshot: TSchema) =>
  Type.Object(
    { ...CreateClient.properties, snapshot: Type.Optional(snapshot) },
    { title: "CreateAgencyClient", description: "With `snapshot` the client is set up by it, right after it is made" },
  );

export const CreatedClient = Type.Object(
  {
    ...AgencyClient.properties,
    invitation: Type.Object({
      id: Type.String(),
      email: Type.String(),
      expiresAt: Timestamp,
    }),
  },
  { title: "CreatedAgencyClient" },
);
export type CreatedClient = Static<typeof CreatedClient>;

export const UpdateClient = Type.Object(
  {
    status: Type.Optional(Words(["active", "suspended", "ended"], { description: "active resumes a suspended client" })),
    reference: Type.Optional(NullableText({ ...Reference, description: "null removes it" })),
  },
  { title: "UpdateAgencyClient", description: "Fields left out stay as they are" },
);
export type UpdateClient = Static<typeof UpdateClient>;

export const grantStatuses = ["pending", "accepted", "refused", "revoked", "expired"] as const;
export type GrantStatus = (typeof grantStatuses)[number];

export const AgencyGrant = Type.Object(
  {
    id: Type.String(),
    agencyId: Type.String(),
    agencyName: Type.String({ description: "As it was called when it asked" }),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    linkRequestId: NullableText({
      description: "Accepting it makes the organization a client of the agency, which takes an owner; null: it is one already",
    }),
    message: NullableText({ description: "What the agency says to it" }),
    status: Words(grantStatuses),
    requestedBy: Type.String({ description: "The agent or key of the agency that asked" }),
    grantedBy: NullableText({ description: "Who accepted it at the client, the same as acceptedBy; null: nobody has" }),
    acceptedBy: NullableText({ description: "The agent or key of the client; the agency where it made the client with this grant" }),
    expiresAt: NullableTimestamp(),
    acceptedAt: NullableTimestamp(),
    refusedAt: NullableTimestamp(),
    revokedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "AgencyGrant" },
);
export type AgencyGrant = Static<typeof AgencyGrant>;

export const AcceptGrant = Type.Object(
  { scopes: Type.Optional(GrantedScopes) },
  { title: "AcceptAgencyGrant", description: "`scopes`: those of the asked ones that are granted; left out: all" },
);
export type AcceptGrant = Static<typeof AcceptGrant>;

export const linkRequestStatuses = ["pending", "accepted", "declined", "withdrawn", "expired"] as const;
export type LinkRequestStatus = (typeof linkRequestStatuses)[number];

export const LinkRequest = Type.Object(
  {
    id: Type.String(),
    organization: Type.String({ description: "Whom the agency asked, as it wrote it" }),
    scopes: Type.Array(Type.String()),
    message: NullableText(),
    reference: NullableText(),
    status: Words(linkRequestStatuses, {
      description: "pending says nothing about whether there is anybody to answer; accepted: the organization is a client now",
    }),
    clientId: NullableText({ description: "Of an accepted one" }),
    requestedBy: Type.String(),
    expiresAt: Timestamp,
    answeredAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "AgencyLinkRequest" },
);
export type LinkRequest = Static<typeof LinkRequest>;
export const LinkRequestList = ListOf(LinkRequest);
export const ListLinkRequestsQuery = listQuery({ status: Type.Optional(Words(linkRequestStatuses)) });

export const CreateLinkRequest = Type.Object(
  {
    organization: Type.String({ minLength: 3, maxLength: 320, description: "Its id (org_…), or the e-mail address of an owner" }),
    scopes: GrantedScopes,
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: "Said to the owner" })),
    reference: Type.Optional(Type.String(Reference)),
    expiresAt: Type.Optional(Nullable({ ...Timestamp, description: "Of the request; at most 90 days ahead. Default: in 14 days" })),
  },
  { title: "CreateAgencyLinkRequest" },
);
export type CreateLinkRequest = Static<typeof CreateLinkRequest>;

export const AgencyGrantList = ListOf(AgencyGrant);
export const ListGrantsQuery = listQuery({ status: Type.Optional(Words(grantStatuses)) });

export const RequestGrant = Type.Object(
  {
    scopes: GrantedScopes,
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: "Said to the client" })),
    expiresAt: Type.Optional(Timestamp),
  },
  { title: "RequestAgencyGrant" },
);
export type RequestGrant = Static<typeof RequestGrant>;

export const CreateAccessToken = Type.Object(
  {
    scopes: Type.Array(Words(grantableScopes, { title: "GrantableScope" }), {
      minItems: 1,
      maxItems: grantableScopes.length,
      description: "Among those of the grant",
    }),
    ttlSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 3600, default: 3600, description: "How long it works" })),
  },
  { title: "CreateAccessToken" },
);
export type CreateAccessToken = Static<typeof CreateAccessToken>;

export const AccessToken = Type.Object(
  {
    id: Type.String(),
    key: Type.String({ description: "An API key of the client: shown this once" }),
    token: Type.String({ deprecated: true, description: "The same as `key`, by its former name" }),
    clientId: Type.String(),
    grantId: Type.String(),
    scopes: Type.Array(Type.String()),
    expiresAt: Timestamp,
  },
  { title: "AccessToken" },
);
export type AccessToken = Static<typeof AccessToken>;
