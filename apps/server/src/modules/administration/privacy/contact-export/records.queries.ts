import type { Tx } from "#platform/db/database.ts";

/**
 * A section listed row by row: `text` takes the tenant, the contacts (uuid[]), the id to continue after and a limit,
 * and returns `id` and `data`.
 */
export interface RecordSection {
  record: string;
  limit: number;
  text: string;
}

const inConversations = "join conversations v on v.tenant_id = $1 and v.id = x.conversation_id and v.contact_id = any($2)";
const page = "x.id > $3::uuid order by x.id limit $4";

/** In file order. The names are the API's where it has them. */
export const recordSections: RecordSection[] = [
  {
    record: "activity",
    limit: 500,
    text: `select x.id, json_build_object('id', wire_id('cac', x.id), 'contactId', wire_id('cnt', x.contact_id), 'type', x.type, 'data', x.data,
                    'occurredAt', wire_time(x.occurred_at)) as data
             from contact_activities x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
  {
    record: "conversation",
    limit: 500,
    text: `select x.id, json_build_object('id', wire_id('conv', x.id), 'contactId', wire_id('cnt', x.contact_id), 'channelId',
                    wire_id('chn', x.channel_id), 'channelKind', x.channel_kind, 'status', x.status, 'subject', x.subject, 'priority', x.priority,
                    'createdAt', wire_time(x.created_at), 'lastMessageAt', wire_time(x.last_message_at), 'resolvedAt', wire_time(x.resolved_at)) as data
             from conversations x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
  {
    record: "message",
    limit: 200,
    text: `select x.id, json_build_object('id', wire_id('msg', x.id), 'conversationId', wire_id('conv', x.conversation_id), 'direction', x.direction,
                    'type', x.type, 'isNote', x.is_note, 'from', x.from_address, 'to', x.to_address, 'text', x.text, 'content', x.content, 'media', x.media,
                    'reactions', x.reactions, 'status', x.status, 'externalId', x.external_id, 'clientReference', x.client_reference,
                    'authorKind', x.author_kind, 'occurredAt', wire_time(x.occurred_at)) as data
             from messages x ${inConversations} where x.tenant_id = $1 and ${page}`,
  },
  {
    record: "call",
    limit: 50,
    text: `select x.id, json_build_object('id', wire_id('call', x.id), 'conversationId', wire_id('conv', x.conversation_id), 'direction', x.direction,
                    'from', x.from_address, 'to', x.to_address, 'status', x.status, 'endReason', x.end_reason, 'consent', x.consent,
                    'createdAt', wire_time(x.created_at), 'answeredAt', wire_time(x.answered_at), 'endedAt', wire_time(x.ended_at),
                    'summary', x.summary, 'sentiment', x.sentiment, 'outcome', x.outcome, 'extracted', x.extracted,
                    'recordingMediaId', (select wire_id('med', r.media_id) from voice_recordings r where r.tenant_id = $1 and r.call_id = x.id),
                    'turns', (select coalesce(json_agg(json_build_object('speaker', t.speaker, 'text', t.text, 'beganMs', t.began_ms) order by t.n), '[]')
                                from voice_call_turns t where t.tenant_id = $1 and t.call_id = x.id)) as data
             from voice_calls x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
  {
    record: "deal",
    limit: 500,
    text: `select x.id, json_build_object('id', wire_id('deal', x.id), 'title', x.title, 'amount', x.amount, 'currency', x.currency, 'status', x.status,
                    'lostReason', x.lost_reason, 'expectedCloseAt', wire_time(x.expected_close_at), 'createdAt', wire_time(x.created_at)) as data
             from deals x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
  {
    record: "order",
    limit: 500,
    text: `select x.id, json_build_object('id', wire_id('ord', x.id), 'number', x.number, 'externalReference', x.external_reference, 'status', x.status,
                    'items', x.items, 'currency', x.currency, 'subtotal', x.subtotal, 'discount', x.discount, 'tax', x.tax, 'shipping', x.shipping,
                    'total', x.total, 'note', x.note, 'createdAt', wire_time(x.created_at)) as data
             from orders x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
  {
    record: "ticket",
    limit: 500,
    text: `select x.id, json_build_object('id', wire_id('tkt', x.id), 'number', x.number, 'subject', x.subject, 'description', x.description,
                    'status', x.status, 'priority', x.priority, 'labels', x.labels, 'source', x.source, 'createdAt', wire_time(x.created_at),
                    'comments', (select coalesce(json_agg(json_build_object('text', a.text, 'createdAt', wire_time(a.created_at)) order by a.created_at), '[]')
                                   from ticket_activity a where a.tenant_id = $1 and a.ticket_id = x.id and a.kind = 'comment')) as data
             from tickets x where x.tenant_id = $1 and x.contact_id = any($2) and ${page}`,
  },
];

export interface File {
  wire: string;
  content_id: string | null;
  size_bytes: number | null;
  mime_type: string | null;
  filename: string | null;
}

export function nextRecords(
  tx: Tx,
  people: string[],
  after: string,
  limit: number,
  section: RecordSection,
): Promise<{ id: string; data: object }[]> {
  return tx.query({
    name: `export_${section.record}`,
    text: section.text,
    values: [tx.tenantId, people, after, limit],
  });
}

export function nextFile(tx: Tx, people: string[], after: string, done: string): Promise<{ wire: string }[]> {
  return tx.query({
    name: done === "" ? "export_media_next" : "export_media_same",
    text: `select min(f.wire) as wire from (
             select e->>'id' as wire from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id
               cross join jsonb_array_elements(m.media) e
              where v.tenant_id = $1 and v.contact_id = any($2) and m.media <> '[]'
             union all
             select wire_id('med', r.media_id) from voice_calls c join voice_recordings r on r.tenant_id = $1 and r.call_id = c.id
              where c.tenant_id = $1 and c.contact_id = any($2) and r.media_id is not null) f
            where f.wire ${done === "" ? ">" : ">="} $3`,
    values: [tx.tenantId, people, after],
  });
}

export function findFile(tx: Tx, id: string | null): Promise<Omit<File, "wire">[]> {
  return tx.query({
    name: "export_media_file",
    text: `select d.content_id, c.size_bytes, d.mime_type, d.filename
             from media d left join media_contents c on c.tenant_id = $1 and c.id = d.content_id where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, id],
  });
}
