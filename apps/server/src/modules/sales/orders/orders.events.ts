import type { EventType } from "#platform/events/types.ts";
import { orderUpdatedData } from "./orders.schema.ts";

export const orderEvents: EventType[] = [
  {
    type: "order.updated",
    summary: "An order was created, changed status, was otherwise changed, or was deleted",
    data: orderUpdatedData,
  },
];
