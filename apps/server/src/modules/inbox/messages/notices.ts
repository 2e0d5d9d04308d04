import type { KnownChannel } from "#modules/channels/channels/index.ts";
import { reopenWindowHoursDefault } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import { reopenHoursOf, storeNotice } from "./notices.queries.ts";

export interface Notice {
  channel: KnownChannel;
  /** `outbound`: something that we did. It opens and reopens nothing and does not count as a reply. */
  direction: "inbound" | "outbound";
  /** In the platform's spelling of addresses: for a telephone number, its digits. */
  address: string;
  /** Unique per channel: a repetition stores nothing. */
  externalId: string;
  text: string;
  content: Record<string, unknown>;
  occurredAt: Date;
}

export interface StoredNotice {
  messageId: string;
  conversationId: string;
  contactId: string;
}

/**
 * Stores something about a person that did not come through their channel, such as a call, as a `system` message in their conversation.
 * Creates the conversation and the contact if needed; a notice from the person also reopens their conversation. It opens no window and is
 * not counted as unread. Returns uuids; null: already stored.
 */
export async function storeSystemMessage(deps: { ids: IdSource }, tx: Tx, now: Date, notice: Notice): Promise<StoredNotice | null> {
  const { channel, address } = notice;
  const { description } = channel.installed.connector;
  const id = () => deps.ids.uuid();
  const isOurs = notice.direction === "outbound";
  const reopenHours = (await reopenHoursOf(tx)) ?? reopenWindowHoursDefault;
  // Within a transaction the log orders by id: contacts, conversation, message.
  const events = { e4: id(), e3: id(), e5: id(), e2: id(), e1: id() };
  const item = {
    n: 0,
    chan: channel.id,
    kind: description.kind,
    acct: accountOf(description, channel.externalId),
    addr: address,
    akey: personKey(description, { address }),
    puid: null,
    name: null,
    uname: null,
    ext: notice.externalId,
    at: notice.occurredAt.toISOString(),
    dir: isOurs ? "echo" : "inbound",
    type: "system",
    text: notice.text,
    content: notice.content,
    media: [],
    repx: null,
    opens: false,
    auto: isOurs,
    ours: channel.externalId,
    wms: description.window.durationMs,
    reopen: reopenHours * 3_600_000,
    msg: id(),
    cnt: id(),
    cid: id(),
    conv: id(),
    ...events,
  };
  const result = await storeNotice(tx, now, item);
  if (result?.outcome !== "stored") return null;
  return { messageId: result.message_id, conversationId: result.conversation_id, contactId: result.contact_id };
}
