import type { Database, Tx } from "#platform/db/database.ts";

export interface PriceRow {
  id: string;
  model_name: string;
  cost_per_request: string;
  description: string | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = "id, model_name, cost_per_request, description, is_active, created_at, updated_at, created_at::text as position";

/**
 * The installation's price list, newest first. Cross-tenant: it belongs to the platform tenants that wrote it, and
 * everybody may read it.
 */
export function listPrices(
  database: Pick<Database, "worker">,
  activeOnly: boolean,
  after: string[] | null,
  limit: number,
): Promise<PriceRow[]> {
  return database.worker<PriceRow>({
    name: `prices${activeOnly ? "_active" : ""}${after === null ? "" : "_after"}`,
    text: `select ${columns} from pricing
            where tenant_id is not null ${activeOnly ? "and is_active" : ""}
              ${after === null ? "" : "and (pricing.created_at, id) < ($2::timestamptz, $3::uuid)"}
            order by pricing.created_at desc, id desc limit $1`,
    values: [limit, ...(after ?? [])],
  });
}

/** A model's current price. Cross-tenant as above. */
export async function findPriceOf(database: Pick<Database, "worker">, modelName: string): Promise<PriceRow | null> {
  const [row] = await database.worker<PriceRow>({
    name: "price_of_model",
    text: `select ${columns} from pricing where tenant_id is not null and model_name = $1 and is_active`,
    values: [modelName],
  });
  return row ?? null;
}

/** Current prices of several models. Cross-tenant as above. */
export function findPricesOf(database: Pick<Database, "worker">, modelNames: string[]): Promise<PriceRow[]> {
  return database.worker<PriceRow>({
    name: "prices_of_models",
    text: `select ${columns} from pricing where tenant_id is not null and model_name = any($1::text[]) and is_active`,
    values: [modelNames],
  });
}

export async function findPrice(tx: Tx, id: string, lock = false): Promise<PriceRow | null> {
  const [row] = await tx.query<PriceRow>({
    name: lock ? "price_lock" : "price_by_id",
    text: `select ${columns} from pricing where tenant_id = $1 and id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Rejects with a unique violation if the model already has a price. */
export async function insertPrice(
  tx: Tx,
  now: Date,
  price: { id: string; modelName: string; costPerRequest: string; description: string | null },
): Promise<PriceRow> {
  const [row] = await tx.query<PriceRow>({
    name: "price_insert",
    text: `insert into pricing (tenant_id, id, model_name, cost_per_request, description, is_active, created_at, updated_at)
           values ($1, $2, $3, $4, $5, true, $6, $6) returning ${columns}`,
    values: [tx.tenantId, price.id, price.modelName, price.costPerRequest, price.description, now],
  });
  return row as PriceRow;
}

export async function updatePrice(
  tx: Tx,
  now: Date,
  id: string,
  price: { costPerRequest: string; description: string | null; isActive: boolean },
): Promise<PriceRow> {
  const [row] = await tx.query<PriceRow>({
    name: "price_update",
    text: `update pricing set cost_per_request = $3, description = $4, is_active = $5, updated_at = $6
            where tenant_id = $1 and id = $2 returning ${columns}`,
    values: [tx.tenantId, id, price.costPerRequest, price.description, price.isActive, now],
  });
  if (row === undefined) throw new Error("the locked price does not exist");
  return row;
}

export async function deletePrice(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "price_delete", text: "delete from pricing where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}
