/** How it is known whose an id is, the weakest first. */
export type Proof = "named" | "credentials" | "authorization";
export type Claim = Exclude<Proof, "named">;

export interface Holder {
  tenantId: string;
  proof: Proof;
  /** It has a channel with the id now, and not only had one. */
  inUse: boolean;
}

/**
 * Whether a tenant that has just proved an id becomes, or stays, the one whom the shared callback address serves for it. A name
 * gives way to any proof. Signing in through the installation's own app takes it from whoever has it: it is the newest word of
 * the account's owner about this very app. Credentials, which came by another way, take nothing that another tenant has
 * proved and uses.
 */
export function mayHold(holder: Holder, by: { tenantId: string; claim: Claim }): boolean {
  if (holder.tenantId === by.tenantId || holder.proof === "named" || by.claim === "authorization") return true;
  return !holder.inUse;
}

const ranks: Record<Proof, number> = { named: 0, credentials: 1, authorization: 2 };

export function strongerProof(a: Proof, b: Proof): Proof {
  return ranks[a] >= ranks[b] ? a : b;
}
