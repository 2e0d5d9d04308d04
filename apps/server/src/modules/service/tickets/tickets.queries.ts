import { throughConversation, type Viewer } from "#modules/inbox/visibility/index.ts";
import type { CustomValue } from "#modules/contacts/custom-fields/index.ts";
import { type SlaState, slaColumn } from "#modules/service/sla-policies/index.ts";
import type { Tx, Database } from "#platform/db/database.ts";
import type { TicketStatus } from "./ticket-status.ts";
import type { Ticket } from "./tickets.schema.ts";

export interface TicketRow {
  id: string;
  number: number;
  subject: string;
  description: string | null;
  status: TicketStatus;
  priority: Ticket["priority"];
  category_id: string | null;
  /** The category's name. */
  category: string | null;
  assignee_id: string | null;
  division_id: string | null;
  contact_id: string | null;
  conversation_id: string | null;
  source: Ticket["source"];
  labels: string[];
  custom_fields: Record<string, CustomValue>;
  due_at: Date | null;
  resolved_at: Date | null;
  closed_at: Date | null;
  close_at: Date | null;
  follow_up_of_id: string | null;
  /** null: no SLA policy has ever governed it. */
  sla: SlaState | null;
  created_at: Date;
  updated_at: Date;
  /** What the list is sorted by, with microseconds, for cursors. */
  position: string;
}

export type TicketValues = Omit<TicketRow, "id" | "category" | "sla" | "created_at" | "updated_at" | "position">;

export const columns = `k.id, k.number, k.subject, k.description, k.status, k.priority, k.category_id,
  (select g.name from ticket_categories g where g.tenant_id = $1 and g.id = k.category_id) as category,
  k.assignee_id, k.division_id, k.contact_id, k.conversation_id, k.source, k.labels, k.custom_fields, k.due_at, k.resolved_at, k.closed_at, k.close_at, k.follow_up_of_id,
  ${slaColumn("ticket_sla", "k")}, k.created_at, k.updated_at`;
export const byCreation = `${columns}, k.created_at::text as position`;

/**
 * A member sees what is assigned to them, what has no conversation, and what belongs to a conversation that they may see. Same rule in
 * functions/list_tickets.sql.
 */
export function visibleTicket(viewer: Viewer | null, values: unknown[]): { name: string; condition: string } {
  if (viewer === null) return { name: "", condition: "true" };
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const { name, condition } = throughConversation(viewer, "k", value);
  return { name: `_${name}`, condition: `(k.assignee_id = ${value(viewer.userId)} or ${condition})` };
}

export async function findTicket(tx: Tx, id: string, viewer: Viewer | null, lock = false): Promise<TicketRow | null> {
  const values: unknown[] = [tx.tenantId, id];
  const { name, condition } = visibleTicket(viewer, values);
  const [row] = await tx.query<TicketRow>({
    name: `${lock ? "ticket_lock" : "ticket_by_id"}${name}`,
    text: `select ${byCreation} from tickets k where k.tenant_id = $1 and k.id = $2 and ${condition} ${lock ? "for update of k" : ""}`,
    values,
  });
  return row ?? null;
}

export async function insertTicket(tx: Tx, now: Date, id: string, v: TicketValues): Promise<TicketRow> {
  const [row] = await tx.query<TicketRow>({
    name: "ticket_insert",
    text: `insert into tickets as k (tenant_id, id, created_at, updated_at, number, subject, description, status, priority, category_id,
             assignee_id, contact_id, conversation_id, source, labels, due_at, resolved_at, closed_at, close_at, follow_up_of_id, division_id, custom_fields)
           values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning ${byCreation}`,
    values: [
      tx.tenantId,
      id,
      now,
      v.number,
      v.subject,
      v.description,
      v.status,
      v.priority,
      v.category_id,
      v.assignee_id,
      v.contact_id,
      v.conversation_id,
      v.source,
      v.labels,
      v.due_at,
      v.resolved_at,
      v.closed_at,
      v.close_at,
      v.follow_up_of_id,
      v.division_id,
      JSON.stringify(v.custom_fields),
    ],
  });
  return row as TicketRow;
}

export async function updateTicket(tx: Tx, now: Date, id: string, v: TicketValues): Promise<TicketRow> {
  const [row] = await tx.query<TicketRow>({
    name: "ticket_update",
    text: `update tickets k set updated_at = $3, subject = $4, description = $5, status = $6, priority = $7, category_id = $8, assignee_id = $9,
             contact_id = $10, conversation_id = $11, labels = $12, due_at = $13, resolved_at = $14, closed_at = $15, close_at = $16, division_id = $17,
             custom_fields = $18
            where k.tenant_id = $1 and k.id = $2 returning ${byCreation}`,
    values: [
      tx.tenantId,
      id,
      now,
      v.subject,
      v.description,
      v.status,
      v.priority,
      v.category_id,
      v.assignee_id,
      v.contact_id,
      v.conversation_id,
      v.labels,
      v.due_at,
      v.resolved_at,
      v.closed_at,
      v.close_at,
      v.division_id,
      JSON.stringify(v.custom_fields),
    ],
  });
  if (row === undefined) throw new Error("the locked ticket does not exist");
  return row;
}

