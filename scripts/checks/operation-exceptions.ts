/** Operations that no screen uses, grouped by reason: scripts/checks/check-operations.ts. */
export const withoutScreen: Readonly<Record<string, readonly string[]>> = {
  "A record that its list already has whole": [
    ...[
      "admin.apps.get",
      "admin.billing.paymentRequests.get",
      "admin.subscriptions.get",
      "ai.keys.get",
      "apiKeys.get",
      "cannedReplies.get",
    ],
    ...["contactFields.get", "deals.get", "flowSecrets.get", "flows.webhook.get", "invitations.get"],
    ...["labels.get", "macros.get", "members.get", "orders.get", "organization.exports.get", "pipelines.get", "privacy.requests.get"],
    ...["slaPolicies.get", "ticketCategories.get", "ticketFields.get", "phoneNumbers.get", "telephonyAccounts.get", "agencyGrants.get"],
    ...["agency.linkRequests.get", "agency.domains.get", "agency.signupForms.get"],
  ],
  "A file or picture: the browser fetches it by its address": [
    ...[
      "billing.transactionsCsv",
      "calls.recording.get",
      "broadcasts.recipientsCsv",
      "chatbotTurns.summaryCsv",
      "contacts.exports.file",
      "contacts.imports.rowsCsv",
    ],
    ...["contacts.imports.sampleCsv", "csat.summaryCsv", "flowRuns.summaryCsv", "knowledge.faqs.exportCsv", "media.content"],
    ...["metrics.breakdownCsv", "metrics.summaryCsv", "metrics.timeseriesCsv", "organization.exports.file", "privacy.requests.file"],
  ],
  "A page of the server, to which a mail or a link leads": [
    ...[
      "auth.email.confirm",
      "auth.email.requestLink",
      "auth.invitations.accept",
      "auth.invitations.preview",
      "auth.passwordReset.confirm",
    ],
    ...["auth.useLoginLink", "public.signupForms.get", "public.signupForms.submit"],
  ],
  "For programs: the dashboard does the same by another operation": [
    ...["agents.create", "agents.divisions.replace", "agents.replace", "conversations.tickets.create", "members.update"],
    ...["agency.clients.accessTokens.create", "ai.assist.tag"],
    ...["public.domains.ask", "public.flowHooks.call", "service"],
  ],
  "Needs a script of the platform in the page; the dashboard leaves for the platform instead": ["channels.authorizations.exchangeCode"],
  "The management of agents under its second address": [
    ...["list", "create", "get", "replace", "update", "delete", "loginLink"].map((verb) => `agentsManagement.${verb}`),
    ...["list", "create", "get", "replace", "update", "delete"].map((verb) => `agentsManagement.divisions.${verb}`),
  ],
};
