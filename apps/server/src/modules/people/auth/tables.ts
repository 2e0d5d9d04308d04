import { kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("people/auth", {
  users: {
    holds: "people who sign in, with the hash of their password",
    personal: "people",
    onContactErasure: kept("people who sign in", "email password_hash"),
    onExport: leftOut(reasons.person),
    onOrganizationErasure: {
      fate: "apart",
      how: "a person goes with the last organization that they are a member of; platform administrators stay",
    },
    alsoWrittenBy: {
      "administration/admin": "the platform suspends people",
      "administration/organization-erasure": "people who are members nowhere any more go with their last organization",
      "organizations/tenants": "an organization's first owner is made with it, from the command line and at the first start",
    },
  },
  user_sessions: {
    holds: "browsers that are signed in",
    personal: "people",
    onContactErasure: kept("people who sign in", "token_hash address user_agent made_by_kind standing maker_standing"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "with its person" },
    keptFor: "until it expires",
    alsoWrittenBy: {
      "administration/admin": "suspending a person ends what they are signed in with",
      "platform/auth": "notes when a session was last used, for many at once",
      "administration/maintenance": "removes what is past its time",
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
    holds: "hashes of backup codes that are still good",
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
      "administration/maintenance": "removes what is past its time",
    },
  },
  email_link_requests: {
    holds: "requests for a link, before anybody looks whose address it is",
    personal: "people",
    onContactErasure: kept("people who sign in", "email"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "those of a person go with the person" },
    keptFor: "until it is answered",
    alsoWrittenBy: {
      "administration/organization-erasure": "of people who go with their last organization",
    },
  },
  password_reset_requests: {
    holds: "requests for a new password, before anybody looks whose address it is",
    personal: "people",
    onContactErasure: kept("people who sign in", "email"),
    onExport: leftOut(reasons.credential),
    onOrganizationErasure: { fate: "apart", how: "those of a person go with the person" },
    keptFor: "until it is answered",
    alsoWrittenBy: {
      "administration/organization-erasure": "of people who go with their last organization",
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
      "administration/maintenance": "removes what is past its time",
    },
  },
  auth_attempts: {
    holds: "tries at passwords and codes, by hash of the account or address",
    personal: "nobody",
    onContactErasure: kept("hashes", "subject"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of nobody that can be told" },
    keptFor: "until nobody is held back by it",
    alsoWrittenBy: {
      "administration/maintenance": "removes what is past its time",
    },
  },
  login_links: {
    holds: "links that sign a member in once, by hash",
    personal: "people",
    onContactErasure: kept("people of the tenant", "token_hash made_by_kind standing maker_standing"),
    onExport: leftOut(reasons.credential),
    keptFor: "an hour past its time",
    alsoWrittenBy: {
      "administration/admin": "suspending a person ends links that sign them in",
      "people/members": "a link ends with the membership that it is for",
      "administration/maintenance": "removes what is past its time",
    },
  },
});
