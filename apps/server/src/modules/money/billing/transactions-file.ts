import { type CsvCell, csvFile } from "#platform/csv/write.ts";
import type { Database } from "#platform/db/database.ts";
import { brokenRule, invalidField } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context } from "#platform/http/context.ts";
import { readInstant } from "#platform/http/reading/instant.ts";
import { renderTransaction } from "./billing.render.ts";
import { listEntriesBetween } from "./ledger.queries.ts";

/** The maximum number of entries, written at once in memory: a few megabytes. */
export const fileRowsMax = 20_000;

const columns = [
  ...["createdAt", "id", "type", "amount", "balanceAfter", "owed", "reference", "reason", "clientId", "adminId"],
  ...["modelName", "costPerRequest", "requests", "createdBy"],
];

/**
 * The ledger between two instants as CSV, in the order of the balance; by default the current calendar month (UTC). Texts that a
 * spreadsheet would treat as a formula are escaped; amounts stay numbers. 400 for an empty range, 422 for more than
 * `fileRowsMax` entries.
 */
export async function transactionsFile(
  database: Pick<Database, "withTenant">,
  ctx: Context,
  query: { from?: string; to?: string },
): Promise<Content> {
  const { now, tenantId } = ctx;
  const from = query.from === undefined ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)) : readInstant("from", query.from);
  const to = query.to === undefined ? new Date(now.getTime() + 1) : readInstant("to", query.to);
  if (!(from < to)) throw invalidField(query.to === undefined ? "from" : "to", "out_of_range", "The range must begin before it ends.");
  const rows = await database.withTenant(tenantId, (tx) => listEntriesBetween(tx, from, to, fileRowsMax + 1));
  if (rows.length > fileRowsMax)
    throw brokenRule("from", "out_of_range", `There are more than ${fileRowsMax} transactions in this range. Choose a shorter one.`);
  const records = rows.map((row) => {
    const { price, ...entry } = renderTransaction(tenantId, row);
    const record: Record<string, unknown> = { ...entry, ...price };
    return columns.map((column) => record[column] as CsvCell);
  });
  return csvFile(`transactions-${from.toISOString().slice(0, 10)}.csv`, columns, records);
}
