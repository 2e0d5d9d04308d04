import type { FastifyRequest } from "fastify";
import type { Tx } from "../db/database.ts";
import { type Origin, originHeader } from "../events/origin.ts";
import { readSessionCookie } from "../auth/session-token.ts";
import type { Actor } from "../auth/actor.ts";
import type { MemberRole } from "../auth/roles.ts";
import type { Scope } from "../auth/scopes.ts";

/** Who acts: the answer of the verifier. The tenant comes from here and nowhere else. */
export type Credential = KeyCredential | SessionCredential;

interface CredentialBase {
  /** uuid of the key, or of the person behind a session; requests, limits and use are counted by it. */
  id: string;
  tenantId: string;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  /** Every budget that a request counts against, its own first. The keys that this one was made by, and its organization, come after it. */
  budgets: readonly Budget[];
  /** Reaches every organization where its scopes let it (platform/auth/reach.ts): the key belongs to a platform tenant, the person is a platform administrator. */
  platform: boolean;
  /** The tenant is an agency: what is under /agencies/current is its own. */
  agency: boolean;
  /** Clients of an agency that this credential reaches under /admin, as far as their grants go. Absent: none. */
  granted?: readonly Granted[];
}

/** Requests a minute that somebody shares: of a key with the keys it made, of a person, of an organization. Ids are uuids. */
export interface Budget {
  tenantId: string;
  /** The key's, the person's, or again the tenant's. */
  id: string;
  perMinute: number;
}

/** A grant in force, as reach.ts needs it. Ids are uuids. */
export interface Granted {
  tenantId: string;
  scopes: ReadonlySet<Scope>;
  expiresAt: Date | null;
}

/** What binds a delegated key: it works as long as this grant does. Ids are uuids. */
export interface Delegation {
  agencyId: string;
  grantId: string;
}

export interface KeyCredential extends CredentialBase {
  kind: "key";
  environment: "live" | "test";
  /** An agency acts with it for its client, whose tenant `tenantId` is. */
  delegation?: Delegation;
}

export interface SessionCredential extends CredentialBase, SessionInfo {
  kind: "session";
}

/** A person at work in one of their tenants. Ids are uuids. */
export interface SessionInfo {
  sessionId: string;
  role: MemberRole;
  platformAdmin: boolean;
  /** By a login link of somebody else: it stays in its tenant and does not reach what is the person's own. */
  bound: boolean;
  /** By a login link, one's own or somebody else's: it makes no further ones. */
  byLink: boolean;
}

/** What a verb gets besides its input. */
export interface Context {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<Scope>;
  /** Null for a key, and for the system. */
  readonly session: SessionInfo | null;
  readonly requestId: string;
  /** The instant of the request; one for all rows it writes. */
  readonly now: Date;
  /** While a write is prepared: the key that the caller's repetitions carry too. Absent: none was sent. */
  readonly idempotencyKey?: string;
  /** As of the credential; absent: no. */
  readonly platform?: boolean;
  /** Clients whose grants hold the scope of this request; absent: none. */
  readonly reaches?: readonly Granted[];
  /** The run of a flow that makes this request; absent: none does. */
  readonly origin?: Origin;
  /** Of a delegated key; absent: it is none. */
  readonly delegation?: Delegation;
  /** Of the key that asks, those that the keys it makes share: all but the organization's. Absent: a person asks, or the system. */
  readonly budgets?: readonly Budget[];
  /** The credential's own tenant, while it acts in another one that it reaches. */
  readonly homeTenantId?: string;
}

/** Context of a verb that runs inside the one transaction of its request. */
export interface TxContext extends Context {
  readonly tx: Tx;
}

/**
 * A person about their own affairs, which belong to no tenant (password, second factor, sessions). The transaction is the cross-tenant
 * worker's: every statement names the person. `tx.tenantId` is the tenant they work in, for idempotency and audit.
 */
export interface PersonContext extends TxContext {
  readonly session: SessionInfo;
}

/** A request without a credential. */
export interface PublicContext {
  readonly requestId: string;
  readonly now: Date;
  /** The caller's address, for limits. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The name the server was asked by, without a port, in lower case. It decides what a page looks like, never who may do what. */
  readonly host: string;
  /** Of the cookie, unverified. */
  readonly sessionToken: string | null;
  /** Headers as they came, for the few that look at them. */
  readonly idempotencyKey: string | string[] | undefined;
  readonly flowOrigin: string | string[] | undefined;
}

/** @param publicUrl where browsers reach this server: what its cookies are called follows from it */
export function publicContextOf(request: FastifyRequest, requestId: string, now: Date, publicUrl: string | undefined): PublicContext {
  return {
    requestId,
    now,
    address: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    host: (request.hostname ?? "").toLowerCase().replace(/\.$/, ""),
    sessionToken: readSessionCookie(request.headers.cookie, publicUrl),
    idempotencyKey: request.headers["idempotency-key"],
    flowOrigin: request.headers[originHeader],
  };
}
