import type { Tx } from "../db/database.ts";
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
  rateLimitPerMinute: number | null;
  /** Reaches every organization where its scopes let it (platform/auth/reach.ts): the key belongs to a platform tenant, the person is a platform administrator. */
  platform: boolean;
}

export interface KeyCredential extends CredentialBase {
  kind: "key";
  environment: "live" | "test";
}

export interface SessionCredential extends CredentialBase, SessionInfo {
  kind: "session";
}

/** A person at work in one of their tenants. Ids are uuids. */
export interface SessionInfo {
  sessionId: string;
  role: MemberRole;
  platformAdmin: boolean;
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
  /** As of the credential; absent: no. */
  readonly platform?: boolean;
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
  /** Of the cookie, unverified. */
  readonly sessionToken: string | null;
}
