import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { categoryId, ensureCategory } from "./categories.service.ts";
import * as queries from "./faqs.queries.ts";
import type { CreateFaq, Faq, UpdateFaq } from "./faqs.schema.ts";
import { addVocabulary, mainLanguage, prepareChunk, removeDocument, replaceDocument } from "./sources/indexing.queries.ts";
import type { Bounds } from "./knowledge.settings.ts";
import { detectLanguage } from "./searching/languages.ts";
import { questionKey, wholeQuestionTerm } from "./searching/question-key.ts";

export interface FaqsDeps {
  ids: IdSource;
  bounds: Bounds;
}

const languageUnknown = "en";

export function createFaqsService(deps: FaqsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.FaqRow> {
    const id = parseWireId("kfq", wire);
    const row = id === null ? null : await queries.findFaq(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** For a text too short to detect: the language of most of the tenant's knowledge. */
  async function languageOf(tx: Tx, values: { question: string; answer: string }): Promise<string> {
    return (await detectLanguage(`${values.question}\n${values.answer}`)) ?? (await mainLanguage(tx)) ?? languageUnknown;
  }

  /** A FAQ is one short passage, so it can be found as soon as its request commits. */
  async function index(tx: Tx, row: queries.FaqRow): Promise<void> {
    if (row.status !== "published") return removeDocument(tx, row.id);
    const questions = [row.question, ...row.alternatives];
    const chunk = prepareChunk({ heading: questions.join("\n"), body: row.answer }, "faq", row.language, null);
    await addVocabulary(tx, row.language, [chunk]);
    await replaceDocument(tx, {
      id: row.id,
      kind: "faq",
      language: row.language,
      isSearchable: true,
      chunks: [chunk],
      wholeQuestions: questions.filter((question) => questionKey(question) !== "").map(wholeQuestionTerm),
    });
  }

  /**
   * By id, or by name: an unknown name creates a category. Absent: undefined. Throws not_found for an id, 422 for an id
   * and a name that disagree.
   */
  async function categoryOf(ctx: TxContext, input: Pick<CreateFaq, "category" | "categoryId">): Promise<string | null | undefined> {
    const byId = input.categoryId === undefined ? undefined : await categoryId(ctx.tx, input.categoryId);
    if (input.category === undefined) return byId;
    const named = input.category === null ? null : await ensureCategory(ctx, deps, input.category, "category");
    if (byId !== undefined && byId !== named) throw brokenRule("category", "not_allowed", "It is not the category in categoryId.");
    return named;
  }

  return {
    async get(tx: Tx, wire: string): Promise<Faq> {
      return renderFaq(await find(tx, wire));
    },

    /** 404 for an unknown category; 403 entitlement_exceeded. */
    async create(ctx: TxContext, input: CreateFaq): Promise<Faq> {
      const category = (await categoryOf(ctx, input)) ?? null;
      const { question, answer } = checkTexts(input);
      if ((await queries.countFaqs(ctx.tx)) >= deps.bounds.faqsPerTenant)
        throw new AppError("entitlement_exceeded", { message: `There can be at most ${deps.bounds.faqsPerTenant} FAQs.` });
      const id = deps.ids.uuid();
      const row = await queries.insertFaq(ctx.tx, ctx.now, id, {
        question,
        answer,
        alternatives: distinct(input.alternatives ?? []),
        categoryId: category,
        language: input.language ?? (await languageOf(ctx.tx, { question, answer })),
        languageGiven: input.language != null,
        status: input.status ?? "published",
      });
      await index(ctx.tx, row);
      await recordAudit(ctx, deps.ids, "faq.created", wireId("kfq", id));
      return renderFaq(row);
    },

    /** Throws not_found. Writes nothing if nothing changes. */
    async update(ctx: TxContext, wire: string, input: UpdateFaq): Promise<Faq> {
      const row = await find(ctx.tx, wire, true);
      const before: queries.FaqValues = {
        question: row.question,
        answer: row.answer,
        alternatives: row.alternatives,
        categoryId: row.category_id,
        language: row.language,
        languageGiven: row.language_given,
        status: row.status,
      };
      const after: queries.FaqValues = {
        ...before,
        ...checkTexts({ question: input.question ?? row.question, answer: input.answer ?? row.answer }),
        alternatives: input.alternatives === undefined ? row.alternatives : distinct(input.alternatives),
        categoryId: await categoryOf(ctx, input).then((id) => (id === undefined ? row.category_id : id)),
        languageGiven: input.language === undefined ? row.language_given : input.language !== null,
        status: input.status ?? row.status,
      };
      const textChanged = after.question !== before.question || after.answer !== before.answer;
      if (input.language != null) after.language = input.language;
      else if (!after.languageGiven && (textChanged || before.languageGiven)) after.language = await languageOf(ctx.tx, after);
      const fields = Object.keys(after).filter(
        (key) => JSON.stringify(after[key as keyof typeof after]) !== JSON.stringify(before[key as keyof typeof before]),
      );
      if (fields.length === 0) return renderFaq(row);
      const changed = await queries.updateFaq(ctx.tx, ctx.now, row.id, after);
      if (fields.some((field) => field !== "categoryId" && field !== "languageGiven")) await index(ctx.tx, changed);
      await recordAudit(ctx, deps.ids, "faq.updated", wire, { fields });
      return renderFaq(changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteFaq(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "faq.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type FaqsService = ReturnType<typeof createFaqsService>;

function checkTexts(values: { question: string; answer: string }): { question: string; answer: string } {
  for (const field of ["question", "answer"] as const) if (values[field].trim() === "") throw invalidField(field, "too_short");
  return { question: values.question, answer: values.answer };
}

function distinct(questions: string[]): string[] {
  return [...new Set(questions)];
}

export function renderFaq(row: queries.FaqRow): Faq {
  return {
    id: wireId("kfq", row.id),
    question: row.question,
    answer: row.answer,
    alternatives: row.alternatives,
    categoryId: row.category_id === null ? null : wireId("kct", row.category_id),
    category: row.category,
    language: row.language,
    languageDetected: !row.language_given,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
