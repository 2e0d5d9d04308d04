import type { ProviderTemplate, TemplateUpdatedEvent } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";

export interface TemplateRow {
  id: string;
  channel_id: string;
  provider_template_id: string | null;
  name: string;
  language: string;
  category: string | null;
  status: string;
  /** The platform's own term, unchanged; null: it was never reported. */
  platform_status: string | null;
  quality: string | null;
  rejected_reason: string | null;
  parameter_format: "positional" | "named";
  variables: string[];
  components: unknown[];
  /** When the platform last reported a change. */
  changed_at: Date;
  created_at: Date;
  updated_at: Date;
}

const columns = `t.id, t.channel_id, t.provider_template_id, t.name, t.language, t.category, t.status, t.platform_status, t.quality, t.rejected_reason, t.parameter_format,
  t.variables, t.components, t.changed_at, t.created_at, t.updated_at`;

export function listTemplates(
  tx: Tx,
  channelId: string,
  filter: { status: string | undefined; name: string | undefined },
  after: string[] | null,
  limit: number,
) {
  return tx.query<TemplateRow>({
    name: "templates_list",
    text: `select ${columns} from templates t
            where t.tenant_id = $1 and t.channel_id = $2 and ($3::text is null or t.status = $3) and ($4::text is null or t.name = $4)
              and ($5::timestamptz is null or (t.created_at, t.id) < ($5, $6::uuid))
            order by t.created_at desc, t.id desc limit $7`,
    values: [tx.tenantId, channelId, filter.status ?? null, filter.name ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function findTemplate(tx: Tx, channelId: string, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.query<TemplateRow>({
    name: "template_by_id",
    text: `select ${columns} from templates t where t.tenant_id = $1 and t.channel_id = $2 and t.id = $3`,
    values: [tx.tenantId, channelId, id],
  });
  return row ?? null;
}

/** The id of the channel's template of this name and language that is not deleted. */
export async function findLiveTemplate(tx: Tx, channelId: string, name: string, language: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "template_live_by_name",
    text: `select t.id from templates t
            where t.tenant_id = $1 and t.channel_id = $2 and t.name = $3 and t.language = $4 and t.status <> 'deleted'`,
    values: [tx.tenantId, channelId, name, language],
  });
  return row?.id ?? null;
}

/**
 * Stores a submission that the platform accepted. Its verdict may already be stored from an event: platforms report
 * times in seconds, so a status of the same second or later is kept. For the same reason the row dates from the start
 * of its second, so that the coming verdict does not look older.
 */
export async function insertSubmitted(
  tx: Tx,
  submittedAt: Date,
  channelId: string,
  newId: string,
  t: ProviderTemplate,
): Promise<TemplateRow> {
  const [row] = await tx.query<TemplateRow>({
    name: "template_submitted",
    text: `insert into templates as t (tenant_id, id, channel_id, provider_template_id, name, language, category, status, quality,
             rejected_reason, parameter_format, variables, components, content_at, changed_at, created_at, updated_at, platform_status)
           values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9, $10, $11, $12, $13, date_trunc('second', $13::timestamptz), $13, $13, $14)
           on conflict (tenant_id, channel_id, name, language) do update set
             provider_template_id = $4, parameter_format = $10, variables = $11, components = $12, content_at = $13,
             category = case when t.changed_at >= date_trunc('second', $13::timestamptz) then coalesce(t.category, $7) else $7 end,
             status = case when t.changed_at >= date_trunc('second', $13::timestamptz) and t.status <> 'deleted' then t.status else $8 end,
             platform_status = case when t.changed_at >= date_trunc('second', $13::timestamptz) and t.status <> 'deleted'
               then t.platform_status else $14 end,
             rejected_reason = case when t.changed_at >= date_trunc('second', $13::timestamptz) and t.status <> 'deleted'
               then t.rejected_reason else $9 end,
             changed_at = greatest(t.changed_at, date_trunc('second', $13::timestamptz)), updated_at = $13
           returning ${columns}`,
    values: [
      tx.tenantId,
      newId,
      channelId,
      t.providerTemplateId,
      t.name,
      t.language,
      t.category,
      t.status,
      t.rejectedReason,
      t.parameterFormat,
      t.variables,
      JSON.stringify(t.components),
      submittedAt,
      t.platformStatus,
    ],
  });
  return row as TemplateRow;
}

/**
 * Stores an edit that the platform accepted: the template waits for review again, unless the verdict was already stored from an event after
 * the template was read (`readAt`: its changed_at then).
 */
export async function storeEdited(
  tx: Tx,
  now: Date,
  row: { id: string; channelId: string; readAt: Date },
  t: ProviderTemplate,
): Promise<TemplateRow> {
  const [stored] = await tx.query<TemplateRow>({
    name: "template_edited",
    text: `update templates t set category = $4, variables = $5, components = $6, content_at = $8, updated_at = $8,
             status = case when t.changed_at > $9 then t.status else $7 end,
             platform_status = case when t.changed_at > $9 then t.platform_status else $10 end,
             rejected_reason = case when t.changed_at > $9 then t.rejected_reason end,
             changed_at = greatest(t.changed_at, date_trunc('second', $8::timestamptz))
            where t.tenant_id = $1 and t.channel_id = $2 and t.id = $3 returning ${columns}`,
    values: [
      tx.tenantId,
      row.channelId,
      row.id,
      t.category,
      t.variables,
      JSON.stringify(t.components),
      t.status,
      now,
      row.readAt,
      t.platformStatus,
    ],
  });
  return stored as TemplateRow;
}

export async function markDeleted(tx: Tx, now: Date, channelId: string, id: string): Promise<TemplateRow> {
  const [row] = await tx.query<TemplateRow>({
    name: "template_delete",
    text: `update templates t set status = 'deleted', platform_status = null, changed_at = greatest(t.changed_at, $4), updated_at = $4
            where t.tenant_id = $1 and t.channel_id = $2 and t.id = $3 returning ${columns}`,
    values: [tx.tenantId, channelId, id, now],
  });
  return row as TemplateRow;
}

/**
 * Whether a template was reported or written after a listing began (`$3`), which may make the listing older. Platforms
 * report whole seconds, so for what was written meanwhile the listing's own second counts as later.
 */
const newerThanListing = "(t.changed_at > $3 or (t.updated_at > $3 and t.changed_at >= date_trunc('second', $3::timestamptz)))";

/**
 * Stores the platform's list; templates no longer listed become deleted. `now` is when the listing began: later reports
 * of the platform win. Returns the changed rows.
 */
export async function storeTemplates(
  tx: Tx,
  now: Date,
  channelId: string,
  listed: (ProviderTemplate & { id: string })[],
): Promise<{ changed: TemplateRow[]; removed: TemplateRow[] }> {
  const unless = (newer: string, list: string[]) =>
    list.map((column) => `${column} = case when ${newer} then t.${column} else excluded.${column} end`).join(", ");
  // Our own edit, or one made elsewhere and reported meanwhile.
  const newerContent = "coalesce(t.content_at > $3, false)";
  const changed = await tx.query<TemplateRow>({
    name: "templates_store",
    text: `insert into templates as t (tenant_id, id, channel_id, provider_template_id, name, language, category, status, quality,
             rejected_reason, parameter_format, variables, components, changed_at, created_at, updated_at, platform_status)
           select $1, x.id, $2, x."providerTemplateId", x.name, x.language, x.category, x.status, x.quality, x."rejectedReason",
             x."parameterFormat", array(select jsonb_array_elements_text(x.variables)), x.components, $3, $3, $3, x."platformStatus"
             from jsonb_to_recordset($4::jsonb) as x(id uuid, "providerTemplateId" text, name text, language text, category text,
               status text, "platformStatus" text, quality text, "rejectedReason" text, "parameterFormat" text, variables jsonb, components jsonb)
           on conflict (tenant_id, channel_id, name, language) do update set
             provider_template_id = excluded.provider_template_id,
             ${unless(newerThanListing, ["category", "status", "platform_status", "quality", "rejected_reason"])},
             ${unless(newerContent, ["parameter_format", "variables", "components"])},
             changed_at = greatest(t.changed_at, $3), updated_at = greatest(t.updated_at, $3)
           where t.provider_template_id is distinct from excluded.provider_template_id
             or (not ${newerContent} and (t.parameter_format, t.variables, t.components)
               is distinct from (excluded.parameter_format, excluded.variables, excluded.components))
             or (not ${newerThanListing} and (t.category, t.status, t.platform_status, t.quality, t.rejected_reason)
               is distinct from (excluded.category, excluded.status, excluded.platform_status, excluded.quality, excluded.rejected_reason))
           returning ${columns}`,
    values: [tx.tenantId, channelId, now, JSON.stringify(listed)],
  });
  const removed = await tx.query<TemplateRow>({
    name: "templates_remove",
    text: `update templates t set status = 'deleted', platform_status = null, changed_at = $3, updated_at = greatest(t.updated_at, $3)
            where t.tenant_id = $1 and t.channel_id = $2 and t.status <> 'deleted' and not ${newerThanListing}
              and not exists (select 1 from jsonb_to_recordset($4::jsonb) as x(name text, language text)
                               where x.name = t.name and x.language = t.language)
           returning ${columns}`,
    values: [tx.tenantId, channelId, now, JSON.stringify(listed.map(({ name, language }) => ({ name, language })))],
  });
  await tx.query({
    name: "templates_synced",
    text: "update channels set templates_synced_at = $3, templates_sync_at = null, templates_sync_attempts = 0 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, channelId, now],
  });
  return { changed, removed };
}

/**
 * The content (`$13`) changed but was not reported: it is now unknown, except for the format of its variables. The platform reports our own
 * edits (`content_at`) the same way, some time later.
 */
const contentForgotten = "$13 and (t.content_at is null or t.content_at < $11::timestamptz - interval '10 minutes')";

/**
 * Applies a provider event about one template; an event older than the stored state changes nothing. An event without a status does not
 * create an unknown template, because the row would need one.
 */
export async function applyTemplateEvent(
  tx: Tx,
  now: Date,
  channelId: string,
  newId: string,
  event: TemplateUpdatedEvent,
): Promise<TemplateRow | null> {
  const [row] = await tx.query<TemplateRow>({
    name: "template_apply_event",
    text: `insert into templates as t (tenant_id, id, channel_id, provider_template_id, name, language, category, status, quality,
             rejected_reason, changed_at, created_at, updated_at, platform_status)
           select $1, $2, $3, $4, $5, $6, $7, coalesce($8, 'pending'), $9, $10, $11, $12, $12, $14
            where $8::text is not null
               or exists (select 1 from templates k where k.tenant_id = $1 and k.channel_id = $3 and k.name = $5 and k.language = $6)
           on conflict (tenant_id, channel_id, name, language) do update set
             provider_template_id = coalesce($4, t.provider_template_id), category = coalesce($7, t.category),
             status = coalesce($8, t.status), platform_status = case when $8::text is null then t.platform_status else $14 end, quality = coalesce($9, t.quality),
             rejected_reason = case when $8::text is null then t.rejected_reason else $10 end, changed_at = $11, updated_at = $12,
             components = case when ${contentForgotten} then '[]' else t.components end,
             content_at = case when ${contentForgotten} then $11 else t.content_at end
           where t.changed_at <= $11
           returning ${columns}`,
    values: [
      tx.tenantId,
      newId,
      channelId,
      event.providerTemplateId ?? null,
      event.name,
      event.language,
      event.category ?? null,
      event.status ?? null,
      event.quality ?? null,
      event.reason ?? null,
      event.occurredAt,
      now,
      event.contentChanged === true,
      event.platformStatus ?? null,
    ],
  });
  return row ?? null;
}
