import { exported, kept, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/agencies", {
  agencies: {
    holds: "the profile of an agency",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "contact_email website"),
    onExport: exported(null),
  },
  agency_clients: {
    holds: "the clients of an agency",
    personal: "nobody",
    onContactErasure: kept("organizations", "status reference"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/organization-erasure": "the agency keeps the link, as an ended one",
    },
  },
  agency_domains: {
    holds: "domains of an agency, and their proofs",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "hostname proof status last_error certificate_error"),
    onExport: exported("dom"),
  },
  agency_grants: {
    holds: "grants of clients to their agencies",
    personal: "nobody",
    onContactErasure: kept("organizations", "agency_name scopes message status requested_by accepted_by ended_by"),
    onExport: exported("grn"),
  },
  agency_link_requests: {
    holds: "requests of an agency to organizations to become its clients",
    personal: "nobody",
    onContactErasure: kept("organizations", "organization scopes message reference status requested_by"),
    onExport: exported("lnk"),
  },
  domain_hosts: {
    holds: "the agency of each proved host",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "hostname"),
    onExport: leftOut("the installation's index of agency_domains"),
  },
});
