import { type Static, type TSchema, Type } from "typebox";
import { allScopes, type Scope } from "#platform/auth/scopes.ts";
import { type SnapshotInput, SnapshotSetup } from "#modules/agency/snapshots/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, Nullable, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const clientStatuses = ["pending", "active", "suspended", "ended"] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/**
 * What a client can grant. Not `organization:write` and `agents:write`: with them an agency could create keys and
 * members that outlive the grant, or grant itself more. Nor `webhooks:write` and `ai:write`: an endpoint, or a model's
 * address with the agency's own key, would still receive the client's messages after the grant. Nor `agency:*`, which
 * would let it act for the client's own clients.
 */
const notGrantable: readonly Scope[] = ["organization:write", "agents:write", "webhooks:write", "ai:write"];
export const grantableScopes: readonly Scope[] = allScopes.filter((scope) => !scope.startsWith("agency:") && !notGrantable.includes(scope));

export const grantStatuses = ["pending", "accepted", "refused", "revoked", "expired"] as const;
export type GrantStatus = (typeof grantStatuses)[number];

export const GrantedScopes = Type.Array(StringEnum(grantableScopes, { title: "GrantableScope" }), {
  title: "GrantedScopes",
  minItems: 1,
  maxItems: grantableScopes.length,
  description: "What the agency may do for the client",
});

export const Agency = Type.Object(
  {
    id: Type.String({ description: "Id of the agency's organization" }),
    name: Type.String({ description: "Name of the agency's organization" }),
    contactEmail: NullableText({ description: "Where clients reach the agency" }),
    website: NullableText(),
    clients: Type.Object(
      { pending: Type.Integer(), active: Type.Integer(), suspended: Type.Integer(), ended: Type.Integer() },
      { description: "Count by status" },
    ),
    domains: Type.Integer({ description: "Number of custom domains" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Agency" },
);
export type Agency = Static<typeof Agency>;

export const UpdateAgency = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Name of the agency's organization" })),
    contactEmail: Type.Optional(NullableText({ maxLength: 320, description: "null removes it" })),
    website: Type.Optional(NullableText({ maxLength: 500, pattern: "^https?://[^\\s]+$", description: "null removes it" })),
  },
  { title: "UpdateAgency", description: "Omitted fields keep their values" },
);
export type UpdateAgency = Static<typeof UpdateAgency>;

export const AgencyClient = Type.Object(
  {
    id: Type.String({ description: "Id of the client's organization" }),
    name: Type.String(),
    status: StringEnum(clientStatuses, {
      description:
        "pending: its owner has not joined yet; suspended: the agency cannot act for it until it is resumed; ended: final, its grants are revoked",
    }),
    reference: NullableText({ description: "The agency's own reference for the client" }),
    setup: Nullable(SnapshotSetup),
    grantedScopes: Type.Array(Type.String(), { description: "Scopes of the current grant; empty: there is none" }),
    grant: Nullable(
      Type.Object(
        { grantId: Type.String(), status: StringEnum(grantStatuses), expiresAt: NullableTimestamp() },
        { description: "The current grant; without one, the pending one, otherwise the newest; null: none was ever requested" },
      ),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    endedAt: NullableTimestamp(),
  },
  { title: "AgencyClient" },
);
export type AgencyClient = Static<typeof AgencyClient>;

export const AgencyClientList = ListOf(AgencyClient);
export const ListClientsQuery = listQuery({ status: Type.Optional(StringEnum(clientStatuses)) });

const Reference = { minLength: 1, maxLength: 200, description: "The agency's own reference for the client" };

export const CreateClient = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: "Name of the client's organization" }),
  ownerEmail: Type.String({ minLength: 3, maxLength: 320, description: "E-mail address of the client's owner to invite" }),
  ownerName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  reference: Type.Optional(Type.String(Reference)),
  grant: Type.Optional(
    Type.Object(
      { scopes: GrantedScopes, expiresAt: Type.Optional(Timestamp) },
      { description: "In force from the start; the client can revoke it. Default: none; the agency can request one later" },
    ),
  ),
  snapshotId: Type.Optional(
    NullableText({
      maxLength: 100,
      description: "One of the agency's snapshots, to set up the client; null: none. Default: the agency's default snapshot, if it has one",
    }),
  ),
});
export type CreateClient = Static<typeof CreateClient> & { snapshot?: SnapshotInput };

/** Includes the contents of a snapshot, which depend on the installed modules. */
export const createClientWith = (snapshot: TSchema) =>
  Type.Object(
    { ...CreateClient.properties, snapshot: Type.Optional(snapshot) },
    { title: "CreateAgencyClient", description: "With `snapshot` the client is set up from it right after its creation" },
  );

