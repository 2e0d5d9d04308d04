import type { Tx } from "#platform/db/database.ts";

export interface FaqRow {
  id: string;
  question: string;
  answer: string;
  alternatives: string[];
  category_id: string | null;
  /** Its name. */
  category: string | null;
  language: string;
  language_given: boolean;
  status: "draft" | "published" | "archived";
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `f.id, f.question, f.answer, f.alternatives, f.category_id,
  (select g.name from knowledge_categories g where g.tenant_id = f.tenant_id and g.id = f.category_id) as category, f.language, f.language_given, f.status, f.created_at,
  f.updated_at, f.created_at::text as position`;

export async function findFaq(tx: Tx, id: string, lock: boolean): Promise<FaqRow | null> {
  const [row] = await tx.query<FaqRow>({
    name: lock ? "knowledge_faq_lock" : "knowledge_faq_by_id",
    text: `select ${columns} from knowledge_faqs f where f.tenant_id = $1 and f.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export interface FaqFilter {
  status: string | undefined;
  categoryId: string | null;
  language: string | undefined;
}

/** Newest first by (created_at, id). */
export function listFaqs(tx: Tx, filter: FaqFilter, after: string[] | null, limit: number): Promise<FaqRow[]> {
  return tx.query<FaqRow>({
    name: "knowledge_faqs_list",
    text: `select ${columns} from knowledge_faqs f
            where f.tenant_id = $1 and ($2::text is null or f.status = $2) and ($3::uuid is null or f.category_id = $3)
              and ($4::text is null or f.language = $4)
              and ($5::timestamptz is null or (f.created_at, f.id) < ($5, $6::uuid))
            order by f.created_at desc, f.id desc limit $7`,
    values: [tx.tenantId, filter.status ?? null, filter.categoryId, filter.language ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Which of the ids match the filter. */
export function filterFaqs(tx: Tx, ids: string[], filter: FaqFilter): Promise<FaqRow[]> {
  return tx.query<FaqRow>({
    name: "knowledge_faqs_of",
    text: `select ${columns} from knowledge_faqs f
            where f.tenant_id = $1 and f.id = any($2::uuid[]) and ($3::text is null or f.status = $3)
              and ($4::uuid is null or f.category_id = $4) and ($5::text is null or f.language = $5)`,
    values: [tx.tenantId, ids, filter.status ?? null, filter.categoryId, filter.language ?? null],
  });
}

/** Serializes creations in a tenant, so that the count includes concurrent ones. */
export async function countFaqs(tx: Tx): Promise<number> {
  await tx.query({
    name: "knowledge_faqs_serialize",
    text: "select pg_advisory_xact_lock(hashtextextended('knowledge faqs ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "knowledge_faqs_count",
    text: "select count(*)::integer as count from knowledge_faqs where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

export interface FaqValues {
  question: string;
  answer: string;
  alternatives: string[];
  categoryId: string | null;
  language: string;
  languageGiven: boolean;
  status: FaqRow["status"];
}

const stored = (v: FaqValues) => [v.question, v.answer, v.alternatives, v.categoryId, v.language, v.languageGiven, v.status];

export async function insertFaq(tx: Tx, now: Date, id: string, values: FaqValues): Promise<FaqRow> {
  const [row] = await tx.query<FaqRow>({
    name: "knowledge_faq_insert",
    text: `insert into knowledge_faqs as f (tenant_id, id, created_at, updated_at, question, answer, alternatives, category_id, language,
             language_given, status)
           values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  if (row === undefined) throw new Error("a FAQ was not stored");
  return row;
}

export async function updateFaq(tx: Tx, now: Date, id: string, values: FaqValues): Promise<FaqRow> {
  const [row] = await tx.query<FaqRow>({
    name: "knowledge_faq_update",
    text: `update knowledge_faqs f set updated_at = $3, question = $4, answer = $5, alternatives = $6, category_id = $7, language = $8,
             language_given = $9, status = $10
            where f.tenant_id = $1 and f.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  if (row === undefined) throw new Error("the locked FAQ does not exist");
  return row;
}

export async function deleteFaq(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_faq_delete",
    text: "delete from knowledge_faqs where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** All FAQs of a tenant, oldest first, for a snapshot. */
export function allFaqs(tx: Tx, limit: number): Promise<FaqRow[]> {
  return tx.query<FaqRow>({
    name: "knowledge_faqs_all",
    text: `select ${columns} from knowledge_faqs f where f.tenant_id = $1 order by f.created_at, f.id limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** The oldest FAQ of each question, in one statement for any number of questions. */
export function faqsByQuestion(tx: Tx, questions: string[]): Promise<{ id: string; question: string }[]> {
  return tx.query({
    name: "knowledge_faqs_by_question",
    text: `select distinct on (f.question) f.id, f.question from knowledge_faqs f
            where f.tenant_id = $1 and f.question = any($2::text[]) order by f.question, f.created_at, f.id`,
    values: [tx.tenantId, questions],
  });
}
