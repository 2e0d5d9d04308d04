import type { AuthorizedAccount } from "@parley/connector-kit";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Tx } from "#platform/db/database.ts";
import type { AuthorizationRow } from "./authorizations.queries.ts";
import type { IssuedBy } from "./provider-app.ts";

/** Sealed in the authorisation's row. */
export interface SealedAuthorization {
  /** Settings from the request. */
  given: Record<string, unknown>;
  /** The app that the person is sent to: the code works for no other. */
  issuedBy: IssuedBy;
  /** With credentials in clear text. */
  accounts: AuthorizedAccount[];
  /** When the code was exchanged for the accounts; absent: not yet. */
  exchangedAt?: string;
}

export function createAuthorizationSecrets(secrets: TenantSecrets) {
  const secretLocation = (id: string) => ({ table: "channel_authorizations", column: "secrets", rowId: id });
  return {
    seal: (tx: Tx, id: string, sealed: SealedAuthorization) => secrets.seal(tx, secretLocation(id), JSON.stringify(sealed)),
    open: async (tx: Tx, row: Pick<AuthorizationRow, "id" | "secrets">) =>
      JSON.parse(await secrets.open(tx, secretLocation(row.id), row.secrets)) as SealedAuthorization,
  };
}

export type AuthorizationSecrets = ReturnType<typeof createAuthorizationSecrets>;

/** Credentials that a channel stores are not stored twice. */
export function withoutConfig(account: AuthorizedAccount): AuthorizedAccount {
  return { ...account, config: {} };
}
