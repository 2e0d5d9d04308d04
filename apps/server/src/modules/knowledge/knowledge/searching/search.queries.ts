import type { Tx } from "#platform/db/database.ts";

export interface LanguageSize {
  language: string;
  chunks: number;
  tokens: number;
}

/** How much can be found in each of the tenant's languages, largest first. */
export function languageSizes(tx: Tx, language: string | null, limit: number): Promise<LanguageSize[]> {
  return tx.query<LanguageSize>({
    name: "knowledge_sizes",
    text: `select language, sum(chunk_count)::float8 as chunks, sum(token_count)::float8 as tokens from knowledge_documents
            where tenant_id = $1 and is_searchable and ($2::text is null or language = $2)
            group by language order by 2 desc, 1 limit $3`,
    values: [tx.tenantId, language, limit],
  });
}

export interface QueryTerm {
  language: string;
  term: string;
  /** Its word's position in the question, the same in every language. */
  place: number;
  /** Whether a searchable passage contains it. */
  known: boolean;
}

/** A question's lexemes in each language. */
export function questionTerms(
  tx: Tx,
  questions: { language: string; config: string; text: string }[],
  limitPerLanguage: number,
): Promise<QueryTerm[]> {
  return tx.query<QueryTerm>({
    name: "knowledge_question_terms",
    text: `select q.language, l.term, l.place,
                  exists (select 1 from knowledge_postings p
                            join knowledge_documents d on d.tenant_id = $1 and d.id = p.document_id and d.is_searchable
                           where p.tenant_id = $1 and p.language = q.language and p.term = l.term) as known
             from unnest($2::text[], $3::text[], $4::text[]) q (language, config, text)
             cross join lateral (select k.term, k.place from knowledge_lexemes(q.config::regconfig, q.text) k order by k.place, k.term limit $5) l`,
    values: [tx.tenantId, questions.map((q) => q.language), questions.map((q) => q.config), questions.map((q) => q.text), limitPerLanguage],
  });
}

/** The tenant's lexemes similar to unknown ones: see functions/similar_knowledge_terms.sql. */
export function similarTerms(
  tx: Tx,
  unknown: { language: string; term: string }[],
): Promise<{ word: string; language: string; term: string }[]> {
  return tx.query({
    name: "knowledge_similar_terms",
    text: "select word, language, term from similar_knowledge_terms($1, $2)",
    values: [unknown.map((u) => u.term), unknown.map((u) => u.language)],
  });
}

export interface SearchTerm {
  /**
   * Its word's position in the question: lexemes with the same number belong to the same word; below 0, to the whole
   * question.
   */
  token: number;
  language: string;
  term: string;
  weight: number;
}

export interface FoundChunk {
  document_id: string;
  source_id: string | null;
  faq_id: string | null;
  ordinal: number;
  language: string;
  score: number;
  heading: string | null;
  body: string;
}

/**
 * The best passages by BM25 with k1 = 1.2 and b = 0.75 over all searchable passages, best first. For each word of the
 * question, its best lexeme counts. The score is relative to the maximum of all words in the passage's language; 1 for
 * a whole question. At most `perDocument` passages per document.
 */
export function rankChunks(
  tx: Tx,
  asked: SearchTerm[],
  sizes: LanguageSize[],
  options: { kind: "source" | "faq" | null; perDocument: number; limit: number },
): Promise<FoundChunk[]> {
  return tx.query<FoundChunk>({
    name: "knowledge_rank",
    text: `
      with q as (
        select * from unnest($2::integer[], $3::text[], $4::text[], $5::float8[]) q (token, language, term, weight)
      ), sizes as (
        select * from unnest($6::text[], $7::float8[], $8::float8[]) s (language, chunks, mean)
      ), hits as materialized (
        select q.token, q.language, q.term, q.weight, p.document_id, d.source_id, d.faq_id, h.hit
          from q join knowledge_postings p on p.tenant_id = $1 and p.language = q.language and p.term = q.term
          join knowledge_documents d on d.tenant_id = $1 and d.id = p.document_id and d.is_searchable
          cross join lateral unnest(p.hits) h (hit)
      ), counts as (
        -- Passages: two words of the question may have the same lexeme, and then each of its hits stands here twice.
        select language, term, count(distinct (document_id, hit >> 32))::float8 as df from hits group by language, term
      ), terms as (
        select q.token, q.language, q.term, ln(1 + (s.chunks - coalesce(c.df, 0) + 0.5) / (coalesce(c.df, 0) + 0.5)) as idf, s.mean
          from q join sizes s using (language) left join counts c using (language, term)
      ), most as (
        select language, 2.2 * sum(idf) as score
          from (select language, token, max(idf) as idf from terms where token >= 0 group by language, token) best group by language
      ), gains as (
        select h.document_id, h.source_id, h.faq_id, (h.hit >> 32)::integer as ordinal, h.language, h.token,
               max(h.weight * t.idf * 2.2 * ((h.hit >> 16) & 65535) /
                   (((h.hit >> 16) & 65535) + 1.2 * (0.25 + 0.75 * (h.hit & 65535) / greatest(t.mean, 1)))) as gain
          from hits h join terms t on t.token = h.token and t.language = h.language and t.term = h.term
         group by h.document_id, h.source_id, h.faq_id, h.hit >> 32, h.language, h.token
      ), scored as (
        select g.document_id, g.source_id, g.faq_id, g.ordinal, g.language,
               case when bool_or(g.token < 0) then 1.0 else least(1.0, sum(g.gain) / greatest(max(m.score), 0.000001)) end as score,
               sum(g.gain) as raw
          from gains g left join most m using (language)
         where ($9::text is null or ($9 = 'source') = (g.source_id is not null))
         group by g.document_id, g.source_id, g.faq_id, g.ordinal, g.language
      ), ranked as (
        select s.*, row_number() over (partition by document_id order by score desc, raw desc, ordinal) as nth from scored s
      ), best as (
        select * from ranked where nth <= $10 order by score desc, raw desc, document_id, ordinal limit $11
      )
      select b.document_id, b.source_id, b.faq_id, b.ordinal, b.language, b.score, c.heading, c.body
        from best b join knowledge_chunks c on c.tenant_id = $1 and c.document_id = b.document_id and c.ordinal = b.ordinal
       order by b.score desc, b.raw desc, b.document_id, b.ordinal`,
    values: [
      tx.tenantId,
      asked.map((a) => a.token),
      asked.map((a) => a.language),
      asked.map((a) => a.term),
      asked.map((a) => a.weight),
      sizes.map((s) => s.language),
      sizes.map((s) => s.chunks),
      sizes.map((s) => s.tokens / Math.max(1, s.chunks)),
      options.kind,
      options.perDocument,
      options.limit,
    ],
  });
}
