import { createHash, timingSafeEqual } from "node:crypto";
import { recordAudit } from "#platform/audit/audit.ts";
import { Secret } from "#platform/crypto/secret.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { asTenant, type Database } from "#platform/db/database.ts";
import { brokenRule, type ErrorDetail, invalidField, unprocessable } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { readBaseUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import * as queries from "./gateway.queries.ts";
import type { GatewaySettings, GatewayTest, UpdateGatewaySettings } from "./gateway.schema.ts";
import { createInvoiceClient, GatewayError, type InvoiceClient } from "./invoice-client.ts";

export interface GatewayDeps {
  ids: IdSource;
  database: Database;
  secrets: TenantSecrets;
  outbound: OutboundClient;
  guard: OutboundGuard;
  currency: string;
  publicUrl(): string;
}

const defaultBaseUrl = "https://api.xendit.co";
const secretLocation = (tenantId: string, column: "secret_key" | "callback_token") => ({
  table: "gateway_settings",
  column,
  rowId: tenantId,
});

/** What is needed to create invoices. */
export interface ActiveGateway {
  reconciles: boolean;
  client: InvoiceClient;
}

export interface Tested {
  /** The row used for the test. */
  row: queries.GatewayRow | null;
  error: NonNullable<GatewayTest["error"]> | null;
  message: string | null;
}

export function createGatewayService(deps: GatewayDeps) {
  const { database, secrets } = deps;

  function render(row: queries.GatewayRow | null): GatewaySettings {
    return {
      enabled: row?.enabled ?? false,
      reconciliationEnabled: row?.reconciliation_enabled ?? true,
      baseUrl: row?.base_url ?? defaultBaseUrl,
      currency: deps.currency,
      hasSecretKey: row !== null && row.secret_key !== null,
      secretKeyLast4: row?.secret_key_last_four ?? null,
      hasCallbackToken: row !== null && row.callback_token !== null,
      callbackUrl: `${deps.publicUrl()}/callbacks/payments`,
      testedAt: row?.tested_at?.toISOString() ?? null,
      testError: row?.test_error ?? null,
      updatedAt: row?.updated_at.toISOString() ?? null,
    };
  }

  async function clientOf(row: queries.GatewayRow): Promise<InvoiceClient | null> {
    if (row.secret_key === null) return null;
    const secretKey = await secrets.openAsWorker(row.tenant_id, secretLocation(row.tenant_id, "secret_key"), row.secret_key);
    return createInvoiceClient(deps.outbound, { baseUrl: row.base_url, secretKey });
  }

  /** Runs in the tenant that owns the row; the first one to set it up owns it. */
  async function inOwner<T>(ctx: TxContext, verb: (ctx: TxContext) => Promise<T>): Promise<T> {
    await queries.lockGatewaySetup(ctx.tx);
    const owner = (await queries.findGateway(database))?.tenant_id ?? ctx.tenantId;
    if (owner === ctx.tenantId) return verb(ctx);
    return asTenant(ctx.tx, owner, (tx) => verb({ ...ctx, tenantId: owner, homeTenantId: ctx.tenantId, tx }));
  }

  return {
    read: async (): Promise<GatewaySettings> => render(await queries.findGateway(database)),

    /**
     * 400 for an address the guard refuses; 422 for a secret that is both set and cleared, for enabling it without its
     * key, and for another address without the key, because the stored key would be sent wherever the caller says.
     */
    async update(ctx: TxContext, input: UpdateGatewaySettings): Promise<GatewaySettings> {
      const both: ErrorDetail[] = [];
      if (input.secretKey !== undefined && input.clearSecretKey === true) both.push({ field: "clearSecretKey", issue: "not_allowed" });
      if (input.callbackToken !== undefined && input.clearCallbackToken === true)
        both.push({ field: "clearCallbackToken", issue: "not_allowed" });
      if (both.length > 0) throw unprocessable("A secret can be set or cleared, not both.", both);
      const baseUrl = input.baseUrl === undefined ? undefined : readBaseUrl(deps.guard, "baseUrl", input.baseUrl);
      for (const field of ["secretKey", "callbackToken"] as const) {
        // Both are sent in headers.
        if (input[field] !== undefined && !/^[\x21-\x7e]+$/.test(input[field])) throw invalidField(field, "invalid_format");
      }
      return inOwner(ctx, async (there) => {
        const before = await queries.lockGateway(there.tx);
        const seal = (column: "secret_key" | "callback_token", text: string) =>
          secrets.seal(there.tx, secretLocation(there.tenantId, column), text);
        const row: queries.GatewayRow = {
          tenant_id: there.tenantId,
          enabled: input.enabled ?? before?.enabled ?? false,
          reconciliation_enabled: input.reconciliationEnabled ?? before?.reconciliation_enabled ?? true,
          base_url: baseUrl ?? before?.base_url ?? defaultBaseUrl,
          secret_key: before?.secret_key ?? null,
          secret_key_last_four: before?.secret_key_last_four ?? null,
          callback_token: before?.callback_token ?? null,
          tested_at: before?.tested_at ?? null,
          test_error: before?.test_error ?? null,
          created_at: before?.created_at ?? there.now,
          updated_at: there.now,
        };
        if (row.secret_key !== null && row.base_url !== before?.base_url && input.secretKey === undefined && input.clearSecretKey !== true)
          throw brokenRule(
            "secretKey",
            "required",
            "The address has changed, so send the key again. The stored key is never sent to a new address.",
          );
        if (input.secretKey !== undefined) {
          row.secret_key = await seal("secret_key", input.secretKey);
          row.secret_key_last_four = new Secret(input.secretKey).lastFour || null;
        } else if (input.clearSecretKey === true) Object.assign(row, { secret_key: null, secret_key_last_four: null });
        if (row.secret_key === null) {
          if (input.enabled === true) throw brokenRule("secretKey", "required", "An enabled gateway needs its secret key.");
          row.enabled = false;
        }
        if (input.callbackToken !== undefined) row.callback_token = await seal("callback_token", input.callbackToken);
        else if (input.clearCallbackToken === true) row.callback_token = null;
        // A test's result applies only to the settings it was made with.
        if (input.secretKey !== undefined || input.clearSecretKey === true || row.base_url !== before?.base_url)
          Object.assign(row, { tested_at: null, test_error: null });
        await queries.storeGateway(there.tx, row);
        await recordAudit(there, deps.ids, "gateway.updated", wireId("org", there.tenantId), {
          enabled: row.enabled,
          reconciliationEnabled: row.reconciliation_enabled,
          baseUrl: row.base_url,
          secretKey: input.secretKey !== undefined ? "set" : input.clearSecretKey === true ? "cleared" : "kept",
          callbackToken: input.callbackToken !== undefined ? "set" : input.clearCallbackToken === true ? "cleared" : "kept",
        });
        return render(row);
      });
    },

    /** Calls the gateway; outside any transaction. */
    async test(_ctx: Context): Promise<Tested> {
      const row = await queries.findGateway(database);
      const client = row === null ? null : await clientOf(row);
      if (client === null) return { row, error: "no_secret_key", message: "There is no secret key." };
      try {
        await client.check();
        return { row, error: null, message: null };
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const word = {
          credentials: "invalid_secret_key",
          permanent: "unexpected_answer",
          address: "address_not_allowed",
          retryable: "unreachable",
        } as const;
        return { row, error: word[error.kind], message: error.message };
      }
    },

    async recordTest(ctx: TxContext, tested: Tested): Promise<GatewayTest> {
      const { row } = tested;
      if (row !== null) {
        await inOwner(ctx, async (there) => {
          const now = await queries.lockGateway(there.tx);
          // The settings have changed since: this test says nothing about them.
          if (now === null || now.updated_at.getTime() !== row.updated_at.getTime()) return;
          await queries.storeGateway(there.tx, { ...now, tested_at: there.now, test_error: tested.message });
          await recordAudit(there, deps.ids, "gateway.tested", wireId("org", there.tenantId), { error: tested.error });
        });
      }
      return { ok: tested.error === null, error: tested.error, message: tested.message, testedAt: ctx.now.toISOString() };
    },

    /** Returns the reason if no invoices can be created. */
    async active(): Promise<ActiveGateway | { missing: string }> {
      const row = await queries.findGateway(database);
      if (row === null || !row.enabled) return { missing: "The payment gateway is not enabled." };
      const client = await clientOf(row);
      return client === null ? { missing: "The payment gateway has no secret key." } : { reconciles: row.reconciliation_enabled, client };
    },

    /** Whether a callback has our token. Compared in constant time; if no token is set, none has. */
    async isGateway(given: string | string[] | undefined): Promise<boolean> {
      const row = await queries.findGateway(database);
      if (row === null || row.callback_token === null || typeof given !== "string") return false;
      const token = await secrets.openAsWorker(row.tenant_id, secretLocation(row.tenant_id, "callback_token"), row.callback_token);
      const digest = (text: string) => createHash("sha256").update(text).digest();
      return timingSafeEqual(digest(given), digest(token));
    },
  };
}

export type GatewayService = ReturnType<typeof createGatewayService>;
