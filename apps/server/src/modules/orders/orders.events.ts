import type { EventType } from "#platform/events/types.ts";
import { orderUpdatedData } from "./orders.schema.ts";

export const orderEvents: EventType[] = [
  {
    type: "order.updated",
    summary: "An order was created, went to another status, changed in another way, or was deleted",
    data: orderUpdatedData,
  },
];
