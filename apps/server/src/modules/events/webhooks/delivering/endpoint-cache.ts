import type { KeyObject } from "node:crypto";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { readSigningKey, type SigningKeys, type SigningSecrets } from "#platform/crypto/webhook-signature.ts";
import type { SendingEndpoint } from "./sending.queries.ts";
import {
  headersLocation,
  previousSecretLocation,
  previousSigningKeyLocation,
  secretLocation,
  signingKeyLocation,
} from "../webhooks.service.ts";

/** The sealed columns of an endpoint. */
const sealedColumns = ["secret", "previous_secret", "headers", "signing_key", "previous_signing_key"] as const;
type SealedSecrets = Pick<SendingEndpoint, (typeof sealedColumns)[number]>;

interface OpenedSecrets {
  primary: string;
  previous: string | undefined;
  key: KeyObject | undefined;
  previousKey: KeyObject | undefined;
  headers: Record<string, string>;
}

/**
 * The endpoints that this process sends to. Every fan-out and every claim updates the rows, and jobs share one object per endpoint, so a
 * pause also reaches what already waits in memory. Unsealed secrets are cached as long as their sealed form is the same.
 */
export interface CachedEndpoint {
  row: SendingEndpoint;
  opened: { sealed: SealedSecrets; values: Promise<OpenedSecrets> } | undefined;
}

/** The credentials and headers of a delivery. */
export interface DeliveryCredentials {
  secrets: SigningSecrets;
  keys: SigningKeys | undefined;
  headers: Record<string, string>;
}

const entriesMax = 20_000;

export function createEndpointCache(deps: { secrets: TenantSecrets }) {
  const cache = new Map<string, CachedEndpoint>();

  function sameBytes(a: Buffer | null, b: Buffer | null): boolean {
    return a === null || b === null ? a === b : a.equals(b);
  }

  async function open(row: SendingEndpoint): Promise<OpenedSecrets> {
    const openIf = async (place: ReturnType<typeof secretLocation>, sealed: Buffer | null) =>
      sealed === null ? undefined : deps.secrets.openAsWorker(row.tenant_id, place, sealed);
    const key = await openIf(signingKeyLocation(row.id), row.signing_key);
    const previousKey = await openIf(previousSigningKeyLocation(row.id), row.previous_signing_key);
    const headers = await openIf(headersLocation(row.id), row.headers);
    return {
      primary: await deps.secrets.openAsWorker(row.tenant_id, secretLocation(row.id), row.secret),
      previous: await openIf(previousSecretLocation(row.id), row.previous_secret),
      key: key === undefined ? undefined : readSigningKey(key),
      previousKey: previousKey === undefined ? undefined : readSigningKey(previousKey),
      headers: headers === undefined ? {} : JSON.parse(headers),
    };
  }

  return {
    /** Stores newly read rows. */
    update(rows: SendingEndpoint[]): void {
      for (const row of rows) {
        const known = cache.get(row.id);
        if (known !== undefined) known.row = row;
        else {
          if (cache.size >= entriesMax) cache.clear();
          cache.set(row.id, { row, opened: undefined });
        }
      }
    },
    get: (id: string): CachedEndpoint | undefined => cache.get(id),

    async credentials(endpoint: CachedEndpoint, now: Date): Promise<DeliveryCredentials> {
      const { row } = endpoint;
      let { opened } = endpoint;
      if (
        opened === undefined ||
        !sealedColumns.every((column) => sameBytes((opened as { sealed: SealedSecrets }).sealed[column], row[column]))
      ) {
        opened = { sealed: row, values: open(row) };
        endpoint.opened = opened;
        opened.values.catch(() => {
          endpoint.opened = undefined;
        });
      }
      const { primary, previous, key, previousKey, headers } = await opened.values;
      const rotating = row.previous_secret_expires_at !== null && row.previous_secret_expires_at > now;
      return {
        secrets: rotating && previous !== undefined ? { primary, previous } : { primary },
        keys:
          row.signature_scheme !== "ed25519" || key === undefined
            ? undefined
            : rotating && previousKey !== undefined
              ? [key, previousKey]
              : [key],
        headers,
      };
    },
  };
}

export type EndpointCache = ReturnType<typeof createEndpointCache>;
