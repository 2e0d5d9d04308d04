import type { Tx } from "#platform/db/database.ts";
import { editDistance } from "./edit-distance.ts";
import { configOf, prepareText } from "./languages.ts";
import { questionKey, wholeQuestionTerm } from "./question-key.ts";
import {
  type SearchTerm,
  type FoundChunk,
  type LanguageSize,
  languageSizes,
  type QueryTerm,
  questionTerms,
  rankChunks,
  similarTerms,
} from "./search.queries.ts";

export interface KnowledgeSearch {
  /** In words, at most 500 characters. */
  question: string;
  /** ISO 639: only passages in this language. Default: all of the tenant's languages. */
  language?: string | undefined;
  kind?: "source" | "faq" | undefined;
  /** Maximum passages per source or FAQ; default 3. */
  perDocument?: number;
  limit: number;
}

export interface KnowledgeFinding {
  found: FoundChunk[];
  /** The best score of all passages found. */
  bestScore: number;
}

/** Below this, the best passage has too little in common with the question to count as an answer. */
export const answeredScoreMin = 0.25;

const languagesMax = 6;
const termsPerLanguageMax = 48;
const unknownMax = 8;
const alternativesMax = 3;

/**
 * Passages for a question, best first: only from published FAQs and active sources of the transaction's tenant. Typos
 * of up to two letters in longer words are tolerated; no word is required. Nothing is recorded: see `recordSearch`.
 */
export async function searchKnowledge(tx: Tx, search: KnowledgeSearch): Promise<KnowledgeFinding> {
  const { question, language } = search;
  if (questionKey(question) === "") return { found: [], bestScore: 0 };
  const sizes = await languageSizes(tx, language ?? null, languagesMax);
  if (sizes.length === 0) return { found: [], bestScore: 0 };
  const asked = await searchTerms(tx, question, sizes);
  const found = await rankChunks(tx, asked, sizes, {
    kind: search.kind ?? null,
    perDocument: search.perDocument ?? 3,
    limit: search.limit,
  });
  return { found, bestScore: found[0]?.score ?? 0 };
}

async function searchTerms(tx: Tx, question: string, sizes: LanguageSize[]): Promise<SearchTerm[]> {
  const terms = await questionTerms(
    tx,
    sizes.map(({ language }) => ({ language, config: configOf(language), text: prepareText(question, language) })),
    termsPerLanguageMax,
  );
  const unknown = unknownWords(
    terms,
    sizes.map(({ language }) => language),
  ).slice(0, unknownMax);
  const similar = unknown.length === 0 ? [] : await similarTerms(tx, unknown);
  const whole = wholeQuestionTerm(question);
  return [
    ...sizes.map(({ language }) => ({ token: -1, language, term: whole, weight: 1 })),
    ...terms.flatMap((term) => {
      const corrections = spellings(term, similar);
      return corrections.length > 0 ? corrections : [{ token: term.place, language: term.language, term: term.term, weight: 1 }];
    }),
  ];
}

/**
 * Lexemes that may be misspelled: those of a word unknown in every language. A word too common in a language to be a
 * lexeme there counts as known.
 */
export function unknownWords(terms: QueryTerm[], languages: string[]): QueryTerm[] {
  const byPlace = Map.groupBy(terms, (term) => term.place);
  return terms.filter(({ place, term }) => {
    const here = byPlace.get(place) ?? [];
    return isWord(term) && !here.some(({ known }) => known) && languages.every((language) => here.some((t) => t.language === language));
  });
}

function isWord(term: string): boolean {
  return term.length >= 4 && /^[\p{L}\p{M}'’-]+$/u.test(term) && !/[\p{Script=Han}\p{Script=Thai}]/u.test(term);
}

/** Known lexemes of which an unknown one may be a misspelling; the larger the distance, the less they count. */
export function spellings(
  { term, language, known, place }: QueryTerm,
  similar: { word: string; language: string; term: string }[],
): SearchTerm[] {
  if (known) return [];
  const max = term.length >= 7 ? 2 : 1;
  return similar
    .filter((s) => s.word === term && s.language === language)
    .map((s) => ({ token: place, language, term: s.term, distance: editDistance(term, s.term, max) }))
    .filter(({ distance }) => distance <= max)
    .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1))
    .slice(0, alternativesMax)
    .map(({ distance, ...rest }) => ({ ...rest, weight: 1 - distance / term.length }));
}
