import type { EventType } from "#platform/events/types.ts";
import { contactErasedData } from "./privacy.schema.ts";

export const contactErased = "contact.erased";

export const privacyEvents: EventType[] = [
  {
    type: contactErased,
    summary: "A contact and all that was kept of it was erased; its earlier events are gone",
    data: contactErasedData,
  },
];
