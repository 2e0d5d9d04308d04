import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { SigningSecrets } from "#platform/crypto/webhook-signature.ts";
import type { SendingEndpoint } from "./sending.queries.ts";
import { previousSecretPlace, secretPlace } from "./webhooks.service.ts";

/**
 * The endpoints this process sends to. Rows are brought up to date by every fan-out and every claim, and jobs hold the one
 * object per endpoint, so a pause reaches what already waits in memory. Opened secrets are kept as long as their sealed
 * form is the same.
 */
export interface BookedEndpoint {
  row: SendingEndpoint;
  opened: { secret: Buffer; previous: Buffer | null; secrets: Promise<{ primary: string; previous: string | undefined }> } | undefined;
}

const entriesMax = 20_000;

export function createEndpointBook(deps: { secrets: TenantSecrets }) {
  const book = new Map<string, BookedEndpoint>();

  function sameBytes(a: Buffer | null, b: Buffer | null): boolean {
    return a === null || b === null ? a === b : a.equals(b);
  }

  async function openSecrets(row: SendingEndpoint) {
    const primary = await deps.secrets.openAsWorker(row.tenant_id, secretPlace(row.id), row.secret);
    const previous =
      row.previous_secret === null
        ? undefined
        : await deps.secrets.openAsWorker(row.tenant_id, previousSecretPlace(row.id), row.previous_secret);
    return { primary, previous };
  }

  return {
    /** Enters fresh rows. */
    update(rows: SendingEndpoint[]): void {
      for (const row of rows) {
        const known = book.get(row.id);
        if (known !== undefined) known.row = row;
        else {
          if (book.size >= entriesMax) book.clear();
          book.set(row.id, { row, opened: undefined });
        }
      }
    },
    get: (id: string): BookedEndpoint | undefined => book.get(id),

    async signingSecrets(endpoint: BookedEndpoint, now: Date): Promise<SigningSecrets> {
      const { row, opened } = endpoint;
      if (opened === undefined || !sameBytes(opened.secret, row.secret) || !sameBytes(opened.previous, row.previous_secret)) {
        const secrets = openSecrets(row);
        endpoint.opened = { secret: row.secret, previous: row.previous_secret, secrets };
        secrets.catch(() => {
          endpoint.opened = undefined;
        });
      }
      const { primary, previous } = await (endpoint.opened as NonNullable<BookedEndpoint["opened"]>).secrets;
      const rotating = previous !== undefined && row.previous_secret_expires_at !== null && row.previous_secret_expires_at > now;
      return rotating ? { primary, previous } : { primary };
    },
  };
}

export type EndpointBook = ReturnType<typeof createEndpointBook>;
