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
      "channels/templates": "the times of the last and the next fetch of the channel's templates",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  channel_authorizations: {
    holds: "attempts to connect an account, with the credentials of accounts to choose from",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "kind name state_hash callback_uri redirect_uri status error secrets actor_kind actor_id"),
    onExport: leftOut(reasons.passing),
    keptFor: "an hour after it expires",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
  channel_activity: {
    holds: "the time of a platform's last callback",
    personal: "nobody",
    onContactErasure: kept("instants"),
    onExport: leftOut(reasons.derived),
  },
  channel_routes: {
    holds: "the channels of an id in callbacks",
    personal: "nobody",
    onContactErasure: kept("accounts of the tenant", "kind route_by external_id proof"),
    onExport: leftOut("the installation's index of channels"),
  },
  shared_routes: {
    holds: "the owner of an id at the callback URL that all organizations share",
    personal: "nobody",
    onContactErasure: kept("accounts of the tenant", "kind route_by external_id"),
    onExport: leftOut("the installation's index of channels"),
  },
});
