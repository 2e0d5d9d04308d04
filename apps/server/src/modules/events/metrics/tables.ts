import { exported, kept, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("events/metrics", {
  metric_contact_days: {
    holds: "which contacts wrote on a day",
    personal: "contacts",
    onContactErasure: kept("how many contacts were active"),
    onExport: exported(null),
  },
  metric_conversations: {
    holds: "the state of conversations for counting their next event",
    personal: "contacts",
    onContactErasure: kept("the state of a count", "surveyed"),
    onExport: leftOut("the state of a count"),
  },
  metric_rollups: {
    holds: "counts, sums and histograms by time, channel and assignee",
    personal: "people",
    onContactErasure: kept("numbers", "first_response_bins response_bins resolution_bins"),
    onExport: exported(null),
  },
});
