import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("events/events", {
  event_stream_places: {
    holds: "open event streams, counted over all processes",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: leftOut(reasons.passing),
    keptFor: "while its process lives",
  },
});
