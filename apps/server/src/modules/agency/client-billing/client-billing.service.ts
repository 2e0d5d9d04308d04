import { recordAudit } from "#platform/audit/audit.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { readDecimal, toNumber } from "#platform/money/money.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { ClientBilling, ClientMonth, SummaryQuery, UpdateClientBilling } from "./client-billing.schema.ts";
import * as queries from "./client-billing.queries.ts";
import { notifyOwners } from "./markup-raised.ts";

/** How to find an agency's client, and to work in its tenant: modules/agency/agencies. */
export interface Clients {
  /** Throws not_found for anything but a client of the agency. `lock`: nobody can end it meanwhile. */
  find(ctx: TxContext, wire: string, lock?: boolean): Promise<{ client_id: string; status: string }>;
  within<T>(ctx: TxContext, clientId: string, verb: (there: TxContext) => Promise<T>): Promise<T>;
  /** Names of clients of the agency, by uuid. */
  names(ctx: TxContext, clientIds: string[]): Promise<Map<string, string>>;
}

export function createClientBillingService(deps: { ids: IdSource; pager: Pager; clients: Clients }) {
  async function show(there: TxContext, agencyId: string): Promise<ClientBilling> {
    const terms = await queries.findTerms(there.tx, agencyId);
    // An ended client has none of this agency's, which can still read the link.
    const outstanding = await queries.sumOutstanding(there.tx, agencyId);
    return {
      clientId: wireId("org", there.tenantId),
      mode: terms?.billing_mode ?? "client_pays",
      markupPercent: terms === null ? 0 : Number(terms.markup_percent),
      outstanding: {
        charges: outstanding.charges,
        cost: toNumber(outstanding.cost),
        reason: outstanding.unfunded ? "insufficient_credits" : outstanding.last_error,
      },
      updatedAt: terms?.terms_updated_at?.toISOString() ?? null,
    };
  }

  return {
    async exists(ctx: TxContext, wire: string): Promise<void> {
      await deps.clients.find(ctx, wire);
    },

    async get(ctx: TxContext, wire: string): Promise<ClientBilling> {
      const { client_id } = await deps.clients.find(ctx, wire);
      return deps.clients.within(ctx, client_id, (there) => show(there, ctx.tenantId));
    },

    /** 400 for more than two decimals; 409 for an ended client. */
    async update(ctx: TxContext, wire: string, input: UpdateClientBilling): Promise<ClientBilling> {
      const { markupPercent, mode } = input;
      if (markupPercent !== undefined && readDecimal(markupPercent, 2) === null)
        throw invalidField("markupPercent", "invalid_format", "A markup can have at most 2 decimals.");
      const { client_id, status } = await deps.clients.find(ctx, wire, true);
      if (status === "ended") throw new AppError("conflict", { message: "An agency cannot bill a client that has ended." });
      const changed = await deps.clients.within(ctx, client_id, async (there) => {
        const before = await queries.findTerms(there.tx, ctx.tenantId, true);
        if (before === null) throw new Error("a client without terms");
        const after = { mode: mode ?? before.billing_mode, markupPercent: markupPercent ?? Number(before.markup_percent) };
        if (before.billing_mode === after.mode && Number(before.markup_percent) === after.markupPercent) return null;
        await queries.saveTerms(there.tx, there.now, after);
        const changes = {
          mode: { from: before.billing_mode, to: after.mode },
          markupPercent: { from: Number(before.markup_percent), to: after.markupPercent },
        };
        // Who pays, and the markup, concern the client as well.
        await recordAudit(there, deps.ids, "billing.terms_changed", wireId("org", client_id), changes);
        if (after.markupPercent > changes.markupPercent.from) await notifyOwners(deps.ids, there);
        return changes;
      });
      if (changed !== null) await recordAudit(ctx, deps.ids, "agency_client.billing_updated", wire, changed);
      return deps.clients.within(ctx, client_id, (there) => show(there, ctx.tenantId));
    },

    /** By client and month, newest month first. */
    async summary(ctx: TxContext, query: SummaryQuery) {
      const clientId = query.clientId === undefined ? null : parseWireId("org", query.clientId);
      if (query.clientId !== undefined && clientId === null) throw notFound(query.clientId);
      if (query.clientId !== undefined) await deps.clients.find(ctx, query.clientId);
      const filters = { list: "client billing", month: query.month ?? null, client: clientId };
      const after = deps.pager.read(ctx.tenantId, filters, query.cursor);
      const month = query.month === undefined ? null : `${query.month}-01`;
      const rows = await queries.listClientMonths(ctx.tx, { month, clientId }, after, query.limit + 1);
      const names = await deps.clients.names(ctx, [...new Set(rows.map((row) => row.client_id))]);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        query.limit,
        (row) => [row.month, row.client_id],
        (row): ClientMonth => ({
          clientId: wireId("org", row.client_id),
          clientName: names.get(row.client_id) ?? "",
          month: row.month.slice(0, 7),
          cost: toNumber(row.cost),
          owed: toNumber(row.owed),
          charged: toNumber(row.charged),
          earned: toNumber(row.earned),
          charges: row.charges,
        }),
      );
    },
  };
}

export type ClientBillingService = ReturnType<typeof createClientBillingService>;
