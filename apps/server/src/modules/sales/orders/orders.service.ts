import { type ContactFollower, lockContact } from "#modules/contacts/contacts/index.ts";
import { advanceCounterPast, takeNumber } from "#platform/db/counters.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { readCurrency } from "#platform/money/money.ts";
import { normalForm } from "#platform/text/normal.ts";
import { computeAmounts } from "./order-amounts.ts";
import { isEditable, canBecome, nextStatuses, type OrderStatus } from "./order-status.ts";
import * as queries from "./orders.queries.ts";
import { orderChanges, orderEvent, renderOrder } from "./orders.render.ts";
import type { CreateOrder, Order, UpdateOrder } from "./orders.schema.ts";

export interface OrdersDeps {
  ids: IdSource;
  /** Not found if the caller may not see the conversation. */
  conversations: { get(ctx: TxContext, wire: string): Promise<{ contactId: string }> };
}

/** The fields of the sale itself, as opposed to its progress. */
const fixedWhenPaid = ["items", "currency", "discount", "tax", "shipping"] as const;

export function createOrdersService(deps: OrdersDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.OrderRow> {
    const id = parseWireId("ord", wire);
    const row = id === null ? null : await queries.findOrder(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function conversationOf(ctx: TxContext, wire: string): Promise<{ id: string; contactId: string }> {
    const { contactId } = await deps.conversations.get(ctx, wire);
    return { id: parseWireId("conv", wire) as string, contactId };
  }

  /** 409, naming the order that already has the number or the reference. */
  async function refuseDuplicate(tx: Tx, by: Parameters<typeof queries.findConflicting>[1]): Promise<void> {
    const twin = await queries.findConflicting(tx, by);
    if (twin !== null) throw alreadyExists(twin.byNumber ? "number" : "externalReference", twin.id);
  }

  /** The counter skips a given number that looks like one of ours, so that none is generated twice. */
  async function numberOf(tx: Tx, id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const number = readText("number", id);
    const own = /^ORD-(\d{1,15})$/.exec(number);
    if (own !== null) await advanceCounterPast(tx, "orders", Number(own[1]));
    return number;
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Order> {
      return renderOrder(await find(tx, wire));
    },

    list: queries.listOrders,

    /**
     * 400 without contact and conversation, and for invalid amounts; 404 for any unknown reference; 409 already_exists
     * for another order's number or reference, conflict for a merged contact; 422 for amounts that do not add up.
     */
    async create(ctx: TxContext, input: CreateOrder): Promise<Order> {
      const { tx, now } = ctx;
      const currency = readCurrency("currency", input.currency);
      const { discount = 0, tax = 0, shipping = 0, subtotal, total } = input;
      const amounts = computeAmounts({ items: input.items, discount, tax, shipping, subtotal, total });
      const conversation = input.conversationId == null ? null : await conversationOf(ctx, input.conversationId);
      const contact = input.contactId ?? conversation?.contactId;
      if (contact === undefined) throw invalidField("contactId", "required", "An order needs a contact, or a conversation that has one.");
      const contactId = await lockContact(tx, contact);
      const externalReference = input.externalReference == null ? null : readText("externalReference", input.externalReference);
      const given = await numberOf(tx, input.number);
      await refuseDuplicate(tx, { number: given ?? null, externalReference, not: null });
      const number = given ?? `ORD-${String(await takeNumber(tx, "orders")).padStart(6, "0")}`;
      const status = input.status ?? "draft";
      const id = deps.ids.uuid();
      const values: queries.OrderValues = {
        number,
        external_reference: externalReference,
        contact_id: contactId,
        conversation_id: conversation?.id ?? null,
        status,
        ...amounts,
        currency,
        note: input.note == null ? null : readText("note", input.note),
        paid_at: status === "paid" || status === "fulfilled" ? now : null,
        fulfilled_at: status === "fulfilled" ? now : null,
        cancelled_at: null,
        refunded_at: null,
      };
      const row = await queries.insertOrder(tx, now, id, values).catch(refuseConcurrentDuplicate);
      const order = renderOrder(row);
      await recordAudit(ctx, deps.ids, "order.created", order.id, { status, contactId: order.contactId });
      await appendEvents(tx, now, [orderEvent(deps.ids, row, "created", orderChanges(null, order))]);
      return order;
    },

    /**
     * Like `create`, for the given fields; 409 invalid_transition, see order-status.ts, and conflict for amounts of a
     * paid order.
     */
    async update(ctx: TxContext, wire: string, input: UpdateOrder): Promise<Order> {
      const { tx, now } = ctx;
      const currency = input.currency === undefined ? undefined : readCurrency("currency", input.currency);
      const conversationId = input.conversationId == null ? input.conversationId : (await conversationOf(ctx, input.conversationId)).id;
      // The contact before the order: a merge locks them in this order.
      const contactId = input.contactId === undefined ? undefined : await lockContact(tx, input.contactId);
      const number = await numberOf(tx, input.number);
      const row = await find(tx, wire, true);
      const before = renderOrder(row);
      const status = input.status ?? row.status;
      if (!canBecome(row.status, status)) throw refusedStatus(row.status, status);
      const after: queries.OrderValues = {
        ...row,
        number: number ?? row.number,
        contact_id: contactId ?? row.contact_id,
        conversation_id: conversationId === undefined ? row.conversation_id : conversationId,
        status,
        currency: currency ?? row.currency,
        ...computeAmounts({
          items: input.items ?? row.items,
          discount: input.discount ?? before.discount,
          tax: input.tax ?? before.tax,
          shipping: input.shipping ?? before.shipping,
          subtotal: input.subtotal,
          total: input.total,
        }),
        external_reference:
          input.externalReference === undefined
            ? row.external_reference
            : input.externalReference === null
              ? null
              : readText("externalReference", input.externalReference),
        note: input.note === undefined ? row.note : input.note === null ? null : readText("note", input.note),
        ...statusTimes(row, status, now),
      };
      const changes = orderChanges(before, renderOrder({ ...row, ...after }));
      if (Object.keys(changes).length === 0) return before;
      const fixed = isEditable(row.status) ? undefined : fixedWhenPaid.find((field) => changes[field] !== undefined);
      if (fixed !== undefined)
        throw new AppError("conflict", {
          message: `The items of an order cannot change once it is ${row.status}.`,
          details: [{ field: fixed, issue: "not_allowed" }],
        });
      if (changes["number"] !== undefined || changes["externalReference"] !== undefined)
        await refuseDuplicate(tx, { number: after.number, externalReference: after.external_reference, not: row.id });
      const changed = await queries.updateOrder(tx, now, row.id, after).catch(refuseConcurrentDuplicate);
      await recordAudit(ctx, deps.ids, "order.updated", wire, {
        fields: Object.keys(changes),
        ...(changes["status"] === undefined ? {} : { status: changes["status"] }),
      });
      await appendEvents(tx, now, [orderEvent(deps.ids, changed, "updated", changes)]);
      return renderOrder(changed);
    },

    /** 409 conflict for a paid order, which is a record. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      if (row.paid_at !== null) throw new AppError("conflict", { message: "A paid order cannot be deleted. Refund it instead." });
      await queries.deleteOrder(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "order.deleted", wire, { contactId: wireId("cnt", row.contact_id), number: row.number });
      await appendEvents(ctx.tx, ctx.now, [orderEvent(deps.ids, row, "deleted", {})]);
      return { id: wire, deleted: true };
    },
  };
}

export type OrdersService = ReturnType<typeof createOrdersService>;

/** Orders follow their contact through a merge, and back. */
export function createOrderFollower(deps: { ids: IdSource }): ContactFollower {
  return {
    name: "orders",
    async move(ctx, from, to, only, reason) {
      const moved = await queries.moveOrdersOfContact(ctx.tx, ctx.now, from, to, only);
      const changes = { contactId: { from: wireId("cnt", from), to: wireId("cnt", to) } };
      await appendEvents(
        ctx.tx,
        ctx.now,
        moved.map((row) => orderEvent(deps.ids, row, reason, changes)),
      );
      return moved.map((row) => row.id);
    },
  };
}

function readText(field: string, text: string): string {
  const rest = normalForm("NFC", text.trim());
  if (rest === "") throw invalidField(field, "too_short");
  return rest;
}

/** When it reached each status; an order that goes back to draft was never paid. */
function statusTimes(row: queries.OrderRow, status: OrderStatus, now: Date) {
  if (status === row.status) return {};
  const fields = { paid: "paid_at", fulfilled: "fulfilled_at", cancelled: "cancelled_at", refunded: "refunded_at" } as const;
  return status === "draft" || status === "pending" ? {} : { [fields[status]]: now };
}

function refusedStatus(from: OrderStatus, to: OrderStatus): AppError {
  const next = nextStatuses(from);
  return new AppError("invalid_transition", {
    message: `An order that is ${from} cannot become ${to}; ${next.length === 0 ? "it is final" : `it can become ${next.join(", ")}`}.`,
    details: [{ field: "status", issue: "not_allowed" }],
  });
}

function alreadyExists(field: "number" | "externalReference", id: string | null): AppError {
  return new AppError("already_exists", {
    message: `An order with this ${field} already exists.`,
    details: [{ field, issue: "exists", ...(id === null ? {} : { id: wireId("ord", id) }) }],
  });
}

/** Another request stored it since the check above. The failed transaction can no longer be queried for which one. */
function refuseConcurrentDuplicate(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw alreadyExists((error as { constraint?: string }).constraint === "orders_number" ? "number" : "externalReference", null);
}
