import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("events/webhooks", {
  webhook_endpoints: {
    holds: "endpoints of webhooks, with sealed secrets",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant",
      "url events description status disabled_reason secret previous_secret headers header_names filter signature_scheme signing_key public_key previous_signing_key previous_public_key alert",
    ),
    onExport: exported("whk"),
  },
  webhook_deliveries: {
    holds: "deliveries of events to endpoints, with their state",
    personal: "both",
    onContactErasure: deleted("with the event"),
    onExport: exported("dlv"),
    retention: "eventsDays",
    keptFor: "EVENT_RETENTION_DAYS at most",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
  webhook_attempts: {
    holds: "attempts of deliveries, with the responses",
    personal: "both",
    onContactErasure: deleted("with the delivery, including the response"),
    onExport: exported("att"),
    retention: "eventsDays",
    keptFor: "with its delivery",
  },
  webhook_paces: {
    holds: "when the next delivery to an endpoint is due",
    personal: "nobody",
    onContactErasure: kept("times of the tenant"),
    onExport: leftOut(reasons.passing),
  },
  webhook_replays: {
    holds: "requests to deliver past events again",
    personal: "nobody",
    onContactErasure: kept("work", "state"),
    onExport: leftOut(reasons.passing),
  },
});
