import type { ConnectorDescription, TemplateShape } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { BroadcastRow, SendingChannel } from "../broadcasts.queries.ts";
import type { SkipReason } from "../broadcasts.schema.ts";
import { CountChanges } from "../recipients/counts.queries.ts";
import { fillContent, isTooLong } from "./message-content.ts";
import {
  type Addresses,
  changeRecipients,
  type SelectedRecipient,
  selectRecipients,
  type RecipientChange,
  sendBroadcast,
} from "../recipients/recipients.queries.ts";

export interface MessageCreation {
  channel: SendingChannel;
  description: ConnectorDescription;
  /** The messages' template; null: they are texts. */
  template: TemplateShape | null;
  where: Addresses;
  ids: IdSource;
  /** The zones outside quiet hours. */
  zones: string[];
  limit: number;
  /** For the i-th message. */
  leavesAt(i: number): Date;
}

/**
 * Creates messages for the next recipients, or skips them, all in the step's transaction, so that each message is
 * created exactly once. Returns how many recipients were processed, and how many messages were created.
 */
export async function createMessages(
  tx: Tx,
  now: Date,
  row: BroadcastRow,
  making: MessageCreation,
): Promise<{ seen: number; sent: number }> {
  const recipients = await selectRecipients(tx, row.id, making.zones, making.limit, making.where);
  if (recipients.length === 0) return { seen: 0, sent: 0 };
  const changes: RecipientChange[] = [];
  const items: { n: number; msg: string; cnt: string }[] = [];
  const people = new Set<string>();
  for (const one of recipients) {
    const against = skipReasonOf(one, people);
    const filled = against === null ? fillContent(row.content, one, making.template) : null;
    const tooLong = row.content.type === "text" && filled?.text != null && isTooLong(filled.text, making.description);
    const reason = against ?? (filled === null ? "missing_variable" : tooLong ? "too_long" : null);
    if (reason !== null) {
      changes.push({ n: one.n, status: "skipped", reason, msg: null, contact: null });
      continue;
    }
    people.add(one.contact_id);
    items.push({ ...itemOf(row, one, making, items.length), ...(filled as object), n: one.n });
  }
  const outcomes = new Map((items.length === 0 ? [] : await sendBroadcast(tx, now, items)).map(({ n, outcome }) => [n, outcome]));
  let sent = 0;
  for (const { n, msg, cnt } of items) {
    const outcome = outcomes.get(n);
    if (outcome === undefined) throw new Error("send_broadcast returned too few outcomes");
    if (outcome === "sent") sent += 1;
    changes.push(
      outcome === "sent"
        ? { n, status: "sending", reason: null, msg, contact: cnt }
        : { n, status: "skipped", reason: outcome, msg: null, contact: null },
    );
  }
  await changeRecipients(tx, row.id, changes);
  const counts = new CountChanges();
  counts.add(row.id, "pending", null, -changes.length);
  for (const { status, reason } of changes) counts.add(row.id, status, reason, 1);
  await counts.write(tx);
  return { seen: recipients.length, sent };
}

/** Why a recipient must not be written to now, although it was allowed when the audience was frozen. */
function skipReasonOf(one: SelectedRecipient, people: ReadonlySet<string>): SkipReason | null {
  if (one.twice || people.has(one.contact_id) || one.taken) return "duplicate";
  if (one.opt_in === "opted_out") return "opted_out";
  if (one.blocked) return "blocked";
  return one.identity_id === null && one.phone_key === null ? "no_identity" : null;
}

/** An item of send_broadcast() (functions/send_broadcast.sql). */
function itemOf(row: BroadcastRow, one: SelectedRecipient, { channel, description, where, ids, leavesAt }: MessageCreation, i: number) {
  const known = one.identity_id !== null;
  const { window, limits } = description;
  const type = row.content.type;
  return {
    msg: ids.uuid(),
    chan: row.channel_id,
    kind: channel.kind,
    acct: where.account,
    addr: known ? one.address : (one.phone?.replace(/^\+/, "") ?? null),
    akey: known ? null : one.phone_key,
    puid: one.provider_user_id,
    cnt: one.contact_id,
    cid: one.identity_id ?? ids.uuid(),
    known,
    conv: ids.uuid(),
    type,
    bid: row.id,
    frm: channel.external_id,
    pair: limits.pairIntervalMs,
    burst: limits.pairBurst,
    run: leavesAt(i).toISOString(),
    win: !window.typesOutside.includes(type),
    cba: window.counts?.beforeFirstAnswer ?? null,
    e1: ids.uuid(),
  };
}
