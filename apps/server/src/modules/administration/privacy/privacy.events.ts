import type { EventType } from "#platform/events/types.ts";
import { contactErasedData } from "./privacy.schema.ts";

export const contactErased = "contact.erased";

export const privacyEvents: EventType[] = [
  {
    type: contactErased,
    summary: "A contact and all of its data were erased, including its earlier events",
    data: contactErasedData,
  },
];
