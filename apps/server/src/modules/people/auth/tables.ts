import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("people/auth", {
  users: {
    holds: "people who sign in, with the hash of their password",
    personal: "people",
    onContactErasure: kept("people who sign in", "email password_hash"),
    onExport: leftOut(reasons.person),
    onOrganizationErasure: {
      fate: "apart",
      how: "a person is deleted with the last organization of which they are a member; platform administrators stay",
    },
    alsoWrittenBy: {
      "administration/admin": "the platform suspends people",
      "administration/organization-erasure": "people are deleted with the last organization of which they are members",
      "organizations/tenants": "an organization's first owner is created with it, by the command line and at the first start",
    },
  },
  user_sessions: {
    holds: "sessions of browsers",
    personal: "people",
    onContactErasure: kept("people who sign in", "token_hash address user_agent made_by_kind standing maker_standing"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
    keptFor: "until it expires",
    alsoWrittenBy: {
      "administration/admin": "suspending a person ends their sessions",
      "platform/auth": "stores the last use of sessions, many at once",
      "administration/maintenance": "deletes expired rows",
    },
  },
  user_second_factors: {
    holds: "secrets of time-based codes",
    personal: "people",
    onContactErasure: kept("people who sign in", "secret"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
  },
  user_backup_codes: {
    holds: "hashes of unused backup codes",
    personal: "people",
    onContactErasure: kept("people who sign in", "code_hash"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
  },
  user_email_proofs: {
    holds: "links that prove an e-mail address, by hash",
    personal: "people",
    onContactErasure: kept("people who sign in", "purpose email token_hashes"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
    keptFor: "until it expires",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
  email_link_requests: {
    holds: "requests for a link, before the address is looked up",
    personal: "people",
    onContactErasure: kept("people who sign in", "email"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "deleted with the person" },
    keptFor: "until it is answered",
    alsoWrittenBy: {
      "administration/organization-erasure": "those of people who are deleted with their last organization",
    },
  },
  password_reset_requests: {
    holds: "requests for a new password, before the address is looked up",
    personal: "people",
    onContactErasure: kept("people who sign in", "email"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "deleted with the person" },
    keptFor: "until it is answered",
    alsoWrittenBy: {
      "administration/organization-erasure": "those of people who are deleted with their last organization",
    },
  },
  password_reset_tokens: {
    holds: "links for a new password, by hash",
    personal: "people",
    onContactErasure: kept("people who sign in", "token_hash"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
    keptFor: "until it expires",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
  auth_attempts: {
    holds: "attempts at passwords and codes, by hash of the account or address",
    personal: "nobody",
    onContactErasure: kept("hashes", "subject"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "identifies nobody" },
    keptFor: "until its wait is over",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
  login_links: {
    holds: "links that sign a member in once, by hash",
    personal: "people",
    onContactErasure: kept("people of the tenant", "token_hash made_by_kind standing maker_standing"),
    onExport: leftOut(reasons.credential),
    keptFor: "an hour after it expires",
    alsoWrittenBy: {
      "administration/admin": "suspending a person voids their login links",
      "people/members": "a link is void when its membership ends",
      "administration/maintenance": "deletes expired rows",
    },
  },
});
