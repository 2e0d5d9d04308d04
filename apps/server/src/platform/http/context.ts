import type { FastifyRequest } from "fastify";
import type { Tx } from "../db/database.ts";
import { type Origin, originHeader } from "../events/origin.ts";
import { readSessionCookie } from "../auth/session-token.ts";
import type { Actor } from "../auth/actor.ts";
import type { MemberRole } from "../auth/roles.ts";
import type { Scope } from "../auth/scopes.ts";

/** The caller, as the verifier returns it. The only source of the tenant. */
export type Credential = KeyCredential | SessionCredential;

interface CredentialBase {
  /** UUID of the key, or of the user behind a session; requests, limits and usage are counted by it. */
  id: string;
  tenantId: string;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  /**
   * Every budget that a request counts against: its own first, then those of the keys that created this one, then its
   * organization's.
   */
  budgets: readonly Budget[];
  /**
   * Reaches every organization as far as its scopes allow (platform/auth/reach.ts): the key belongs to a platform
   * tenant, or the user is a platform administrator.
   */
  platform: boolean;
  /** The tenant is an agency: everything under /agencies/current is its own. */
  agency: boolean;
  /** Clients of an agency that this credential reaches under /admin, as far as their grants allow. Absent: none. */
  granted?: readonly Granted[];
}

/** Shared requests per minute: of a key with the keys it created, of a user, of an organization. Ids are UUIDs. */
export interface Budget {
  tenantId: string;
  /** The key's, the user's, or tenantId again. */
  id: string;
  perMinute: number;
}

/** A grant in force, as reach.ts needs it. Ids are UUIDs. */
export interface Granted {
  tenantId: string;
  scopes: ReadonlySet<Scope>;
  expiresAt: Date | null;
}

/** What binds a delegated key: it works as long as this grant is in force. Ids are UUIDs. */
export interface Delegation {
  agencyId: string;
  grantId: string;
}

export interface KeyCredential extends CredentialBase {
  kind: "key";
  environment: "live" | "test";
  /** An agency uses it to act for its client, whose tenant is `tenantId`. */
  delegation?: Delegation;
  /** The session that acts with this key, and the agency's user behind it (UUIDs); absent: the key itself was sent. */
  personId?: string;
  sessionId?: string;
}

export interface SessionCredential extends CredentialBase, SessionInfo {
  kind: "session";
  /**
   * The user has entered a client of their agency: everything except their own account happens there, with this key.
   * Absent: they have not.
   */
  acting?: Acting;
}

/** A session acting in a client. `key` is null once the grant, the link or the user's own permission has ended. */
export interface Acting {
  key: KeyCredential | null;
  expiresAt: Date | null;
}

/** A user working in one of their tenants. Ids are UUIDs. */
export interface SessionInfo {
  sessionId: string;
  role: MemberRole;
  platformAdmin: boolean;
  /** From another credential's login link: it stays in its tenant and cannot reach the user's own settings. */
  bound: boolean;
  /** From a login link of any origin: it cannot create further ones. */
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
  /** The instant of the request; the same for all rows it writes. */
  readonly now: Date;
  /** While a write is prepared: the key that the caller's retries also carry. Absent: none was sent. */
  readonly idempotencyKey?: string;
  /** As in the credential; absent: false. */
  readonly platform?: boolean;
  /** Clients whose grants include the scope of this request; absent: none. */
  readonly reaches?: readonly Granted[];
  /** The flow run that makes this request; absent: not a flow. */
  readonly origin?: Origin;
  /** For a delegated key; absent for any other. */
  readonly delegation?: Delegation;
  /** The agency's user who acts in this client with a session (UUID); absent: nobody does. */
  readonly actingPersonId?: string;
  /**
   * Budgets of the calling key that keys it creates will share: all but the organization's. Absent: the caller is a
   * user or the system.
   */
  readonly budgets?: readonly Budget[];
  /** The credential's own tenant, while it acts in another tenant within its reach. */
  readonly homeTenantId?: string;
}

/** Context of a verb that runs inside the one transaction of its request. */
export interface TxContext extends Context {
  readonly tx: Tx;
}

/**
 * A user managing their own account, which belongs to no tenant (password, second factor, sessions). The transaction is
 * the cross-tenant worker's: every statement names the user. `tx.tenantId` is the tenant they work in, for idempotency
 * and audit.
 */
export interface PersonContext extends TxContext {
  readonly session: SessionInfo;
}

/** A request without a credential. */
export interface PublicContext {
  readonly requestId: string;
  readonly now: Date;
  /** The caller's address, for rate limits. */
  readonly address: string;
  readonly userAgent: string | null;
  /**
   * The request's host name, without a port, in lower case. It decides what a page looks like, never what anyone may
   * do.
   */
  readonly host: string;
  /** From the cookie, unverified. */
  readonly sessionToken: string | null;
  /** Headers as received, for the few routes that read them. */
  readonly idempotencyKey: string | string[] | undefined;
  readonly flowOrigin: string | string[] | undefined;
}

/** @param publicUrl where browsers reach this server; the names of its cookies depend on it */
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