/** Tickets of these conversations that are waiting for the customer or resolved; locked. */
export function lockWaiting(tx: Tx, conversationIds: string[]): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_waiting",
    text: `select ${columns} from tickets k
            where k.tenant_id = $1 and k.conversation_id = any($2::uuid[]) and k.status in ('pending', 'resolved')
            order by k.id for update of k`,
    values: [tx.tenantId, conversationIds],
  });
}

/** Which of the ids are due to close; rows locked by others are left for the next round. */
export function lockClosing(tx: Tx, ids: string[], now: Date): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_closing",
    text: `select ${columns} from tickets k where k.tenant_id = $1 and k.id = any($2::uuid[]) and k.close_at <= $3
            order by k.id for update of k skip locked`,
    values: [tx.tenantId, ids, now],
  });
}

/** In id order. */
export function ticketsById(tx: Tx, ids: string[]): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_by_id",
    text: `select ${columns} from tickets k where k.tenant_id = $1 and k.id = any($2::uuid[]) order by k.id`,
    values: [tx.tenantId, ids],
  });
}

/** Moves a division's tickets to another. */
export function moveDivision(tx: Tx, now: Date, from: string, to: string): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_move_division",
    text: `with held as (
             select t.id from tickets t where t.tenant_id = $1 and t.division_id = $2 order by t.id for no key update)
           update tickets k set division_id = $3, updated_at = $4 from held where k.tenant_id = $1 and k.id = held.id returning ${byCreation}`,
    values: [tx.tenantId, from, to, now],
  });
}

/** Deleted with its activity; follow-ups lose their reference to it. */
export async function deleteTicket(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "ticket_forget_follow_ups",
    text: "update tickets set follow_up_of_id = null, updated_at = $3 where tenant_id = $1 and follow_up_of_id = $2",
    values: [tx.tenantId, id, now],
  });
  await tx.query({
    name: "ticket_activity_delete",
    text: "delete from ticket_activity where tenant_id = $1 and ticket_id = $2",
    values: [tx.tenantId, id],
  });
  await tx.query({ name: "ticket_delete", text: "delete from tickets where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/** Moves a contact's tickets, or those listed in `only`, to another contact. */
export function moveTicketsOfContact(tx: Tx, now: Date, from: string, to: string, only: string[] | null): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_move_contact",
    text: `with held as (
             select t.id from tickets t where t.tenant_id = $1 and t.contact_id = $2 and ($4::uuid[] is null or t.id = any($4))
              order by t.id for no key update)
           update tickets k set contact_id = $3, updated_at = $5 from held where k.tenant_id = $1 and k.id = held.id returning ${byCreation}`,
    values: [tx.tenantId, from, to, only, now],
  });
}

export interface ActivityRow {
  id: string;
  kind: "created" | "updated" | "comment";
  by: string;
  reason: string;
  text: string | null;
  changes: Record<string, { from: unknown; to: unknown }>;
  created_at: Date;
  position: string;
}

const activityColumns = "y.id, y.kind, y.by, y.reason, y.text, y.changes, y.created_at, y.created_at::text as position";

export function listActivity(tx: Tx, ticketId: string, after: string[] | null, limit: number): Promise<ActivityRow[]> {
  return tx.query<ActivityRow>({
    name: "ticket_activity_list",
    text: `select ${activityColumns} from ticket_activity y where y.tenant_id = $1 and y.ticket_id = $2
              and ($3::timestamptz is null or (y.created_at, y.id) < ($3, $4::uuid))
            order by y.created_at desc, y.id desc limit $5`,
    values: [tx.tenantId, ticketId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export type NewActivity = Pick<ActivityRow, "id" | "kind" | "by" | "reason" | "text" | "changes"> & { ticketId: string };

export function insertActivity(tx: Tx, now: Date, rows: NewActivity[]): Promise<ActivityRow[]> {
  return tx.query<ActivityRow>({
    name: "ticket_activity_insert",
    text: `insert into ticket_activity as y (tenant_id, id, ticket_id, kind, by, reason, text, changes, created_at)
           select $1, r.id, r."ticketId", r.kind, r.by, r.reason, r.text, r.changes, $2
             from jsonb_to_recordset($3::jsonb) as r (id uuid, "ticketId" uuid, kind text, by text, reason text, text text, changes jsonb)
           returning ${activityColumns}`,
    values: [tx.tenantId, now, JSON.stringify(rows)],
  });
}

/** How many days a ticket stays resolved before it closes; null: the tenant has not set it. */
export async function readAutoCloseDays(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ days: number | null }>({
    name: "ticket_auto_close_days",
    text: "select (settings->>'ticketAutoCloseDays')::int as days from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.days ?? null;
}

export function listDue(
  database: Pick<Database, "worker">,
  now: Date,
  limit: number,
  except: string[],
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "tickets_due",
    text: "select tenant_id, id from tickets where close_at <= $1 and tenant_id <> all($3::uuid[]) order by close_at limit $2",
    values: [now, limit, except],
  });
}
