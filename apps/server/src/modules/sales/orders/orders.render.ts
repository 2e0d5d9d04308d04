import { isDeepStrictEqual } from "node:util";
import type { EventRecord } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { OrderRow } from "./orders.queries.ts";
import type { Order, OrderReason } from "./orders.schema.ts";

export function renderOrder(row: OrderRow): Order {
  return {
    id: wireId("ord", row.id),
    number: row.number,
    externalReference: row.external_reference,
    contactId: wireId("cnt", row.contact_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    status: row.status,
    items: row.items,
    currency: row.currency,
    subtotal: Number(row.subtotal),
    discount: Number(row.discount),
    tax: Number(row.tax),
    shipping: Number(row.shipping),
    total: Number(row.total),
    note: row.note,
    paidAt: row.paid_at?.toISOString() ?? null,
    fulfilledAt: row.fulfilled_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The fields that differ; for a new order (`before` null), those that have a value. Pure. */
export function orderChanges(before: Order | null, after: Order): Changes {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...fields } = after;
  const changes: Changes = {};
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    const from = before?.[field] ?? null;
    if (!isDeepStrictEqual(from, after[field])) changes[field] = { from, to: after[field] };
  }
  return changes;
}

/** order.updated, with the order as it is after the change. */
export function orderEvent(ids: IdSource, row: OrderRow, reason: OrderReason, changes: Changes): EventRecord {
  const order = renderOrder(row);
  return {
    id: ids.uuid(),
    type: "order.updated",
    conversationId: row.conversation_id,
    data: {
      orderId: order.id,
      number: order.number,
      contactId: order.contactId,
      conversationId: order.conversationId,
      status: order.status,
      currency: order.currency,
      total: order.total,
      reason,
      changes,
    },
  };
}
