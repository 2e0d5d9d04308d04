import type { Module } from "#platform/module.ts";

/**
 * The one order in which modules are listed, whatever the order of their creation: routes in the API document, events,
 * loops when they start and drain, parts of snapshots, queues.
 */
export const moduleOrder = [
  "tenants",
  "apiKeys",
  "branding",
  "entitlements",
  "auth",
  "members",
  "invitations",
  "mail",
  "channels",
  "templates",
  "contacts",
  "contactFields",
  "segments",
  "contactImports",
  "contactExports",
  "conversations",
  "presence",
  "autoResolve",
  "messages",
  "broadcasts",
  "flows",
  "media",
  "knowledge",
  "faqImports",
  "callbacks",
  "labels",
  "notifications",
  "push",
  "views",
  "cannedReplies",
  "macros",
  "search",
  "pipelines",
  "deals",
  "orders",
  "tickets",
  "ticketFields",
  "metrics",
  "agents",
  "divisions",
  "agentSettings",
  "assignment",
  "slaPolicies",
  "csat",
  "maintenance",
  "privacy",
  "organizationErasure",
  "organizationExports",
  "retention",
  "sampleData",
  "billing",
  "apps",
  "pricing",
  "paymentGateway",
  "paymentRequests",
  "subscriptions",
  "aiKeys",
  "chatbot",
  "ai",
  "aiAssist",
  "voiceAgents",
  "telephony",
  "channelCalling",
  "calls",
  "webhookEvents",
  "auditLog",
  "requestLogs",
  "admin",
  "snapshots",
  "snapshotLibrary",
  "agencies",
  "signupForms",
  "landingPages",
  "clientBilling",
  "events",
  "webhooks",
  "queues",
] as const;

export type ModuleName = (typeof moduleOrder)[number];

/** These areas' modules in that order. Throws for a name that the order lacks, and for one that two areas use. */
export function inOrder(...areas: { modules: { [N in ModuleName]?: Module } }[]): Module[] {
  const byName = new Map<string, Module>();
  for (const [name, module] of areas.flatMap((area) => Object.entries<Module>(area.modules))) {
    if (byName.has(name)) throw new Error(`two modules are called ${name}`);
    byName.set(name, module);
  }
  const ordered = moduleOrder.flatMap((name) => byName.get(name) ?? []);
  const unknown = [...byName.keys()].filter((name) => !(moduleOrder as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`composition/order.ts does not name ${unknown.join(", ")}`);
  return ordered;
}
