import type { Tx } from "#platform/db/database.ts";

export async function insertSearch(tx: Tx, now: Date, id: string, isAnswered: boolean): Promise<void> {
  await tx.query({
    name: "knowledge_search_record",
    text: "insert into knowledge_searches (tenant_id, id, is_answered, created_at) values ($1, $2, $3, $4)",
    values: [tx.tenantId, id, isAnswered, now],
  });
}

/** Counts an unanswered question; a dismissed one stays dismissed. */
export async function countQuestion(
  tx: Tx,
  now: Date,
  asked: { id: string; hash: Buffer; question: string; language: string | null },
): Promise<void> {
  await tx.query({
    name: "knowledge_question_count",
    text: `insert into knowledge_questions as q (tenant_id, id, question_hash, question, language, count, first_asked_at, last_asked_at)
           values ($1, $2, $3, $4, $5, 1, $6, $6)
           on conflict (tenant_id, question_hash) do update set count = q.count + 1, last_asked_at = greatest(q.last_asked_at, $6)`,
    values: [tx.tenantId, asked.id, asked.hash, asked.question, asked.language, now],
  });
}

export interface QuestionRow {
  id: string;
  question: string;
  language: string | null;
  count: number;
  first_asked_at: Date;
  last_asked_at: Date;
  dismissed_at: Date | null;
  /** last_asked_at with microseconds, for cursors. */
  position: string;
}

const columns = `q.id, q.question, q.language, q.count, q.first_asked_at, q.last_asked_at, q.dismissed_at, q.last_asked_at::text as position`;

/** Most recently asked first. */
export function listQuestions(tx: Tx, isDismissed: boolean, after: string[] | null, limit: number): Promise<QuestionRow[]> {
  return tx.query<QuestionRow>({
    name: "knowledge_questions_page",
    text: `select ${columns} from knowledge_questions q
            where q.tenant_id = $1 and (q.dismissed_at is not null) = $2
              and ($3::timestamptz is null or (q.last_asked_at, q.id) < ($3, $4::uuid))
            order by q.last_asked_at desc, q.id desc limit $5`,
    values: [tx.tenantId, isDismissed, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Most often asked first. A question asked between two page requests may appear on both. */
export function listMostAsked(tx: Tx, isDismissed: boolean, after: string[] | null, limit: number): Promise<QuestionRow[]> {
  return tx.query<QuestionRow>({
    name: "knowledge_questions_by_count",
    text: `select ${columns} from knowledge_questions q
            where q.tenant_id = $1 and (q.dismissed_at is not null) = $2 and ($3::integer is null or (q.count, q.id) < ($3, $4::uuid))
            order by q.count desc, q.id desc limit $5`,
    values: [tx.tenantId, isDismissed, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function findQuestion(tx: Tx, id: string): Promise<QuestionRow | null> {
  const [row] = await tx.query<QuestionRow>({
    name: "knowledge_question_by_id",
    text: `select ${columns} from knowledge_questions q where q.tenant_id = $1 and q.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** True only the first time. */
export async function dismissQuestion(tx: Tx, now: Date, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "knowledge_question_dismiss",
    text: "update knowledge_questions set dismissed_at = $3 where tenant_id = $1 and id = $2 and dismissed_at is null returning 1",
    values: [tx.tenantId, id, now],
  });
  return rows.length > 0;
}

export interface StatsRow {
  sources: Record<string, number>;
  faqs: Record<string, number>;
  chunks: number;
  searchable_chunks: number;
  searches: number;
  answered: number;
  questions: number;
}

export async function readStats(tx: Tx, since: Date): Promise<StatsRow> {
  const [row] = await tx.query<StatsRow>({
    name: "knowledge_stats",
    text: `select
             (select coalesce(json_object_agg(status, n), '{}') from (
                select status, count(*) as n from knowledge_sources where tenant_id = $1 group by status) s) as sources,
             (select coalesce(json_object_agg(status, n), '{}') from (
                select status, count(*) as n from knowledge_faqs where tenant_id = $1 group by status) f) as faqs,
             d.chunks, d.searchable_chunks, s.searches, s.answered,
             (select count(*)::integer from knowledge_questions where tenant_id = $1 and dismissed_at is null) as questions
           from (select coalesce(sum(chunk_count), 0)::integer as chunks,
                        coalesce(sum(chunk_count) filter (where is_searchable), 0)::integer as searchable_chunks
                   from knowledge_documents where tenant_id = $1) d,
                (select count(*)::integer as searches, (count(*) filter (where is_answered))::integer as answered
                   from knowledge_searches where tenant_id = $1 and created_at >= $2) s`,
    values: [tx.tenantId, since],
  });
  if (row === undefined) throw new Error("statistics without a row");
  return row;
}

/** The names shown with passages from sources. */
export async function documentNames(tx: Tx, sourceIds: string[]): Promise<Map<string, { name: string; url: string | null }>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; name: string; url: string | null }>({
    name: "knowledge_source_names",
    text: "select id, name, url from knowledge_sources where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, [...new Set(sourceIds)]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
