import type { MemberRole } from "#platform/auth/roles.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { agentStatuses, availabilities } from "./agents.schema.ts";

export type Availability = (typeof availabilities)[number];

/** An agent's settings beyond the membership. Ids are stored ones. */
export interface Profile {
  avatarUrl: string | null;
  divisionIds: string[];
  channelIds: string[];
  skills: string[];
  languages: string[];
  maxOpenConversations: number | null;
  signature: string | null;
}

export interface AgentRow {
  id: string;
  user_id: string | null;
  invitation_id: string | null;
  name: string;
  email: string;
  role: MemberRole;
  status: (typeof agentStatuses)[number];
  /** As for members. */
  own_status: "active" | "suspended" | null;
  availability: Availability;
  avatar_url: string | null;
  /** Only divisions and channels that exist. */
  division_ids: string[];
  channel_ids: string[];
  skills: string[];
  languages: string[];
  max_open_conversations: number | null;
  open_conversations: number;
  signature: string | null;
  last_seen_at: Date | null;
  created_at: Date;
  updated_at: Date | null;
  position: string;
}

const texts = (field: string) => `array(select jsonb_array_elements_text(i.profile->'${field}'))`;

/** Members, and invited people who have not accepted yet. At most hundreds: the primary keys find a tenant's. */
const agents = `
  select m.user_id as id, m.user_id, null::uuid as invitation_id, m.name, m.email, m.role, m.status, m.own_status, m.availability, m.avatar_url,
         m.division_ids, m.channel_ids, m.skills, m.languages, m.max_open_conversations, m.signature, m.last_seen_at, m.created_at, m.updated_at
    from members m where m.tenant_id = $1 and m.status <> 'removed'
  union all
  select i.id, null, i.id, coalesce(i.name, split_part(i.email, '@', 1)), i.email, i.role, 'invited', null, 'offline', i.profile->>'avatarUrl',
         ${texts("divisionIds")}::uuid[], ${texts("channelIds")}::uuid[], ${texts("skills")}, ${texts("languages")},
         (i.profile->>'maxOpenConversations')::integer, i.profile->>'signature', null, i.created_at,
         case when i.updated_at > i.created_at then i.updated_at end
    from invitations i where i.tenant_id = $1 and i.state = 'pending'`;

const columns = `a.id, a.user_id, a.invitation_id, a.name, a.email, a.role, a.status, a.own_status, a.availability, a.avatar_url, a.skills, a.languages,
  array(select d.id from divisions d where d.tenant_id = $1 and d.id = any(a.division_ids) order by d.id) as division_ids,
  array(select h.id from channels h where h.tenant_id = $1 and h.id = any(a.channel_ids) and h.deleted_at is null order by h.id) as channel_ids,
  a.max_open_conversations, a.signature, a.last_seen_at, a.created_at, a.updated_at, a.created_at::text as position,
  (select count(*)::integer from conversations c where c.tenant_id = $1 and c.assignee_id = a.user_id and c.status = 'open') as open_conversations`;

export async function findAgent(tx: Tx, id: string): Promise<AgentRow | null> {
  const [row] = await tx.query<AgentRow>({
    name: "agent_by_id",
    text: `select ${columns} from (${agents}) a
            where a.id = coalesce((select i.user_id from invitations i where i.tenant_id = $1 and i.id = $2 and i.state = 'accepted'), $2)`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. `like`: a lower-case pattern. */
export function listAgents(
  tx: Tx,
  filter: { like: string | null; status: string | null; divisionId: string | null },
  after: string[] | null,
  limit: number,
): Promise<AgentRow[]> {
  return tx.query<AgentRow>({
    name: "agents_list",
    text: `select ${columns} from (${agents}) a
            where ($2::text is null or lower(a.name) like $2 or lower(a.email) like $2) and ($3::text is null or a.status = $3)
              and ($4::uuid is null or a.division_ids @> array[$4])
              and ($5::timestamptz is null or (a.created_at, a.id) < ($5, $6::uuid))
            order by a.created_at desc, a.id desc limit $7`,
    values: [tx.tenantId, filter.like, filter.status, filter.divisionId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function updateProfile(tx: Tx, now: Date, userId: string, p: Profile): Promise<void> {
  await tx.query({
    name: "agent_profile_update",
    text: `update members set avatar_url = $3, division_ids = $4, channel_ids = $5, skills = $6, languages = $7, max_open_conversations = $8,
             signature = $9, updated_at = $10 where tenant_id = $1 and user_id = $2`,
    values: [
      tx.tenantId,
      userId,
      p.avatarUrl,
      p.divisionIds,
      p.channelIds,
      p.skills,
      p.languages,
      p.maxOpenConversations,
      p.signature,
      now,
    ],
  });
}

/** `seen`: the agent set it themself and is therefore active. */
export async function setAvailability(tx: Tx, now: Date, userId: string, availability: Availability, seen: boolean): Promise<void> {
  await tx.query({
    name: "agent_availability",
    // An agent set online by somebody else counts as seen; otherwise they would be offline again immediately.
    text: `update members set availability = $3,
             last_seen_at = case when $5 or $3 <> 'offline' then greatest(last_seen_at, $4) else last_seen_at end
            where tenant_id = $1 and user_id = $2`,
    values: [tx.tenantId, userId, availability, now, seen],
  });
}

export async function channelsAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "agent_channels_known",
    text: "select id from channels where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((row) => row.id));
}

/**
 * Sets agents offline who have not been seen for the time in their tenant's settings. Runs as the cross-tenant worker,
 * because a timer cannot know the tenants concerned and the index spans all of them. Returns how many.
 */
export async function setAbsent(database: Pick<Database, "worker">, now: Date, limit: number): Promise<number> {
  const rows = await database.worker({
    name: "agents_set_absent",
    text: `with absent as (
             select m.tenant_id, m.user_id from members m left join agent_settings s on s.tenant_id = m.tenant_id
              where m.availability <> 'offline'
                and coalesce(m.last_seen_at, '-infinity') <= $1::timestamptz - make_interval(mins => coalesce(s.offline_after_minutes, 15))
              order by m.tenant_id, m.user_id limit $2 for no key update of m skip locked)
           update members m set availability = 'offline' from absent a
            where m.tenant_id = a.tenant_id and m.user_id = a.user_id returning 1`,
    values: [now, limit],
  });
  return rows.length;
}
