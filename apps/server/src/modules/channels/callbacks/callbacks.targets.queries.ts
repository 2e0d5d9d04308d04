import type { InboundMessageEvent, PersonRef, ReadMarkEvent } from "@parley/connector-kit";
import type { ChannelOfEvent } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";

export interface EchoCandidate {
  /** The echo's position in the request. */
  n: number;
  id: string;
  /** It has the echo's id. */
  exact: boolean;
  /** It has the echo's content. */
  same: boolean;
  /** The call that sends it is in progress. */
  sending: boolean;
}

/**
 * Outbound messages that echoes may repeat: the one with the same id; otherwise those to the same person that are being sent, or whose last
 * call began shortly before the echo and that wait for another attempt or have an unknown outcome. How long a message waited for its call
 * does not matter. Grouped by echo, oldest first.
 */
export function echoCandidates(
  tx: Tx,
  echoes: { channelId: string; channel: ChannelOfEvent; echo: InboundMessageEvent }[],
): Promise<EchoCandidate[]> {
  return tx.query<EchoCandidate>({
    name: "messages_of_echoes",
    // An interactive message may be echoed as the text it shows. one_expected() and the limits make the planner look up
    // each echo by key (see finishInbound).
    text: `select i.n, e.id, e.exact, e.same, e.sending
             from (select x.* from jsonb_to_recordset($2::jsonb) as x(n integer, chan uuid, ext text, kind text, puid text, akey text, type text,
                     text text, at timestamptz, acct text) where one_expected(x.n)) i
            cross join lateral (
              (select m.id, m.occurred_at, true as exact, true as same, false as sending from messages m
                where m.tenant_id = $1 and m.channel_id = i.chan and m.external_id = i.ext and m.direction = 'outbound' limit 1)
              union all
              (select m.id, m.occurred_at, false, m.text is not distinct from i.text and m.type in (i.type, 'interactive'), m.status = 'sending'
                 from contact_identities ci
                 join conversations c on c.tenant_id = $1 and c.channel_id = i.chan and c.identity_id = ci.id
                 join messages m on m.tenant_id = $1 and m.conversation_id = c.id
                where ci.tenant_id = $1 and ci.kind = i.kind and ci.account = i.acct
                  and (ci.provider_user_id = i.puid or (ci.address_key = i.akey and (ci.provider_user_id is null or i.puid is null)))
                  and m.external_id is null
                  and (m.status = 'sending'
                       or (m.status in ('queued', 'unknown') and m.attempted_at > i.at - interval '10 minutes'))
                order by m.occurred_at, m.id limit 50)) e
            order by i.n, e.occurred_at, e.id`,
    values: [
      tx.tenantId,
      JSON.stringify(
        echoes.map(({ channelId, channel, echo }, n) => ({
          n,
          chan: channelId,
          ext: echo.externalId,
          ...personColumns(channel, echo.person),
          type: echo.type,
          text: echo.text,
          at: echo.occurredAt,
        })),
      ),
    ],
  });
}

export interface MarkedMessages {
  /** The mark's position in the request. */
  n: number;
  /** The person is not known. */
  stranger: boolean;
  /** The message that the mark names is not known, or the mark has no bound at all. */
  unnamed: boolean;
  /** Platform ids of the messages that were unread until now, newest first. */
  unread: string[];
  /** A call began before the mark's bound, and whether and when its message was sent is still unknown. */
  undecided: boolean;
}

/** Per mark and conversation at a time, newest first. */
export const markedMax = 500;

/**
 * The messages that read marks cover: everything sent to the person at or before the mark's bound. A message counts from the start of its
 * call, because the answer arrives after the platform's own time of the message, which a mark may carry. The bound is a platform time,
 * otherwise the message that the mark names. An unknown outcome is resolved soon after its call or never. A single statement, because
 * between two a message could stop being undecided without having been seen as sent. One row per mark.
 */
export function messagesMarked(
  tx: Tx,
  marks: { channelId: string; channel: ChannelOfEvent; mark: ReadMarkEvent }[],
): Promise<MarkedMessages[]> {
  return tx.query<MarkedMessages>({
    name: "messages_of_read_marks",
    // one_expected() and the limits make the planner look up each mark by key (see finishInbound).
    text: `select i.n, ci.id is null as stranger, coalesce(i.until, s.at) is null or (i.ext is not null and s.at is null) as unnamed, coalesce(u.unread, '{}') as unread,
                  exists (
                    select from conversations c join messages m on m.tenant_id = $1 and m.conversation_id = c.id
                     where c.tenant_id = $1 and c.channel_id = i.chan and c.identity_id = ci.id and m.direction = 'outbound'
                       and m.attempted_at <= coalesce(i.until, s.at) and (m.status = 'sending'
                         or (m.status = 'unknown' and m.attempted_at > coalesce(i.until, s.at) - interval '10 minutes'))) as undecided
             from (select x.* from jsonb_to_recordset($2::jsonb) as x(n integer, chan uuid, kind text, acct text, puid text, akey text,
                     until timestamptz, ext text) where one_expected(x.n)) i
             left join lateral (
               select ci.id from contact_identities ci
                where ci.tenant_id = $1 and ci.kind = i.kind and ci.account = i.acct
                  and (ci.provider_user_id = i.puid or (ci.address_key = i.akey and (ci.provider_user_id is null or i.puid is null)))
                order by (ci.provider_user_id = i.puid) desc nulls last limit 1) ci on true
             left join lateral (
               select coalesce(m.sent_at, m.occurred_at) as at from messages m
                where m.tenant_id = $1 and m.channel_id = i.chan and m.external_id = i.ext limit 1) s on true
             left join lateral (
               select array_agg(w.external_id order by w.occurred_at desc, w.id desc) as unread from conversations c
                 join lateral (
                   select m.id, m.external_id, m.occurred_at from messages m
                    where m.tenant_id = $1 and m.conversation_id = c.id and m.direction = 'outbound'
                      and m.status in ('sent', 'delivered') and m.external_id is not null
                      and (least(m.attempted_at, coalesce(m.sent_at, m.occurred_at)) <= coalesce(i.until, s.at) or m.external_id = i.ext)
                    order by m.occurred_at desc, m.id desc limit ${markedMax}) w on true
                where c.tenant_id = $1 and c.channel_id = i.chan and c.identity_id = ci.id) u on true`,
    values: [
      tx.tenantId,
      JSON.stringify(
        marks.map(({ channelId, channel, mark }, n) => ({
          n,
          chan: channelId,
          ...personColumns(channel, mark.person),
          until: mark.upTo ?? null,
          ext: mark.externalId ?? null,
        })),
      ),
    ],
  });
}

function personColumns({ externalId, description }: ChannelOfEvent, person: PersonRef) {
  return {
    kind: description.kind,
    acct: accountOf(description, externalId),
    puid: person.providerUserId ?? null,
    akey: personKey(description, person),
  };
}

export function findChannelFacts(tx: Tx, channelId: string): Promise<{ kind: string; external_id: string }[]> {
  return tx.query({
    name: "inbound_channel_facts",
    text: "select kind, external_id from channels where tenant_id = $1 and id = $2 and deleted_at is null",
    values: [tx.tenantId, channelId],
  });
}
