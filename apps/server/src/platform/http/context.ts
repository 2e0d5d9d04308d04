import type { Tx } from "../db/database.ts";
import type { Actor } from "../auth/actor.ts";
import type { Scope } from "../auth/scopes.ts";

/** Who acts: the answer of the verifier. The tenant comes from here and nowhere else. */
export interface Credential {
  kind: "key";
  /** uuid of the key; requests, limits and use are counted by it. */
  id: string;
  tenantId: string;
  actor: Actor;
  environment: "live" | "test";
  scopes: ReadonlySet<Scope>;
  rateLimitPerMinute: number | null;
  /** Reaches every organization where its scopes let it (platform/auth/reach.ts): it belongs to a platform tenant. */
  platform: boolean;
}

/** What a verb gets besides its input. */
export interface Context {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<Scope>;
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
