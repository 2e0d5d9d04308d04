import { type Static, type TSchema, Type } from "typebox";
import { FieldChanges, ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { orderStatuses } from "./order-status.ts";

export const itemsMax = 200;

const Money = (description: string) => Type.Number({ description });

export const OrderItem = Type.Object(
  {
    name: Type.String(),
    sku: NullableText({ description: "The item's SKU" }),
    quantity: Type.Number(),
    unitPrice: Type.Number(),
    discount: Money("Discount on the whole line"),
    total: Money("quantity times unitPrice, rounded half up to 6 decimals, minus discount"),
  },
  { title: "OrderItem" },
);
export type OrderItem = Static<typeof OrderItem>;

export const Order = Type.Object(
  {
    id: Type.String(),
    number: Type.String({ description: "Unique in the tenant" }),
    externalReference: NullableText({ description: "Id in another system; unique in the tenant" }),
    contactId: Type.String(),
    conversationId: NullableText(),
    status: StringEnum(orderStatuses),
    items: Type.Array(OrderItem),
    currency: Type.String({ description: "ISO 4217" }),
    subtotal: Money("Sum of the items' totals"),
    discount: Money("Discount on the whole order"),
    tax: Type.Number(),
    shipping: Type.Number(),
    total: Money("subtotal - discount + tax + shipping"),
    note: NullableText(),
    paidAt: NullableTimestamp(),
    fulfilledAt: NullableTimestamp(),
    cancelledAt: NullableTimestamp(),
    refundedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Order" },
);
export type Order = Static<typeof Order>;

const amount = "0 to 1,000,000,000,000, at most 6 decimals";

const Items = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      sku: Type.Optional(NullableText({ minLength: 1, maxLength: 100 })),
      quantity: Type.Number({ description: "More than 0, up to 1,000,000, at most 3 decimals" }),
      unitPrice: Type.Number({ description: amount }),
      discount: Type.Optional(Type.Number({ description: `${amount}; at most the line's amount. Default: 0` })),
    },
    { title: "NewOrderItem" },
  ),
  { minItems: 1, maxItems: itemsMax },
);

const amounts = {
  discount: Type.Optional(Type.Number({ description: `${amount}; at most the subtotal. Default: 0` })),
  tax: Type.Optional(Type.Number({ description: `${amount}. Default: 0` })),
  shipping: Type.Optional(Type.Number({ description: `${amount}. Default: 0` })),
  subtotal: Type.Optional(Type.Number({ description: "Computed; if given, it must match" })),
  total: Type.Optional(Type.Number({ description: "Computed; if given, it must match" })),
};

const references = {
  externalReference: Type.Optional(NullableText({ minLength: 1, maxLength: 200 })),
  conversationId: Type.Optional(NullableText({ maxLength: 100, description: "Where the order was placed" })),
  note: Type.Optional(NullableText({ minLength: 1, maxLength: 2_000 })),
} satisfies Record<string, TSchema>;

const Currency = Type.String({ pattern: "^[A-Za-z]{3}$", description: "ISO 4217: EUR" });

export const CreateOrder = Type.Object(
  {
    contactId: Type.Optional(Type.String({ maxLength: 100, description: "Default: the contact of the conversation" })),
    number: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Default: the tenant's next number, ORD-000001" })),
    status: Type.Optional(
      StringEnum(["draft", "pending", "paid", "fulfilled"], {
        description: "Initial status; default draft. Use later ones for orders made elsewhere",
      }),
    ),
    items: Items,
    currency: Currency,
    ...amounts,
    ...references,
  },
  { title: "CreateOrder", description: "Give a contact, or a conversation with one" },
);
export type CreateOrder = Static<typeof CreateOrder>;

export const UpdateOrder = Type.Object(
  {
    contactId: Type.Optional(Type.String({ maxLength: 100 })),
    number: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    status: Type.Optional(StringEnum(orderStatuses)),
    items: Type.Optional(Items),
    currency: Type.Optional(Currency),
    ...amounts,
    ...references,
  },
  {
    title: "UpdateOrder",
    description:
      "Omitted fields keep their values; null clears a field. Items and amounts can be changed only in draft and pending; items replaces all items",
  },
);
export type UpdateOrder = Static<typeof UpdateOrder>;

export const OrderList = ListOf(Order);
export const ListOrdersQuery = listQuery({
  status: Type.Optional(StringEnum(orderStatuses)),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  conversationId: Type.Optional(Type.String({ maxLength: 100 })),
  number: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Exact match" })),
  externalReference: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Exact match" })),
});

export const orderReasons = ["created", "updated", "merge", "unmerge", "deleted"] as const;
export type OrderReason = (typeof orderReasons)[number];

export const orderUpdatedData = Type.Object({
  orderId: Type.String(),
  number: Type.String(),
  contactId: Type.String(),
  conversationId: NullableText(),
  status: StringEnum(orderStatuses),
  currency: Type.String(),
  total: Type.Number(),
  reason: StringEnum(orderReasons, {
    description: "Also sent when an order is created or deleted; merge and unmerge refer to its contact",
  }),
  changes: FieldChanges("By order field; from null for a new order, empty for a deleted one"),
});
