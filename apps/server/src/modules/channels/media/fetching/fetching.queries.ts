import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { wireId } from "#platform/ids/ids.ts";
import { attachContent, updateMessageMedia } from "../media.queries.ts";
import type { MediaKind } from "../media-type.ts";

interface ClaimedFetchRow {
  media_id: string;
  attempts: number;
}

/** Ends a fetch that this process still holds. False: another process has it, or its message is deleted. */
async function takeFetch(tx: Tx, held: ClaimedFetchRow): Promise<boolean> {
  const rows = await tx.query({
    name: "media_fetch_end",
    text: "delete from media_fetches where tenant_id = $1 and media_id = $2 and state = 'leased' and attempts = $3 returning 1",
    values: [tx.tenantId, held.media_id, held.attempts],
  });
  return rows.length === 1;
}

export async function finishFetch(
  tx: Tx,
  now: Date,
  eventId: string,
  held: ClaimedFetchRow,
  stored: { contentId: string; kind: MediaKind; mimeType: string; sizeBytes: number; filename: string | null },
): Promise<void> {
  if (!(await takeFetch(tx, held))) return;
  if (!(await attachContent(tx, stored.contentId))) throw new Error("the content was removed while it was stored");
  const [row] = await tx.query<{ message_id: string }>({
    name: "media_mark_stored",
    text: `update media set state = 'stored', content_id = $3, mime_type = $4, filename = $5, kind = $7, error = null, updated_at = $6
            where tenant_id = $1 and id = $2 returning message_id`,
    values: [tx.tenantId, held.media_id, stored.contentId, stored.mimeType, stored.filename, now, stored.kind],
  });
  if (row === undefined) return;
  const { kind, mimeType, sizeBytes, filename } = stored;
  await publishMediaChange(tx, now, eventId, row.message_id, held.media_id, { status: "stored", kind, mimeType, sizeBytes, filename });
}

export async function refuseFetch(
  tx: Tx,
  now: Date,
  eventId: string,
  held: ClaimedFetchRow,
  state: "failed" | "expired",
  reason: string,
): Promise<void> {
  if (!(await takeFetch(tx, held))) return;
  const [row] = await tx.query<{ message_id: string }>({
    name: "media_mark_refused",
    text: "update media set state = $3, error = $4, updated_at = $5 where tenant_id = $1 and id = $2 returning message_id",
    values: [tx.tenantId, held.media_id, state, reason, now],
  });
  if (row !== undefined) await publishMediaChange(tx, now, eventId, row.message_id, held.media_id, { status: state });
}

/** `tried`: the failure was about the content itself. */
export async function postponeFetch(tx: Tx, held: ClaimedFetchRow, runAt: Date, tried: boolean): Promise<void> {
  await tx.query({
    name: "media_fetch_postpone",
    text: `update media_fetches set state = 'ready', lease_until = null, run_at = $4, tries = tries + $5::integer
            where tenant_id = $1 and media_id = $2 and state = 'leased' and attempts = $3`,
    values: [tx.tenantId, held.media_id, held.attempts, runAt, tried ? 1 : 0],
  });
}

/** Shows the change in the message and writes its event. */
export async function publishMediaChange(
  tx: Tx,
  now: Date,
  eventId: string,
  messageId: string,
  mediaId: string,
  change: object,
): Promise<void> {
  const shown = await updateMessageMedia(tx, messageId, wireId("med", mediaId), change);
  if (shown === null) return;
  await appendEvents(tx, now, [
    {
      id: eventId,
      type: "message.media",
      channelId: shown.channel_id,
      conversationId: shown.conversation_id,
      data: {
        channelId: wireId("chn", shown.channel_id),
        conversationId: wireId("conv", shown.conversation_id),
        contactId: wireId("cnt", shown.contact_id),
        message: { id: wireId("msg", messageId) },
        media: shown.media,
      },
    },
  ]);
}

export async function insertPendingMedia(tx: Tx, now: Date, rows: string): Promise<void> {
  await tx.query({
    name: "media_write_pending",
    text: `with input as (
             select * from jsonb_to_recordset($3::jsonb) as x(id uuid, kind text, mime text, name text, message uuid,
               expires timestamptz, channel uuid, reference jsonb)
           ), resources as (
             insert into media (tenant_id, id, state, kind, mime_type, filename, source, message_id, expires_at, created_at, updated_at)
             select $1, i.id, 'pending', i.kind, i.mime, i.name, 'inbound', i.message, i.expires, $2, $2 from input i
           )
           insert into media_fetches (tenant_id, media_id, channel_id, reference, state, run_at, created_at)
           select $1, i.id, i.channel, i.reference, 'ready', $2, $2 from input i`,
    values: [tx.tenantId, now, rows],
  });
}
