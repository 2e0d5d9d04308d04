import { removeRecipients } from "#modules/sales/broadcasts/index.ts";
import { hashOfQuestion } from "#modules/knowledge/knowledge/index.ts";
import { wireId } from "#platform/ids/ids.ts";
import { insertTraces } from "../privacy.queries.ts";
import { type Piece, peopleOf, type Progress, type Step } from "./step.ts";

const messagesAtOnce = 500;
const conversationsAtOnce = 50;
/** How often it is looked whether what is being sent has been. */
const sendingMs = 2_000;

/** No broadcast makes a message for them any more, and none waits for them. */
const recipients: Step = {
  name: "broadcast_recipients",
  async run(piece): Promise<Progress> {
    const rows = await removeRecipients(piece.tx, await peopleOf(piece.tx, piece.request.contact_id), messagesAtOnce);
    piece.count("broadcast_recipients", "deleted", rows);
    return { more: rows === messagesAtOnce };
  },
};

/** Nothing leaves any more; what is on its way is waited for, so that its outcome finds its message. */
const dispatches: Step = {
  name: "dispatches",
  async run(piece): Promise<Progress> {
    const { tx } = piece;
    const people = await peopleOf(tx, piece.request.contact_id);
    const gone = await tx.query({
      name: "erase_dispatches",
      text: `with own as (
               select d.message_id from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id and m.status = 'queued'
                 join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id and d.state = 'ready'
                where v.tenant_id = $1 and v.contact_id = any($2) for update of d skip locked)
             delete from outbound_dispatches d using own where d.tenant_id = $1 and d.message_id = own.message_id returning 1`,
      values: [tx.tenantId, people],
    });
    piece.count("outbound_dispatches", "deleted", gone.length);
    const [sending] = await tx.query({
      name: "erase_sending",
      text: `select 1 from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id and m.status in ('queued', 'sending')
               join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id
              where v.tenant_id = $1 and v.contact_id = any($2) limit 1`,
      values: [tx.tenantId, people],
    });
    return sending === undefined ? { more: false } : { more: true, waitMs: sendingMs };
  },
};

/** Tickets of the person, and of conversations with them. */
async function removeTickets(piece: Piece, where: "contact_id" | "conversation_id", of: string[]): Promise<number> {
  const { tx } = piece;
  const rows = await tx.query<{ id: string }>({
    name: `erase_tickets_by_${where}`,
    text: `select id from tickets where tenant_id = $1 and ${where} = any($2) order by id limit $3 for update`,
    values: [tx.tenantId, of, messagesAtOnce],
  });
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await insertTraces(
    tx,
    piece.request.id,
    "id",
    ids.map((id) => wireId("tkt", id)),
  );
  // Those that go on with one of them stay, without it.
  await tx.query({
    name: "erase_follow_ups",
    text: "update tickets set follow_up_of_id = null where tenant_id = $1 and follow_up_of_id = any($2)",
    values: [tx.tenantId, ids],
  });
  const activity = await tx.query({
    name: "erase_ticket_activity",
    text: "delete from ticket_activity where tenant_id = $1 and ticket_id = any($2) returning 1",
    values: [tx.tenantId, ids],
  });
  await tx.query({ name: "erase_tickets", text: "delete from tickets where tenant_id = $1 and id = any($2)", values: [tx.tenantId, ids] });
  piece.count("ticket_activity", "deleted", activity.length);
  piece.count("tickets", "deleted", ids.length);
  return ids.length;
}

const messages: Step = {
  name: "messages",
  async run(piece): Promise<Progress> {
    const people = await peopleOf(piece.tx, piece.request.contact_id);
    const rows = await removeMessages(piece, people);
    return { more: rows === messagesAtOnce };
  },
};

