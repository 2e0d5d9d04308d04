import type { Tx } from "#platform/db/database.ts";

/** As a turn stores them: wire ids. */
export interface CitationRow {
  source_id: string | null;
  faq_id: string | null;
  answers: number;
}

/** In how many answers since an instant each source and FAQ was cited, most cited first. */
export function countCitations(tx: Tx, since: Date, limit: number): Promise<CitationRow[]> {
  return tx.query<CitationRow>({
    name: "chatbot_citations",
    // A turn with two attempts has two steps of checks: the last one is about what was sent.
    text: `select p.passage->>'sourceId' as source_id, p.passage->>'faqId' as faq_id, count(distinct t.id)::integer as answers
             from chatbots b
             join chatbot_turns t on t.tenant_id = $1 and t.chatbot_id = b.id and t.created_at >= $2 and t.decision = 'answered'
            cross join lateral (select s.step->'details'->'citations' as refs from jsonb_array_elements(t.trace->'steps') with ordinality s (step, place)
                                 where s.step->>'step' = 'checks' order by s.place desc limit 1) c
            cross join lateral jsonb_array_elements(t.trace->'passages') p (passage)
            where b.tenant_id = $1 and c.refs ? (p.passage->>'ref')
            group by 1, 2 order by 3 desc, 1, 2 limit $3`,
    values: [tx.tenantId, since, limit],
  });
}
