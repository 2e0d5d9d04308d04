import type { EventType } from "#platform/events/types.ts";
import { contactCreatedData, contactUpdatedData } from "./contacts.schema.ts";
import { contactMergedData } from "./merging/merges.schema.ts";

/**
 * accept_outbound(), receive_messages() and resolve_identity() also write contact.created for people whom a message creates;
 * resolve_identity() writes contact.updated as well.
 */
export const contactEvents: EventType[] = [
  {
    type: "contact.created",
    summary: "A contact was created, manually or by a message from or to an unknown address",
    data: contactCreatedData,
  },
  { type: "contact.updated", summary: "A contact's fields changed", data: contactUpdatedData },
  {
    type: "contact.merged",
    summary: "A contact was merged into another; undoing a merge sends contact.updated for both",
    data: contactMergedData,
  },
];
