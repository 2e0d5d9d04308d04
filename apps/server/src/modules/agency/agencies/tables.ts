import { exported, kept, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/agencies", {
  agencies: {
    holds: "what an agency says of itself",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "contact_email website"),
    onExport: exported(null),
  },
  agency_clients: {
    holds: "which organizations are an agency's clients",
    personal: "nobody",
    onContactErasure: kept("organizations", "status reference"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/organization-erasure": "whose client it was keeps the link, ended",
    },
  },
  agency_domains: {
    holds: "domains of an agency, and whether it proved them",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "hostname proof status last_error"),
    onExport: exported("dom"),
  },
  agency_grants: {
    holds: "what a client lets its agency do",
    personal: "nobody",
    onContactErasure: kept("organizations", "agency_name scopes message status requested_by accepted_by ended_by"),
    onExport: exported("grn"),
  },
  agency_link_requests: {
    holds: "organizations that an agency asked to become its clients",
    personal: "nobody",
    onContactErasure: kept("organizations", "organization scopes message reference status requested_by"),
    onExport: exported("lnk"),
  },
  domain_hosts: {
    holds: "which agency has proved a host",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "hostname"),
    onExport: leftOut("of the installation: the look-up of agency_domains"),
  },
});