async function removeMessages(piece: Piece, people: string[]): Promise<number> {
  const { tx, request } = piece;
  const rows = await tx.query<{ id: string; direction: string; text: string | null; media: { id?: string }[] }>({
    name: "erase_messages_find",
    text: `select m.id, m.direction, m.text, m.media from conversations v join messages m on m.tenant_id = $1 and m.conversation_id = v.id
            where v.tenant_id = $1 and v.contact_id = any($2) limit $3 for update of m`,
    values: [tx.tenantId, people, messagesAtOnce],
  });
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await insertTraces(
    tx,
    request.id,
    "id",
    rows.flatMap((row) => row.media.flatMap((media) => media.id ?? [])),
  );
  const questions = rows.flatMap((row) =>
    row.text === null || row.direction !== "inbound" ? [] : (hashOfQuestion(row.text)?.toString("hex") ?? []),
  );
  await insertTraces(tx, request.id, "question", [...new Set(questions)]);
  await tx.query({
    name: "erase_replies",
    text: "update messages set reply_to_id = null where tenant_id = $1 and reply_to_id = any($2)",
    values: [tx.tenantId, ids],
  });
  const files = await tx.query<{ content_id: string | null }>({
    name: "erase_media_of_messages",
    text: "delete from media where tenant_id = $1 and message_id = any($2) returning content_id",
    values: [tx.tenantId, ids],
  });
  await insertTraces(
    tx,
    request.id,
    "content",
    files.flatMap((file) => file.content_id ?? []),
  );
  const dispatched = await tx.query({
    name: "erase_dispatches_of_messages",
    text: "delete from outbound_dispatches where tenant_id = $1 and message_id = any($2) returning 1",
    values: [tx.tenantId, ids],
  });
  await tx.query({
    name: "erase_messages",
    text: "delete from messages where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
  piece.count("media", "deleted", files.length);
  piece.count("outbound_dispatches", "deleted", dispatched.length);
  piece.count("messages", "deleted", ids.length);
  return ids.length;
}

/**
 * Conversations, once they are empty. They are locked first: a message that is arriving has either been written, and goes with the others, or
 * finds no conversation, and is taken again as somebody new's.
 */
const conversations: Step = {
  name: "conversations",
  async run(piece): Promise<Progress> {
    const { tx, request } = piece;
    const people = await peopleOf(tx, request.contact_id);
    const rows = await tx.query<{ id: string }>({
      name: "erase_conversations_find",
      text: "select id from conversations where tenant_id = $1 and contact_id = any($2) order by id limit $3 for update",
      values: [tx.tenantId, people, conversationsAtOnce],
    });
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return { more: false };
    if ((await removeMessages(piece, people)) > 0) return { more: true };
    if ((await removeTickets(piece, "conversation_id", ids)) > 0) return { more: true };
    await insertTraces(
      tx,
      request.id,
      "id",
      ids.map((id) => wireId("conv", id)),
    );
    for (const table of ["conversation_activities", "notifications"]) {
      const [row] = await tx.query<{ n: number }>({
        name: `erase_count_${table}`,
        text: `select count(*)::integer as n from ${table} where tenant_id = $1 and conversation_id = any($2)`,
        values: [tx.tenantId, ids],
      });
      piece.count(table, "deleted", row?.n ?? 0);
    }
    await tx.query({
      name: "erase_conversations",
      text: "delete from conversations where tenant_id = $1 and id = any($2)",
      values: [tx.tenantId, ids],
    });
    piece.count("conversations", "deleted", ids.length);
    return { more: true };
  },
};

const tickets: Step = {
  name: "tickets",
  async run(piece) {
    const people = await peopleOf(piece.tx, piece.request.contact_id);
    return { more: (await removeTickets(piece, "contact_id", people)) > 0 };
  },
};

const prefixes = { deals: "deal", orders: "ord" } as const;

const ownedRows = (table: keyof typeof prefixes): Step => ({
  name: table,
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ id: string }>({
      name: `erase_${table}`,
      text: `delete from ${table} where tenant_id = $1 and id in (
               select id from ${table} where tenant_id = $1 and contact_id = any($2) limit $3) returning id`,
      values: [tx.tenantId, await peopleOf(tx, request.contact_id), messagesAtOnce],
    });
    await insertTraces(
      tx,
      request.id,
      "id",
      rows.map((row) => wireId(prefixes[table], row.id)),
    );
    piece.count(table, "deleted", rows.length);
    return { more: rows.length > 0 };
  },
});

/** Who it was. The rows are locked first: whatever is about to refer to them has done so, or finds nobody. */
const contacts: Step = {
  name: "contacts",
  async run(piece): Promise<Progress> {
    const { tx, request } = piece;
    const people = await peopleOf(tx, request.contact_id);
    await tx.query({
      name: "erase_contacts_lock",
      text: "select 1 from contacts where tenant_id = $1 and id = any($2) order by id for update",
      values: [tx.tenantId, people],
    });
    // What came in the meantime, between its step and this lock.
    for (const step of [recipients, conversations, tickets, ...(["deals", "orders"] as const).map(ownedRows)])
      if ((await step.run(piece, undefined)).more) return { more: true };
    for (const [table, column] of [
      ["contact_activities", "contact_id"],
      ["contact_merges", "survivor_id"],
    ] as const) {
      const [row] = await tx.query<{ n: number }>({
        name: `erase_count_${table}`,
        text: `select count(*)::integer as n from ${table} where tenant_id = $1 and ${column} = any($2)`,
        values: [tx.tenantId, people],
      });
      piece.count(table, "deleted", row?.n ?? 0);
    }
    for (const [table, column] of [
      ["contact_identities", "contact_id"],
      ["contacts", "id"],
    ] as const) {
      const rows = await tx.query({
        name: `erase_${table}`,
        text: `delete from ${table} where tenant_id = $1 and ${column} = any($2) returning 1`,
        values: [tx.tenantId, people],
      });
      piece.count(table, "deleted", rows.length);
    }
    return { more: false };
  },
};

export const rowSteps: Step[] = [
  recipients,
  dispatches,
  messages,
  tickets,
  conversations,
  ownedRows("deals"),
  ownedRows("orders"),
  contacts,
];
