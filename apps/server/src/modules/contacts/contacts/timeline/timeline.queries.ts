import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TimelineItem } from "./timeline.schema.ts";

export interface TimelineRow {
  id: string;
  type: TimelineItem["type"];
  at: Date;
  /** `at` to the microsecond, for cursors. */
  position: string;
  contact_id: string;
  conversation_id: string | null;
  channel_id: string | null;
  actor_kind: string | null;
  /** For messages the wire id; for activities a uuid or a keyword. */
  actor_id: string | null;
  direction: "inbound" | "outbound" | null;
  message_type: string | null;
  preview: string | null;
  status: string | null;
  data: Record<string, unknown>;
  /** For merges: the other contact. */
  other_id: string | null;
}

/** The contacts merged into this one, whose activities are part of its history. */
export async function listMergedInto(tx: Tx, contactId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "timeline_merged",
    text: "select c.id from contacts c where c.tenant_id = $1 and c.merged_into_id = $2",
    values: [tx.tenantId, contactId],
  });
  return [contactId, ...rows.map((row) => row.id)];
}

/**
 * The timeline of contacts, newest first by (instant, id), after a position. Each source returns at most one page, through its own index; a
 * person has few conversations.
 */
export function listTimeline(
  tx: Tx,
  contactIds: string[],
  after: string[] | null,
  limit: number,
  viewer: Viewer | null,
): Promise<TimelineRow[]> {
  const values: unknown[] = [tx.tenantId, contactIds, after?.[0] ?? null, after?.[1] ?? null, limit];
  const seen = viewer === null ? null : visibleTo(viewer, "v", (parameter) => `$${values.push(parameter)}`);
  const later = (at: string, id: string) => `($3::timestamptz is null or (${at}, ${id}) < ($3::timestamptz, $4::uuid))`;
  const merges = (side: "survivor_id" | "merged_id", other: "survivor_id" | "merged_id", at: "merged_at" | "undone_at", type: string) => `
    (select j.id, '${type}' as type, j.${at} as at, j.${side} as contact_id, null::uuid as conversation_id, null::uuid as channel_id,
            'signature' as actor_kind, j.${at === "merged_at" ? "merged_by" : "undone_by"} as actor_id, null as direction, null as message_type,
            null as preview, null as status, '{}'::jsonb as data, j.${other} as other_id
       from contact_merges j where j.tenant_id = $1 and j.${side} = any($2) and j.${at} is not null and ${later(`j.${at}`, "j.id")}
        ${side === "merged_id" ? "and not j.survivor_id = any($2)" : ""}
      order by j.${at} desc, j.id desc limit $5)`;
  return tx.query<TimelineRow>({
    name: seen === null ? "timeline" : `timeline_${seen.name}`,
    text: `
      with conv as materialized (
        select v.id, v.contact_id, v.channel_id, v.channel_kind, v.created_at from conversations v
         where v.tenant_id = $1 and v.contact_id = any($2::uuid[])${seen === null ? "" : ` and ${seen.condition}`}
      ), story as (
        (select m.id, case when m.is_note then 'note' else 'message' end as type, m.occurred_at as at, c.contact_id, c.id as conversation_id,
                c.channel_id, m.author_kind as actor_kind, m.author_id as actor_id, case when not m.is_note then m.direction end as direction,
                m.type as message_type, message_preview(m.text, m.content) as preview, m.status, '{}'::jsonb as data, null::uuid as other_id
           from conv c cross join lateral (
             select x.* from messages x
              where x.tenant_id = $1 and x.conversation_id = c.id and ${later("x.occurred_at", "x.id")}
              order by x.occurred_at desc, x.id desc limit $5) m
          order by m.occurred_at desc, m.id desc limit $5)
        union all
        (select c.id, 'conversation_opened', c.created_at, c.contact_id, c.id, c.channel_id, null, null, null, null, null, null,
                jsonb_build_object('channelKind', c.channel_kind), null
           from conv c where ${later("c.created_at", "c.id")} order by c.created_at desc, c.id desc limit $5)
        union all
        (select a.id, a.type, a.occurred_at, a.contact_id, a.conversation_id, null, a.actor_kind, a.actor_id, null, null, null, null, a.data, null
           from unnest($2::uuid[]) as who (id) cross join lateral (
             select y.* from contact_activities y
              where y.tenant_id = $1 and y.contact_id = who.id and ${later("y.occurred_at", "y.id")}
                ${seen === null ? "" : "and (y.conversation_id is null or y.conversation_id in (select c.id from conv c))"}
              order by y.occurred_at desc, y.id desc limit $5) a
          order by a.occurred_at desc, a.id desc limit $5)
        union all ${merges("survivor_id", "merged_id", "merged_at", "merged")}
        union all ${merges("survivor_id", "merged_id", "undone_at", "unmerged")}
        union all ${merges("merged_id", "survivor_id", "merged_at", "merged")}
        union all ${merges("merged_id", "survivor_id", "undone_at", "unmerged")}
        union all
        (select k.id, 'created', k.created_at, k.id, null, null, null, null, null, null, null, null, jsonb_build_object('source', k.source), null
           from contacts k where k.tenant_id = $1 and k.id = any($2::uuid[]) and ${later("k.created_at", "k.id")}
          order by k.created_at desc, k.id desc limit $5)
      )
      select s.*, s.at::text as position from story s order by s.at desc, s.id desc limit $5`,
    values,
  });
}
