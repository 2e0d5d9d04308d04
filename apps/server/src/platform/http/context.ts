import type { Tx } from "../db/database.ts";
import type { Scope } from "../auth/scopes.ts";

/** Who acts: the answer of the key verifier (later also of a session). The tenant comes from here and nowhere else. */
export interface Credential {
  tenantId: string;
  keyId: string;
  keyName: string;
  environment: "live" | "test";
  scopes: ReadonlySet<Scope>;
  rateLimitPerMinute: number | null;
}

/** What a verb gets besides its input. */
export interface Context {
  readonly tenantId: string;
  readonly actor: { kind: "api" | "member" | "system"; id: string };
  readonly scopes: ReadonlySet<Scope>;
  readonly requestId: string;
  /** The instant of the request; one for all rows it writes. */
  readonly now: Date;
}

/** Context of a verb that runs inside the one transaction of its request. */
export interface TxContext extends Context {
  readonly tx: Tx;
}