export const CreatedClient = extending(
  AgencyClient,
  {
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
    status: Type.Optional(StringEnum(["active", "suspended", "ended"], { description: "active resumes a suspended client" })),
    reference: Type.Optional(NullableText({ ...Reference, description: "null removes it" })),
  },
  { title: "UpdateAgencyClient", description: "Omitted fields keep their values" },
);
export type UpdateClient = Static<typeof UpdateClient>;

export const AgencyGrant = Type.Object(
  {
    id: Type.String(),
    agencyId: Type.String(),
    agencyName: Type.String({ description: "Its name at the time of the request" }),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    linkRequestId: NullableText({
      description: "Accepting it makes the organization a client of the agency, which needs an owner; null: it already is one",
    }),
    message: NullableText({ description: "The agency's message" }),
    status: StringEnum(grantStatuses),
    requestedBy: Type.String({ description: "The agency's agent or key that made the request" }),
    grantedBy: NullableText({ description: "Who accepted it at the client, same as acceptedBy; null: nobody yet" }),
    acceptedBy: NullableText({ description: "The client's agent or key; the agency if it created the client with this grant" }),
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
  { title: "AcceptAgencyGrant", description: "`scopes`: those of the requested scopes that are granted; default: all" },
);
export type AcceptGrant = Static<typeof AcceptGrant>;

export const linkRequestStatuses = ["pending", "accepted", "declined", "withdrawn", "expired"] as const;
export type LinkRequestStatus = (typeof linkRequestStatuses)[number];

export const LinkRequest = Type.Object(
  {
    id: Type.String(),
    organization: Type.String({ description: "The organization, as the agency entered it" }),
    scopes: Type.Array(Type.String()),
    message: NullableText(),
    reference: NullableText(),
    status: StringEnum(linkRequestStatuses, {
      description: "pending does not reveal whether the organization exists; accepted: the organization is now a client",
    }),
    clientId: NullableText({ description: "Set once the request is accepted" }),
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
export const ListLinkRequestsQuery = listQuery({ status: Type.Optional(StringEnum(linkRequestStatuses)) });

export const CreateLinkRequest = Type.Object(
  {
    organization: Type.String({ minLength: 3, maxLength: 320, description: "Its id (org_…), or the e-mail address of an owner" }),
    scopes: GrantedScopes,
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: "Message to the owner" })),
    reference: Type.Optional(Type.String(Reference)),
    expiresAt: Type.Optional(Nullable({ ...Timestamp, description: "Expiry of the request; at most 90 days ahead. Default: in 14 days" })),
  },
  { title: "CreateAgencyLinkRequest" },
);
export type CreateLinkRequest = Static<typeof CreateLinkRequest>;

export const AgencyGrantList = ListOf(AgencyGrant);
export const ListGrantsQuery = listQuery({ status: Type.Optional(StringEnum(grantStatuses)) });

export const RequestGrant = Type.Object(
  {
    scopes: GrantedScopes,
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: "Message to the client" })),
    expiresAt: Type.Optional(Timestamp),
  },
  { title: "RequestAgencyGrant" },
);
export type RequestGrant = Static<typeof RequestGrant>;

export const CreateAccessToken = Type.Object(
  {
    scopes: Type.Array(StringEnum(grantableScopes, { title: "GrantableScope" }), {
      minItems: 1,
      maxItems: grantableScopes.length,
      description: "Scopes of the token; only scopes of the grant",
    }),
    ttlSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 3600, default: 3600, description: "How long it is valid" })),
  },
  { title: "CreateAccessToken" },
);
export type CreateAccessToken = Static<typeof CreateAccessToken>;

export const AccessToken = Type.Object(
  {
    id: Type.String(),
    key: Type.String({ description: "An API key of the client: shown only once" }),
    token: Type.String({ deprecated: true, description: "Former name of `key`" }),
    clientId: Type.String(),
    grantId: Type.String(),
    scopes: Type.Array(Type.String()),
    expiresAt: Timestamp,
  },
  { title: "AccessToken" },
);
export type AccessToken = Static<typeof AccessToken>;

export const EnterClient = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100 }) }, { title: "EnterClient" });
export type EnterClient = Static<typeof EnterClient>;

export const Stay = Type.Object(
  {
    keyId: Type.String({ description: "The key behind the session, as named in both audit logs" }),
    clientId: Type.String(),
    grantId: Type.String(),
    scopes: Type.Array(Type.String()),
    expiresAt: Timestamp,
  },
  { title: "ClientStay" },
);
export type Stay = Static<typeof Stay>;

export const LeftClient = Type.Object(
  { left: Type.Boolean({ description: "false: the session was not acting in a client" }) },
  { title: "LeftClient" },
);
