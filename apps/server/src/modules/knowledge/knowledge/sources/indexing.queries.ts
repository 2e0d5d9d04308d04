import type { Tx } from "#platform/db/database.ts";
import type { Chunk } from "./chunking.ts";
import { configOf, prepareText } from "../searching/languages.ts";

/** A passage with its words as input for PostgreSQL's parser. */
export interface PreparedChunk extends Chunk {
  words: string;
}

/** The weight of the words in a FAQ's question. */
const questionWeight = 2;

/** `name`: words that find every passage, in addition to its own. */
export function prepareChunk(chunk: Chunk, kind: DocumentContent["kind"], language: string, name: string | null): PreparedChunk {
  const headings = Array<string | null>(kind === "faq" ? questionWeight : 1).fill(chunk.heading);
  const parts = [name, ...headings, chunk.body].filter((part) => part !== null && part !== "");
  return { ...chunk, words: parts.map((part) => prepareText(part as string, language)).join(" . ") };
}

export interface DocumentContent {
  /** The source's or FAQ's. */
  id: string;
  kind: "source" | "faq";
  language: string;
  isSearchable: boolean;
  chunks: PreparedChunk[];
  /** Whole questions that this answers (`wholeQuestionTerm`). */
  wholeQuestions: string[];
}

/**
 * Replaces the searchable document in this transaction: readers see the old one or the new one. Of two writers of the
 * same document, the second waits for the first.
 */
export async function replaceDocument(tx: Tx, content: DocumentContent): Promise<void> {
  await removeDocument(tx, content.id);
  const { chunks, language, kind } = content;
  await tx.query({
    name: "knowledge_document_insert",
    text: `insert into knowledge_documents (tenant_id, id, source_id, faq_id, language, chunk_count, token_count, is_searchable)
           values ($1, $2, case when $3 = 'source' then $2::uuid end, case when $3 = 'faq' then $2::uuid end, $4, $5, 0, $6)`,
    values: [tx.tenantId, content.id, kind, language, chunks.length, content.isSearchable],
  });
  if (chunks.length === 0) return;
  await tx.query({
    name: "knowledge_chunks_insert",
    text: `insert into knowledge_chunks (tenant_id, document_id, ordinal, heading, body)
           select $1, $2, c.n - 1, c.heading, c.body from unnest($3::text[], $4::text[]) with ordinality c (heading, body, n)`,
    values: [tx.tenantId, content.id, chunks.map((chunk) => chunk.heading), chunks.map((chunk) => chunk.body)],
  });
  await tx.query({
    name: "knowledge_postings_insert",
    text: `with lexemes as (
             select c.n - 1 as ordinal, l.term, least(l.tf, 65535)::bigint as tf,
                    least(sum(l.tf) over (partition by c.n), 65535)::bigint as length
               from unnest($5::text[]) with ordinality c (words, n)
               cross join lateral knowledge_lexemes($4::regconfig, c.words) l
           ), written as (
             insert into knowledge_postings (tenant_id, language, term, document_id, hits)
             select $1::uuid, $3::text, term, $2::uuid, array_agg((ordinal << 32) | (tf << 16) | length order by ordinal) from lexemes group by term
             union all
             select $1::uuid, $3::text, term, $2::uuid, array[(1::bigint << 16) | 1] from unnest($6::text[]) w (term) group by term
           )
           update knowledge_documents d set token_count = (select coalesce(sum(tf), 0) from lexemes)
            where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, content.id, language, configOf(language), chunks.map((chunk) => chunk.words), content.wholeQuestions],
  });
}

/**
 * Adds passages' lexemes to the tenant's vocabulary. Other writers of the same new words wait for this transaction, so
 * it must be short; a large document gets a separate one. Sorted, so that two writers wait in one direction only.
 */
export async function addVocabulary(tx: Tx, language: string, chunks: PreparedChunk[]): Promise<void> {
  await tx.query({
    name: "knowledge_vocabulary_insert",
    text: `insert into knowledge_vocabulary (tenant_id, language, term)
           select $1, $2, w.term from (
             select distinct l.term from unnest($4::text[]) c (words) cross join lateral knowledge_lexemes($3::regconfig, c.words) l
              where length(l.term) between 3 and 40 and l.term !~ '[0-9]') w
            where not exists (select 1 from knowledge_vocabulary v where v.tenant_id = $1 and v.language = $2 and v.term = w.term)
            order by w.term
           on conflict do nothing`,
    values: [tx.tenantId, language, configOf(language), chunks.map((chunk) => chunk.words)],
  });
}

export async function removeDocument(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_document_delete",
    text: "delete from knowledge_documents where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** Sets whether a source's document can be found. */
export async function setSearchable(tx: Tx, id: string, isSearchable: boolean): Promise<void> {
  await tx.query({
    name: "knowledge_document_searchable",
    text: "update knowledge_documents set is_searchable = $3 where tenant_id = $1 and id = $2 and is_searchable <> $3",
    values: [tx.tenantId, id, isSearchable],
  });
}

/** The language of most of the tenant's knowledge; null: there is none. */
export async function mainLanguage(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ language: string }>({
    name: "knowledge_main_language",
    text: `select language from knowledge_documents where tenant_id = $1 and is_searchable
            group by language order by sum(chunk_count) desc, language limit 1`,
    values: [tx.tenantId],
  });
  return row?.language ?? null;
}
