import { recordAudit } from "#platform/audit/audit.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { readAmount, toDecimal, toNumber } from "#platform/money/money.ts";
import * as queries from "./pricing.queries.ts";
import type { CreatePrice, Price, UpdatePrice } from "./pricing.schema.ts";

/** Writing verbs act in the platform tenant that owns the row; ids are uuids. */
export function createPricingService(deps: { ids: IdSource; database: Database; currency: string }) {
  const render = (row: queries.PriceRow): Price => ({
    id: wireId("prc", row.id),
    modelName: row.model_name,
    costPerRequest: toNumber(row.cost_per_request),
    currency: deps.currency,
    description: row.description,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  });

  async function find(tx: Tx, id: string, lock = false): Promise<queries.PriceRow> {
    const row = await queries.findPrice(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  return {
    render,
    find,
    list: (activeOnly: boolean, after: string[] | null, limit: number) => queries.listPrices(deps.database, activeOnly, after, limit),

    /** What a request to a model costs, for the code that charges it; null: the model has no active price. */
    async priceOf(modelName: string): Promise<{ modelName: string; costPerRequest: string } | null> {
      const row = await queries.findPriceOf(deps.database, modelName);
      return row === null ? null : { modelName: row.model_name, costPerRequest: row.cost_per_request };
    },

    /** The same for several models, by name; those without an active price are missing. */
    async pricesOf(modelNames: string[]): Promise<Map<string, string>> {
      const rows = await queries.findPricesOf(deps.database, modelNames);
      return new Map(rows.map((row) => [row.model_name, row.cost_per_request]));
    },

    /** 409 already_exists for a model that has a price, active or not. */
    async create(ctx: TxContext, input: CreatePrice): Promise<Price> {
      const modelName = input.modelName.trim();
      if (modelName === "") throw invalidField("modelName", "too_short");
      const costPerRequest = toDecimal(readAmount("costPerRequest", input.costPerRequest));
      const row = await queries
        .insertPrice(ctx.tx, ctx.now, { id: deps.ids.uuid(), modelName, costPerRequest, description: input.description ?? null })
        .catch((error: unknown) => {
          throw sqlState(error) === "23505" ? alreadyPriced() : error;
        });
      await recordAudit(ctx, deps.ids, "price.created", wireId("prc", row.id), { modelName, costPerRequest });
      return render(row);
    },

    async update(ctx: TxContext, id: string, input: UpdatePrice): Promise<Price> {
      const before = await find(ctx.tx, id, true);
      const costPerRequest = toDecimal(readAmount("costPerRequest", input.costPerRequest));
      const row = await queries.updatePrice(ctx.tx, ctx.now, id, {
        costPerRequest,
        description: input.description === undefined ? before.description : input.description,
        isActive: input.isActive ?? before.is_active,
      });
      await recordAudit(ctx, deps.ids, "price.updated", wireId("prc", id), { costPerRequest, isActive: row.is_active });
      return render(row);
    },

    /** Past charges keep its name and cost. */
    async delete(ctx: TxContext, id: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, id, true);
      await queries.deletePrice(ctx.tx, id);
      await recordAudit(ctx, deps.ids, "price.deleted", wireId("prc", id), { modelName: row.model_name });
      return { id: wireId("prc", id), deleted: true };
    },
  };
}

export type PricingService = ReturnType<typeof createPricingService>;

function alreadyPriced(): AppError {
  return new AppError("already_exists", {
    message: "The model already has a price. Change that price.",
    details: [{ field: "modelName", issue: "exists" }],
  });
}
