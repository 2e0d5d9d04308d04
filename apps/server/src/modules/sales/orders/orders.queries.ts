import type { Tx } from "#platform/db/database.ts";
import type { OrderStatus } from "./order-status.ts";
import type { OrderItem } from "./orders.schema.ts";

export interface OrderRow {
  id: string;
  number: string;
  external_reference: string | null;
  contact_id: string;
  conversation_id: string | null;
  status: OrderStatus;
  items: OrderItem[];
  currency: string;
  /** Amounts as PostgreSQL's text for numeric. */
  subtotal: string;
  discount: string;
  tax: string;
  shipping: string;
  total: string;
  note: string | null;
  paid_at: Date | null;
  fulfilled_at: Date | null;
  cancelled_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export type OrderValues = Omit<OrderRow, "id" | "created_at" | "updated_at" | "position">;

const columns = `o.id, o.number, o.external_reference, o.contact_id, o.conversation_id, o.status, o.items, o.currency, o.subtotal::text,
  o.discount::text, o.tax::text, o.shipping::text, o.total::text, o.note, o.paid_at, o.fulfilled_at, o.cancelled_at, o.refunded_at,
  o.created_at, o.updated_at, o.created_at::text as position`;

export async function findOrder(tx: Tx, id: string, lock = false): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRow>({
    name: lock ? "order_lock" : "order_by_id",
    text: `select ${columns} from orders o where o.tenant_id = $1 and o.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export interface OrderFilter {
  status: string | undefined;
  contactId: string | undefined;
  conversationId: string | undefined;
  number: string | undefined;
  externalReference: string | undefined;
}

const filterColumns: Record<keyof OrderFilter, string> = {
  status: "status",
  contactId: "contact_id",
  conversationId: "conversation_id",
  number: "number",
  externalReference: "external_reference",
};

/** Newest first by (created_at, id). */
export function listOrders(tx: Tx, filter: OrderFilter, after: string[] | null, limit: number): Promise<OrderRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["o.tenant_id = $1"];
  const names: string[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  for (const [field, column] of Object.entries(filterColumns) as [keyof OrderFilter, string][]) {
    if (filter[field] === undefined) continue;
    where.push(`o.${column} = ${value(filter[field])}`);
    names.push(column);
  }
  if (after !== null) {
    where.push(`(o.created_at, o.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`);
    names.push("after");
  }
  return tx.query<OrderRow>({
    name: `orders_list_${names.join("_")}`,
    text: `select ${columns} from orders o where ${where.join(" and ")} order by o.created_at desc, o.id desc limit $2`,
    values,
  });
}

/** The other order that already has a number or a reference. */
export async function findConflicting(
  tx: Tx,
  by: { number: string | null; externalReference: string | null; not: string | null },
): Promise<{ id: string; byNumber: boolean } | null> {
  const [row] = await tx.query<{ id: string; byNumber: boolean }>({
    name: "order_twin",
    text: `select o.id, o.number is not distinct from $2 as "byNumber" from orders o
            where o.tenant_id = $1 and o.id is distinct from $4::uuid and o.id in (
              select n.id from orders n where n.tenant_id = $1 and n.number = $2
              union all select r.id from orders r where r.tenant_id = $1 and r.external_reference = $3)
            limit 1`,
    values: [tx.tenantId, by.number, by.externalReference, by.not],
  });
  return row ?? null;
}

const stored = (v: OrderValues) => [
  v.number,
  v.external_reference,
  v.contact_id,
  v.conversation_id,
  v.status,
  JSON.stringify(v.items),
  v.currency,
  v.subtotal,
  v.discount,
  v.tax,
  v.shipping,
  v.total,
  v.note,
  v.paid_at,
  v.fulfilled_at,
  v.cancelled_at,
  v.refunded_at,
];

/** Rejects with a unique violation if another order got the number or the reference meanwhile. */
export async function insertOrder(tx: Tx, now: Date, id: string, values: OrderValues): Promise<OrderRow> {
  const [row] = await tx.query<OrderRow>({
    name: "order_insert",
    text: `insert into orders as o (tenant_id, id, created_at, updated_at, number, external_reference, contact_id, conversation_id, status,
             items, currency, subtotal, discount, tax, shipping, total, note, paid_at, fulfilled_at, cancelled_at, refunded_at)
           values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  return row as OrderRow;
}

/** Rejects like `insertOrder`. */
export async function updateOrder(tx: Tx, now: Date, id: string, values: OrderValues): Promise<OrderRow> {
  const [row] = await tx.query<OrderRow>({
    name: "order_update",
    text: `update orders o set updated_at = $3, number = $4, external_reference = $5, contact_id = $6, conversation_id = $7, status = $8,
             items = $9, currency = $10, subtotal = $11, discount = $12, tax = $13, shipping = $14, total = $15, note = $16,
             paid_at = $17, fulfilled_at = $18, cancelled_at = $19, refunded_at = $20
            where o.tenant_id = $1 and o.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  if (row === undefined) throw new Error("the locked order does not exist");
  return row;
}

export async function deleteOrder(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "order_delete", text: "delete from orders where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/** Moves a contact's orders, or those listed in `only`, to another contact. */
export function moveOrdersOfContact(tx: Tx, now: Date, from: string, to: string, only: string[] | null): Promise<OrderRow[]> {
  return tx.query<OrderRow>({
    name: "orders_move_contact",
    text: `with held as (
             select o.id from orders o where o.tenant_id = $1 and o.contact_id = $2 and ($4::uuid[] is null or o.id = any($4))
              order by o.id for no key update)
           update orders o set contact_id = $3, updated_at = $5 from held where o.tenant_id = $1 and o.id = held.id returning ${columns}`,
    values: [tx.tenantId, from, to, only, now],
  });
}
