import { createHash } from "node:crypto";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { detectLanguage } from "./languages.ts";
import { questionKey, withoutPersonalData } from "./question-key.ts";
import { answeredScoreMin, searchKnowledge } from "./search.ts";
import { faqStates } from "../faqs.schema.ts";
import { sourceStates } from "../sources/sources.schema.ts";
import type { FoundChunk } from "./search.queries.ts";
import type { KnowledgeFindings, KnowledgeStats, UnansweredQuestion } from "./search.schema.ts";
import * as queries from "./searches.queries.ts";
import { snippetOf } from "./snippet.ts";

export interface SearchesDeps {
  ids: IdSource;
  searchDays: number;
}

/** The limit of a searched list. */
export const rankedMax = 200;
const dayMs = 86_400_000;

/** Counts a search, and stores an unanswered question: without personal data, once however often it is asked. */
export async function recordSearch(
  tx: Tx,
  now: Date,
  ids: IdSource,
  search: { question: string; language?: string | undefined; bestScore: number },
): Promise<void> {
  const isAnswered = search.bestScore >= answeredScoreMin;
  await queries.insertSearch(tx, now, ids.uuid(), isAnswered);
  const question = withoutPersonalData(search.question);
  const hash = hashOfQuestion(search.question);
  if (isAnswered || hash === null) return;
  await queries.countQuestion(tx, now, {
    id: ids.uuid(),
    hash,
    question,
    language: search.language ?? (await detectLanguage(question)),
  });
}

/**
 * A question's stored hash, as recordSearch counts it: equal hashes are one question. null: nothing is stored of it.
 */
export function hashOfQuestion(text: string): Buffer | null {
  const key = questionKey(withoutPersonalData(text));
  return key === "" ? null : createHash("sha256").update(key).digest();
}

export function createSearchesService(deps: SearchesDeps) {
  return {
    /** Passages from a position on, best first, at most 200. */
    async search(
      ctx: TxContext,
      query: { q: string; language?: string | undefined; from: number; limit: number; record: boolean },
    ): Promise<{ answered: boolean; rows: Finding[] }> {
      const { q, language, from } = query;
      const limit = Math.min(rankedMax, from + query.limit);
      const { found, bestScore } = await searchKnowledge(ctx.tx, { question: q, language, limit });
      if (query.record) await recordSearch(ctx.tx, ctx.now, deps.ids, { question: q, language, bestScore });
      const shown = found.slice(from);
      const sources = await queries.documentNames(
        ctx.tx,
        shown.flatMap((chunk) => chunk.source_id ?? []),
      );
      return {
        answered: bestScore >= answeredScoreMin,
        rows: shown.map((chunk, i) => ({
          chunk,
          place: from + i + 1,
          source: chunk.source_id === null ? null : (sources.get(chunk.source_id) ?? null),
        })),
      };
    },

    /**
     * The documents of one kind for a searched list, best first, at most 200. Recorded with the first page: it counts
     * as answered if anything of either kind answers it.
     */
    async rank(
      ctx: TxContext,
      search: { q: string; kind: "source" | "faq"; language: string | undefined; record: boolean },
    ): Promise<FoundChunk[]> {
      const question = { question: search.q, language: search.language };
      const ranked = await searchKnowledge(ctx.tx, { ...question, kind: search.kind, perDocument: 1, limit: rankedMax });
      if (search.record) {
        const either =
          ranked.bestScore >= answeredScoreMin ? ranked : await searchKnowledge(ctx.tx, { ...question, perDocument: 1, limit: 1 });
        await recordSearch(ctx.tx, ctx.now, deps.ids, { ...question, bestScore: either.bestScore });
      }
      return ranked.found;
    },

    async stats(ctx: TxContext): Promise<KnowledgeStats> {
      const since = new Date(ctx.now.getTime() - deps.searchDays * dayMs);
      const row = await queries.readStats(ctx.tx, since);
      return {
        sources: counts(sourceStates, row.sources),
        faqs: counts(faqStates, row.faqs),
        chunks: { total: row.chunks, searchable: row.searchable_chunks },
        searches: {
          since: since.toISOString(),
          total: row.searches,
          hits: row.answered,
          unanswered: row.searches - row.answered,
        },
        unansweredQuestions: row.questions,
      };
    },

    listUnanswered: queries.listQuestions,
    listMostAsked: queries.listMostAsked,

    async getUnanswered(tx: Tx, wire: string): Promise<UnansweredQuestion> {
      const id = parseWireId("knq", wire);
      const row = id === null ? null : await queries.findQuestion(tx, id);
      if (row === null) throw notFound(wire);
      return renderQuestion(row);
    },

    /** Permanent: a repeated question is counted, but stays dismissed. Idempotent. */
    async dismiss(ctx: TxContext, wire: string): Promise<UnansweredQuestion> {
      const id = parseWireId("knq", wire);
      if (id === null) throw notFound(wire);
      if (await queries.dismissQuestion(ctx.tx, ctx.now, id)) await recordAudit(ctx, deps.ids, "knowledge_question.dismissed", wire);
      return this.getUnanswered(ctx.tx, wire);
    },
  };
}

interface Finding {
  chunk: FoundChunk;
  /** Counted from 1. */
  place: number;
  /** null: a FAQ. */
  source: { name: string; url: string | null } | null;
}

export const renderFinding =
  (question: string) =>
  ({ chunk, source }: Finding): KnowledgeFindings["data"][number] => ({
    kind: chunk.source_id === null ? "faq" : "source",
    sourceId: chunk.source_id === null ? null : wireId("kns", chunk.source_id),
    faqId: chunk.faq_id === null ? null : wireId("kfq", chunk.faq_id),
    title: source === null ? questionOf(chunk) : source.name,
    url: source?.url ?? null,
    heading: source === null ? null : chunk.heading,
    position: chunk.ordinal,
    language: chunk.language,
    text: chunk.body,
    snippet: snippetOf(chunk.body, question, chunk.language),
    score: roundScore(chunk.score),
  });

export type SearchesService = ReturnType<typeof createSearchesService>;

export const roundScore = (score: number) => Math.round(score * 10_000) / 10_000;

function questionOf(chunk: FoundChunk): string {
  return chunk.heading?.split("\n")[0] ?? "";
}

function counts<const T extends string>(states: readonly T[], found: Record<string, number>): Record<T, number> & { total: number } {
  const each = Object.fromEntries(states.map((state) => [state, found[state] ?? 0])) as Record<T, number>;
  return { ...each, total: Object.values<number>(each).reduce((sum, n) => sum + n, 0) };
}

export function renderQuestion(row: queries.QuestionRow): UnansweredQuestion {
  return {
    id: wireId("knq", row.id),
    question: row.question,
    language: row.language,
    count: row.count,
    firstAskedAt: row.first_asked_at.toISOString(),
    lastAskedAt: row.last_asked_at.toISOString(),
    dismissedAt: row.dismissed_at?.toISOString() ?? null,
  };
}
