import { recordAudit } from "../audit/audit.ts";
import { actorWireId } from "../auth/actor.ts";
import type { Tx } from "../db/database.ts";
import { AppError, notFound } from "../errors/app-error.ts";
import type { TxContext } from "../http/context.ts";
import { type IdSource, parseWireId, type WirePrefix, wireId } from "../ids/ids.ts";
import { isSetAside, setAsideReason } from "../jobs/set-aside.ts";
import type { importStatuses } from "./import-schema.ts";
import { type ImportRow, type ImportStore, type NewImport, rowsDoneOf } from "./import-store.ts";

/** The operations on imports of any kind. */
export function createImportService<Settings extends object, Row extends ImportRow & Settings>(
  ids: IdSource,
  store: ImportStore<Settings, Row>,
) {
  async function find(tx: Tx, wire: string, lock = false): Promise<Row> {
    const id = parseWireId(store.prefix, wire);
    const row = id === null ? null : await store.find(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    /**
     * Starts in the background after the transaction commits; the caller stores the file's rows in the same
     * transaction.
     */
    async queue(ctx: TxContext, made: NewImport, settings: Settings): Promise<Row> {
      const row = await store.insert(ctx.tx, ctx.now, ids.uuid(), ctx.actor, made, settings);
      const about = { rows: made.rowsTotal, dryRun: made.dryRun };
      await recordAudit(ctx, ids, `${store.noun}.created`, wireId(store.prefix, row.id), about);
      return row;
    },

    /** Throws not_found. */
    get: (tx: Tx, wire: string) => find(tx, wire),

    list: store.list,

    /**
     * Rows already applied stay. 409 conflict for an import that has ended, but not for one that was set aside: a retry
     * would continue it. No effect if already cancelled.
     */
    async cancel(ctx: TxContext, wire: string): Promise<Row> {
      const row = await find(ctx.tx, wire, true);
      if (row.state === "cancelled") return row;
      if (row.state !== "ready" && row.state !== "leased" && !isSetAside(row.state))
        throw new AppError("conflict", { message: "The import has already ended." });
      await store.end(ctx.tx, ctx.now, row.id, "cancelled", null);
      await recordAudit(ctx, ids, `${store.noun}.cancelled`, wire);
      return find(ctx.tx, wire);
    },
  };
}

/**
 * An import as the API shows it.
 *
 * @param settings the fields that only this kind of import has
 */
export function renderImportRow<Settings extends object>(prefix: WirePrefix, row: ImportRow, settings: Settings) {
  return {
    id: wireId(prefix, row.id),
    status: statusOf(row),
    filename: row.filename,
    dryRun: row.dry_run,
    ...settings,
    delimiter: row.delimiter,
    encoding: row.encoding,
    columns: row.columns.map(({ name, samples, suggested }) => ({
      name,
      samples,
      suggestedField: suggested,
      field: Object.hasOwn(row.mapping, name) ? (row.mapping[name] ?? null) : null,
    })),
    rowsTotal: row.rows_total,
    rowsDone: rowsDoneOf(row),
    created: row.created_count,
    updated: row.updated_count,
    skipped: row.skipped_count,
    failed: row.failed_count,
    error: row.error ?? setAsideReason(row.state),
    createdBy: actorWireId({ kind: row.actor_kind, id: row.actor_id }),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function statusOf({ state, started_at: startedAt }: ImportRow): (typeof importStatuses)[number] {
  if (state === "ready") return startedAt === null ? "queued" : "running";
  if (isSetAside(state)) return "failed";
  return state === "leased" ? "running" : state;
}
