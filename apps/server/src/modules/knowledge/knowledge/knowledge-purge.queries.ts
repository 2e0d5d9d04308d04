import type { Database } from "#platform/db/database.ts";

export function removeSearches(database: Pick<Database, "worker">, limit: number, before: Date): Promise<object[]> {
  return database.worker({
    name: "knowledge_searches_purge",
    text: `delete from knowledge_searches where (tenant_id, id) in (
     select tenant_id, id from knowledge_searches where created_at < $2 order by created_at limit $1) returning 1`,
    values: [limit, before],
  });
}

export function removeQuestions(database: Pick<Database, "worker">, limit: number, before: Date): Promise<object[]> {
  return database.worker({
    name: "knowledge_questions_purge",
    text: `delete from knowledge_questions where (tenant_id, id) in (
     select tenant_id, id from knowledge_questions where last_asked_at < $2 order by last_asked_at limit $1) and last_asked_at < $2 returning 1`,
    values: [limit, before],
  });
}

/**
 * A word that a writer adds again during the removal is only missing for typo tolerance, until it is written once more.
 */
export function removeUnusedTerms(database: Pick<Database, "worker">, limit: number): Promise<object[]> {
  return database.worker({
    name: "knowledge_vocabulary_purge",
    text: `delete from knowledge_vocabulary where (tenant_id, language, term) in (
     select v.tenant_id, v.language, v.term from knowledge_vocabulary v
      where not exists (select 1 from knowledge_postings p
                         where p.tenant_id = v.tenant_id and p.language = v.language and p.term = v.term)
      limit $1) returning 1`,
    values: [limit],
  });
}
