import type { MessageDeletedEvent, MessageEditedEvent, ReactionEvent } from "@parley/connector-kit";
import { removeMediaOfMessage } from "#modules/media/index.ts";
import { refreshSearch } from "#modules/search/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";

type MessageChange = ReactionEvent | MessageEditedEvent | MessageDeletedEvent;

interface ChangedMessage {
  id: string;
  conversation_id: string;
  contact_id: string;
  text: string | null;
  content: Record<string, unknown> | null;
  reactions: Record<string, unknown>[];
  edited_at: Date | null;
  deleted_at: Date | null;
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const thisMessage = "m.tenant_id = $1 and m.channel_id = $2 and m.external_id = $3";
const changedColumns = "m.id, m.conversation_id, m.contact_id, m.text, m.content, m.reactions, m.edited_at, m.deleted_at";

/**
 * What a customer does to a message that is there: it is changed and told (`message.updated`), once, however often the platform
 * says it. False: the message is not here (yet).
 */
export async function applyMessageChange(tx: Tx, ids: IdSource, now: Date, channelId: string, event: MessageChange): Promise<boolean> {
  const { targetExternalId: target } = event;
  if (event.kind === "deleted") await removeMediaOfMessage(tx, now, channelId, target);
  const [changed] = await tx.query<ChangedMessage>(statementOf(tx, channelId, event));
  const known = changed !== undefined || (await isKnown(tx, channelId, target));
  if (known && event.kind !== "reaction") await refreshSearch(tx, channelId, target);
  if (changed === undefined) return known;
  await appendEvents(tx, now, [
    {
      id: ids.uuid(),
      type: "message.updated",
      channelId,
      conversationId: changed.conversation_id,
      data: {
        channelId: wireId("chn", channelId),
        conversationId: wireId("conv", changed.conversation_id),
        contactId: wireId("cnt", changed.contact_id),
        message: {
          id: wireId("msg", changed.id),
          externalId: target,
          text: changed.text,
          content: changed.content,
          reactions: changed.reactions.filter((reaction) => typeof reaction["emoji"] === "string"),
          editedAt: changed.edited_at?.toISOString() ?? null,
          deletedAt: changed.deleted_at?.toISOString() ?? null,
        },
        change: event.kind,
        occurredAt: event.occurredAt,
      },
    },
  ]);
  return true;
}

function statementOf(tx: Tx, channelId: string, event: MessageChange): Statement {
  const at = [tx.tenantId, channelId, event.targetExternalId];
  switch (event.kind) {
    case "reaction":
      // What was taken back stays as an entry without an emoji, which is not shown: an older reaction that comes later does not count.
      return {
        name: "message_react",
        text: `update messages m set reactions = (
                 select coalesce(jsonb_agg(r), '[]') from (
                   select r from jsonb_array_elements(m.reactions) r where r->>'from' is distinct from $4::text
                   union all select jsonb_build_object('from', $4::text, 'at', $6::text)
                     || case when $5::text is null then '{}'::jsonb else jsonb_build_object('emoji', $5::text) end) x(r))
                where ${thisMessage}
                  and not exists (select from jsonb_array_elements(m.reactions) r where r->>'from' is not distinct from $4::text
                                     and ((r->>'at')::timestamptz > $6::text::timestamptz
                                       or ((r->>'at')::timestamptz = $6::text::timestamptz and r->>'emoji' is not distinct from $5::text)))
               returning ${changedColumns}`,
        values: [...at, event.person.address ?? event.person.providerUserId ?? null, event.emoji, event.occurredAt],
      };
    case "edited":
      return {
        name: "message_edit",
        text: shownInInbox(`update messages m set text = $4, content = coalesce($5::jsonb, m.content), edited_at = $6
                where ${thisMessage} and m.deleted_at is null and (m.edited_at is null or m.edited_at <= $6)
                  and (m.text, m.content, m.edited_at) is distinct from ($4::text, coalesce($5::jsonb, m.content), $6::timestamptz)`),
        values: [...at, event.text, event.content === null ? null : JSON.stringify(event.content), event.occurredAt],
      };
    case "deleted":
      return {
        name: "message_delete",
        text: shownInInbox(`update messages m set deleted_at = $4, text = null, content = null, media = '[]'
                where ${thisMessage} and m.deleted_at is null`),
        values: [...at, event.occurredAt],
      };
  }
}

/**
 * An update of a message that also mends its conversation: the preview, where it is the last message; and what was deleted
 * before anybody read it is nothing to read any more. The unread ones are the newest of the customer's.
 */
function shownInInbox(update: string): string {
  return `with changed as (${update} returning ${changedColumns}, m.direction, m.type, m.occurred_at), shown as (
            update conversations v
               set last_message = case when v.last_message->>'id' = wire_id('msg', c.id)
                     then jsonb_set(v.last_message, '{preview}', to_jsonb(message_preview(c.text, c.content))) else v.last_message end,
                   unread_count = v.unread_count - case when c.deleted_at is not null and c.direction = 'inbound' and c.type <> 'system'
                     and v.unread_count > (
                       select count(*) from (
                         select 1 from messages n
                          where n.tenant_id = $1 and n.conversation_id = c.conversation_id and n.direction = 'inbound' and n.type <> 'system'
                            and n.deleted_at is null and (n.occurred_at, n.id) > (c.occurred_at, c.id)
                          limit v.unread_count) newer) then 1 else 0 end
              from changed c
             where v.tenant_id = $1 and v.id = c.conversation_id and (v.last_message->>'id' = wire_id('msg', c.id) or c.deleted_at is not null))
          select m.* from changed m`;
}

async function isKnown(tx: Tx, channelId: string, externalId: string): Promise<boolean> {
  const known = await tx.query({
    name: "message_known",
    text: "select 1 from messages m where m.tenant_id = $1 and m.channel_id = $2 and m.external_id = $3",
    values: [tx.tenantId, channelId, externalId],
  });
  return known.length > 0;
}
