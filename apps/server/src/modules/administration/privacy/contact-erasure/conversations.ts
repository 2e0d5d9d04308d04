import { removeRecipients } from "#modules/sales/broadcasts/index.ts";
import { hashOfQuestion } from "#modules/knowledge/knowledge/index.ts";
import { wireId } from "#platform/ids/ids.ts";
import { insertTraces, peopleOf } from "../privacy.queries.ts";
import { calls } from "./calls.ts";
import type { Piece, Progress, Step } from "./step.ts";
import {
  dropDispatches,
  findSending,
  lockTickets,
  detachFollowUps,
  dropTicketActivity,
  dropTickets,
  lockMessages,
  detachReplies,
  dropMediaOf,
  dropDispatchesOf,
  dropMessages,
  lockConversations,
  countOfConversations,
  uncountTurns,
  dropConversations,
  dropOwned,
  lockContacts,
  countOfContacts,
  dropOfContacts,
} from "./conversations.queries.ts";

const messagesAtOnce = 500;
const conversationsAtOnce = 50;
/** How often to check whether messages in flight have an outcome. */
const sendingMs = 2_000;

/** Removes them from broadcasts, so that none creates a message for them and none waits for them. */
const recipients: Step = {
  name: "broadcast_recipients",
  async run(piece): Promise<Progress> {
    const rows = await removeRecipients(piece.tx, await peopleOf(piece.tx, piece.request.contact_id), messagesAtOnce);
    piece.count("broadcast_recipients", "deleted", rows);
    return { more: rows === messagesAtOnce };
  },
};

/** Stops all sending. Waits for messages in flight, so that their outcome finds its message. */
const dispatches: Step = {
  name: "dispatches",
  async run(piece): Promise<Progress> {
    const { tx } = piece;
    const people = await peopleOf(tx, piece.request.contact_id);
    const removed = await dropDispatches(tx, people);
    piece.count("outbound_dispatches", "deleted", removed.length);
    const [sending] = await findSending(tx, people);
    return sending === undefined ? { more: false } : { more: true, waitMs: sendingMs };
  },
};

/** Tickets of the person, and of conversations with them. */
async function removeTickets(piece: Piece, where: "contact_id" | "conversation_id", of: string[]): Promise<number> {
  const { tx } = piece;
  const rows = await lockTickets(tx, of, messagesAtOnce, where);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await insertTraces(
    tx,
    piece.request.id,
    "id",
    ids.map((id) => wireId("tkt", id)),
  );
  // Follow-ups of these tickets stay, without the reference.
  await detachFollowUps(tx, ids);
  const activity = await dropTicketActivity(tx, ids);
  await dropTickets(tx, ids);
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
  const rows = await lockMessages(tx, people, messagesAtOnce);
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
  await detachReplies(tx, ids);
  const files = await dropMediaOf(tx, ids);
  await insertTraces(
    tx,
    request.id,
    "content",
    files.flatMap((file) => file.content_id ?? []),
  );
  const dispatched = await dropDispatchesOf(tx, ids);
  await dropMessages(tx, ids);
  piece.count("media", "deleted", files.length);
  piece.count("outbound_dispatches", "deleted", dispatched.length);
  piece.count("messages", "deleted", ids.length);
  return ids.length;
}

/**
 * Removes conversations once they are empty. Locks them first: an arriving message has either been written, and goes
 * with the others, or finds no conversation, and is received again as one from an unknown person.
 */
const conversations: Step = {
  name: "conversations",
  async run(piece): Promise<Progress> {
    const { tx, request } = piece;
    const people = await peopleOf(tx, request.contact_id);
    const rows = await lockConversations(tx, people, conversationsAtOnce);
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
      const [row] = await countOfConversations(tx, ids, table);
      piece.count(table, "deleted", row?.n ?? 0);
    }
    await uncountTurns(tx, ids);
    await dropConversations(tx, ids);
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
    const rows = await dropOwned(tx, await peopleOf(tx, request.contact_id), messagesAtOnce, table);
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

/** Removes the contact. Locks the rows first: a concurrent reference either exists already or finds no contact. */
const contacts: Step = {
  name: "contacts",
  async run(piece): Promise<Progress> {
    const { tx, request } = piece;
    const people = await peopleOf(tx, request.contact_id);
    await lockContacts(tx, people);
    // Removes rows created between their step and this lock.
    for (const step of [calls, recipients, conversations, tickets, ...(["deals", "orders"] as const).map(ownedRows)]) {
      const { more, waitMs } = await step.run(piece, undefined);
      if (more) return { more, ...(waitMs === undefined ? {} : { waitMs }) };
    }
    for (const [table, column] of [
      ["contact_activities", "contact_id"],
      ["contact_merges", "survivor_id"],
    ] as const) {
      const [row] = await countOfContacts(tx, people, table, column);
      piece.count(table, "deleted", row?.n ?? 0);
    }
    for (const [table, column] of [
      ["contact_identities", "contact_id"],
      ["contacts", "id"],
    ] as const) {
      const rows = await dropOfContacts(tx, people, table, column);
      piece.count(table, "deleted", rows.length);
    }
    return { more: false };
  },
};

export const rowSteps: Step[] = [
  recipients,
  dispatches,
  calls,
  messages,
  tickets,
  conversations,
  ownedRows("deals"),
  ownedRows("orders"),
  contacts,
];
