import { type CategoriesService, categoriesByPath, faqsByQuestion, type FaqsService } from "#modules/knowledge/knowledge/index.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { type FileRow, planOf } from "#platform/imports/import-file.ts";
import { type AppliedRow, createImportLoop, type ImportLoopDeps } from "#platform/imports/import-loop.ts";
import type { Loop } from "#platform/jobs/loop.ts";
import { pathKey } from "#platform/snapshot/snapshot-part.ts";
import { type FaqImportRow, imports } from "./imports.queries.ts";
import { readRow, type RowValues } from "./rows.ts";

export interface FaqImportLoopDeps extends ImportLoopDeps {
  faqs: Pick<FaqsService, "create" | "update">;
  categories: Pick<CategoriesService, "create">;
}

/** Applies FAQ imports, some rows at a time. */
export function createFaqImportLoop(deps: FaqImportLoopDeps): Loop {
  return createImportLoop(deps, imports, { name: "FAQ imports", tenantsAtOnce: 2, begin });

  async function begin(ctx: TxContext, held: FaqImportRow): Promise<(row: FileRow) => Promise<AppliedRow>> {
    const plan = planOf(held);
    const known = new Map([...(await categoriesByPath(ctx.tx))].map(([key, category]) => [key, category.id]));
    return ({ cells, isRepeated }) => applyRow(ctx, held, known, readRow(cells, plan), isRepeated);
  }

  async function applyRow(
    ctx: TxContext,
    held: FaqImportRow,
    known: Map<string, string>,
    { category, ...values }: RowValues,
    isRepeated: boolean,
  ): Promise<AppliedRow> {
    const [existing] = await faqsByQuestion(ctx.tx, [values.question]);
    // What an earlier row of a dry run created was rolled back.
    const id = held.dry_run && isRepeated ? null : (existing?.id ?? null);
    if (existing !== undefined && held.on_existing === "skip") return { outcome: "skipped", id };
    if (existing === undefined && held.dry_run && isRepeated)
      return { outcome: held.on_existing === "skip" ? "skipped" : "updated", id: null };
    const categoryId = category === undefined ? undefined : await categoryOf(ctx, held, known, category);
    const input = { ...values, ...(categoryId === undefined ? {} : { categoryId: wireId("kct", categoryId) }) };
    if (existing !== undefined) {
      await deps.faqs.update(ctx, wireId("kfq", existing.id), input);
      return { outcome: "updated", id };
    }
    const made = await deps.faqs.create(ctx, input);
    return { outcome: "created", id: parseWireId("kfq", made.id) };
  }

  /**
   * The category at a path, created if permitted. Throws validation_error if it does not exist and may not be created.
   */
  async function categoryOf(ctx: TxContext, held: FaqImportRow, known: Map<string, string>, path: string[]): Promise<string> {
    let id: string | null = null;
    for (const depth of path.keys()) {
      const key = pathKey(path.slice(0, depth + 1));
      let found = known.get(key);
      if (found === undefined) {
        if (!held.create_categories) throw invalidField("category", "unknown", `The category ${path.join(" > ")} does not exist.`);
        const parentId: string | null = id;
        const made = await deps.categories.create(ctx, {
          name: path[depth] as string,
          ...(parentId === null ? {} : { parentId: wireId("kct", parentId) }),
        });
        found = parseWireId("kct", made.id) as string;
        known.set(key, found);
      }
      id = found;
    }
    return id as string;
  }
}
