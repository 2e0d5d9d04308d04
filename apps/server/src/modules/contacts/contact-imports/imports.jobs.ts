import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import { checkTagLimit, type ContactsService, type CreateContact } from "#modules/contacts/contacts/index.ts";
import { lockStage } from "#modules/sales/pipelines/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { type FileRow, planOf } from "#platform/imports/import-file.ts";
import { type AppliedRow, createImportLoop, type ImportLoopDeps } from "#platform/imports/import-loop.ts";
import type { Loop } from "#platform/jobs/loop.ts";
import { type ContactImportRow, imports } from "./imports.queries.ts";
import { readRow, type RowPlan } from "./mapping.ts";
import { nationalNumbers } from "./national-numbers.ts";

export interface ContactImportLoopDeps extends ImportLoopDeps {
  contacts: Pick<ContactsService, "create" | "update" | "findByPhone" | "findByEmail">;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** Applies contact imports, a chunk at a time. */
export function createContactImportLoop(deps: ContactImportLoopDeps): Loop {
  return createImportLoop(deps, imports, { name: "contact imports", tenantsAtOnce: 4, begin });

  async function begin(ctx: TxContext, held: ContactImportRow, rows: FileRow[]): Promise<(row: FileRow) => Promise<AppliedRow>> {
    const definitions = new Map((await deps.fields.definitions(ctx.tx)).map((definition) => [definition.key, definition]));
    const readNational = held.default_country === null ? null : await nationalNumbers(held.default_country);
    const plan: RowPlan = { columns: planOf(held), definitions, readNational, tags: held.tags };
    const stages = await lockStages(ctx.tx, plan, rows);
    return async ({ cells, isRepeated }) => {
      const input = readRow(cells, plan);
      if (input.stageId != null && !stages.has(input.stageId)) throw invalidField("stageId", "unknown", "This stage does not exist.");
      try {
        return await applyRow(ctx, held, input, isRepeated);
      } catch (error) {
        // The owner is the only reference in a row that is not looked up before.
        if (error instanceof AppError && error.code === "not_found" && error.details === undefined)
          throw invalidField("ownerId", "unknown", error.message);
        throw error;
      }
    };
  }

  /** Locks the existing stages that the rows name, before any contact: deleting a stage locks in this order. */
  async function lockStages(tx: Tx, { columns }: RowPlan, rows: FileRow[]): Promise<Set<string>> {
    const column = columns.find(({ field }) => field === "stageId");
    const named = column === undefined ? [] : [...new Set(rows.map(({ cells }) => (cells[column.index] ?? "").trim()))].sort();
    const there = new Set<string>();
    for (const wire of named) {
      try {
        await lockStage(tx, wire);
        there.add(wire);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      }
    }
    return there;
  }

  async function applyRow(
    ctx: TxContext,
    held: ContactImportRow,
    input: CreateContact,
    isRepeated: boolean,
    looksAgain = false,
  ): Promise<AppliedRow> {
    const found =
      input.phone != null
        ? await deps.contacts.findByPhone(ctx.tx, input.phone)
        : input.email != null
          ? await deps.contacts.findByEmail(ctx.tx, input.email)
          : [];
    const [existing] = found;
    if (found.length > 1)
      throw new AppError("validation_error", {
        message: "Several contacts have this value, so the match is ambiguous.",
        details: [{ field: input.phone != null ? "phone" : "email", issue: "duplicate" }],
      });
    if (existing === undefined) {
      // A dry run has rolled back what an earlier row of the file created.
      if (held.dry_run && isRepeated) return { outcome: held.on_existing === "skip" ? "skipped" : "updated", id: null };
      try {
        const made = await deps.contacts.create(ctx, { source: "import", ...input });
        return { outcome: "created", id: parseWireId("cnt", made.id) };
      } catch (error) {
        // Another transaction has committed the contact since the lookup, which finds it now.
        if (!looksAgain && error instanceof AppError && error.code === "already_exists")
          return applyRow(ctx, held, input, isRepeated, true);
        throw error;
      }
    }
    if (held.on_existing === "skip") return { outcome: "skipped", id: existing };
    const { tags: more = [], ...fields } = input;
    await deps.contacts.update(ctx, wireId("cnt", existing), ({ tags }) => {
      const all = [...new Set([...tags, ...more])];
      checkTagLimit("tags", tags, all);
      return { ...(held.on_existing === "update" ? fields : {}), tags: all };
    });
    return { outcome: "updated", id: existing };
  }
}
