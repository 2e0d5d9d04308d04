import type { EventType } from "#platform/events/types.ts";
import { dealUpdatedData } from "./deals.schema.ts";

export const dealEvents: EventType[] = [
  {
    type: "deal.updated",
    summary: "A deal was created, moved to another stage, otherwise changed, or deleted",
    data: dealUpdatedData,
  },
];
