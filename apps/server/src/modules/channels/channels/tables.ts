import { exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("channels/channels", {
  channels: {
    holds: "connected accounts with their sealed credentials, settings and state",
    personal: "nobody",
    onContactErasure: kept(
      "accounts of the tenant",
      "kind name external_id account_id status status_reason config secrets quality_rating messaging_limit credentials_app credentials_app_id ownership_error upkeep upkeep_error",
    ),
    onExport: exported("chn"),
    alsoWrittenBy: {
      "channels/templates": "when the channel's templates are to be fetched next, and were last",
    },
  },
  channel_authorizations: {
    holds: "attempts to connect an account, with the credentials of accounts to choose from",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "kind name state_hash callback_uri redirect_uri status error secrets actor_kind actor_id"),
    onExport: leftOut(reasons.passing),
    keptFor: "an hour past its time",
    alsoWrittenBy: {
      "administration/maintenance": "removes what is past its time",
    },
  },
  channel_activity: {
    holds: "when a platform was last heard of",
    personal: "nobody",
    onContactErasure: kept("instants"),
    onExport: leftOut(reasons.derived),
  },
  channel_routes: {
    holds: "which channels an id in a callback means",
    personal: "nobody",
    onContactErasure: kept("accounts of the tenant", "kind route_by external_id proof"),
    onExport: leftOut("of the installation: which channel a callback is for"),
  },
  shared_routes: {
    holds: "whose an id is on the callback address that all organizations share",
    personal: "nobody",
    onContactErasure: kept("accounts of the tenant", "kind route_by external_id"),
    onExport: leftOut("of the installation: which channel a callback is for"),
  },
});
