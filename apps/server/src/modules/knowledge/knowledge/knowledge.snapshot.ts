import { type Static, Type } from "typebox";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule } from "#platform/errors/app-error.ts";
import { Nullable } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import {
  firstOfEach,
  definedOnly,
  type OmittedEntry,
  pathKey,
  refuseTooMany,
  snapshotPart,
  sortedBy,
} from "#platform/snapshot/snapshot-part.ts";
import { readTree, type TreeRow } from "./categories.queries.ts";
import { CreateKnowledgeCategory } from "./categories.schema.ts";
import type { CategoriesService } from "./categories.service.ts";
import * as queries from "./faqs.queries.ts";
import { CreateFaq } from "./faqs.schema.ts";
import type { FaqsService } from "./faqs.service.ts";
import type { Bounds } from "./knowledge.settings.ts";

const faqsMax = 1_000;
const scopes = { read: "knowledge:read", write: "knowledge:write" } as const;

const Path = Type.Array(CreateKnowledgeCategory.properties.name, {
  minItems: 1,
  maxItems: 50,
  description: "Category names, from the top down",
});
const { description, position } = CreateKnowledgeCategory.properties;
const Category = Type.Object({ path: Path, description, position }, { title: "SnapshotKnowledgeCategory" });
type CategoryEntry = Pick<TreeRow, "name" | "description" | "position">;

const { categoryId: _, ...texts } = CreateFaq.properties;
const Entry = Type.Object({ ...texts, category: Type.Optional(Nullable(Path)) }, { title: "SnapshotFaq" });
interface FaqEntry {
  question: string;
  answer: string;
  alternatives: string[];
  status: queries.FaqRow["status"];
  /** null: detected from the text. */
  language: string | null;
  category: string[] | null;
}

/** By stored id, the oldest category first; if several have the same path, each is listed with it. */
export async function categoryPaths(tx: Tx): Promise<Map<string, { path: string[]; row: TreeRow }>> {
  const rows = new Map((await readTree(tx)).map((row) => [row.id, row]));
  const pathOf = (row: TreeRow): string[] => {
    const names: string[] = [];
    for (let at: TreeRow | undefined = row; at !== undefined; at = at.parent_id === null ? undefined : rows.get(at.parent_id))
      names.unshift(at.name);
    return names;
  };
  return new Map([...rows].map(([id, row]) => [id, { path: pathOf(row), row }]));
}

/** The oldest category of each path, by its key. */
export async function categoriesByPath(tx: Tx): Promise<Map<string, TreeRow>> {
  const byPath = new Map<string, TreeRow>();
  for (const { path, row } of (await categoryPaths(tx)).values()) if (!byPath.has(pathKey(path))) byPath.set(pathKey(path), row);
  return byPath;
}

export const categoriesSnapshot = (service: CategoriesService, bounds: Bounds) =>
  snapshotPart<Static<typeof Category>[]>({
    name: "knowledgeCategories",
    schema: Type.Array(Category, { maxItems: bounds.categoriesPerTenant }),
    scopes,

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const all = firstOfEach([...(await categoryPaths(ctx.tx)).values()], ({ path }) => pathKey(path), leftOut);
      const value = all.map(({ path, row }) => ({ path, description: row.description, position: row.position }));
      return { value: sortedBy(value, ({ path }) => pathKey(path)), leftOut };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => pathKey(entry.path)),
        "path",
      );
      // Parents before children.
      const inOrder = [...entries.entries()].toSorted(([, a], [, b]) => a.path.length - b.path.length);
      for (const [index, entry] of inOrder) {
        await run.entry<CategoryEntry>({ index, key: entry.path.join(" / ") }, async () => {
          const known = await categoriesByPath(ctx.tx);
          const above = entry.path.slice(0, -1);
          const parent = above.length === 0 ? null : known.get(pathKey(above));
          if (parent === undefined) throw brokenRule("path", "unknown", `The category ${above.join(" / ")} does not exist.`);
          const row = known.get(pathKey(entry.path));
          const name = entry.path.at(-1) as string;
          const values = definedOnly<Omit<CategoryEntry, "name">>({ description: entry.description, position: entry.position });
          return {
            current: row === undefined ? null : { name: row.name, description: row.description, position: row.position },
            desired: { name, ...values },
            create: () => service.create(ctx, { name, ...values, parentId: parent === null ? null : wireId("kct", parent.id) }),
            update: (changed) => service.update(ctx, wireId("kct", row?.id as string), changed),
          };
        });
      }
    },
  });

export const faqsSnapshot = (service: FaqsService) =>
  snapshotPart<Static<typeof Entry>[]>({
    name: "faqs",
    after: ["knowledgeCategories"],
    schema: Type.Array(Entry, { maxItems: faqsMax }),
    scopes,

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const found = await queries.allFaqs(ctx.tx, faqsMax + 1);
      refuseTooMany("FAQs", found, faqsMax);
      const paths = await categoryPaths(ctx.tx);
      const value = firstOfEach(found, (row) => row.question, leftOut).map((row) => faqEntry(row, paths));
      return { value: sortedBy(value, (faq) => faq.question), leftOut };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.question),
        "question",
      );
      const paths = await categoryPaths(ctx.tx);
      const byPath = await categoriesByPath(ctx.tx);
      const questions = entries.map((entry) => entry.question);
      const ids = new Map((await queries.faqsByQuestion(ctx.tx, questions)).map((row) => [row.question, row.id]));
      for (const [index, entry] of entries.entries()) {
        await run.entry<FaqEntry>({ index, key: entry.question }, async () => {
          const { question, answer, alternatives, category, language, status } = entry;
          const id = ids.get(question);
          const row = id === undefined ? null : await queries.findFaq(ctx.tx, id, false);
          const found = category == null ? null : byPath.get(pathKey(category));
          if (found === undefined) throw brokenRule("category", "unknown", `The category ${(category ?? []).join(" / ")} does not exist.`);
          const categoryId = found === null ? null : wireId("kct", found.id);
          return {
            current: row === null ? null : faqEntry(row, paths),
            desired: definedOnly<FaqEntry>({
              ...{ question, answer, status, language, category },
              alternatives: alternatives === undefined ? undefined : [...new Set(alternatives)],
            }),
            create: () =>
              service.create(ctx, {
                question,
                answer,
                categoryId,
                ...definedOnly<Pick<FaqEntry, "alternatives" | "language" | "status">>({ alternatives, language, status }),
              }),
            update: ({ category: moved, ...changed }) =>
              service.update(ctx, wireId("kfq", row?.id as string), { ...changed, ...(moved === undefined ? {} : { categoryId }) }),
          };
        });
      }
    },
  });

function faqEntry(row: queries.FaqRow, paths: ReadonlyMap<string, { path: string[] }>): FaqEntry {
  return {
    question: row.question,
    answer: row.answer,
    alternatives: row.alternatives,
    status: row.status,
    language: row.language_given ? row.language : null,
    category: row.category_id === null ? null : (paths.get(row.category_id)?.path ?? null),
  };
}
