import { allScopes, type Scope } from "./scopes.ts";

/** What a member may be, from most to least. */
export const memberRoles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

const seen: Scope[] = [
  "messages:read",
  "conversations:read",
  "contacts:read",
  "pipeline:read",
  "labels:read",
  "knowledge:read",
  "tickets:read",
  "channels:read",
  "media:read",
  "agents:read",
  "divisions:read",
  "organization:read",
];
const worked: Scope[] = [
  ...seen,
  "messages:send",
  "conversations:write",
  "contacts:write",
  "pipeline:write",
  "tickets:write",
  "media:write",
  // The live stream is how the inbox hears of what happens.
  "webhooks:read",
];
const led: Scope[] = [
  ...worked,
  "labels:write",
  "knowledge:write",
  "agents:write",
  "divisions:write",
  "metrics:read",
  "broadcasts:read",
  "broadcasts:write",
  "broadcasts:send",
  "flows:read",
  "chatbot:read",
  "voice:read",
];
/** Money and who may own the tenant stay with its owners. */
const owned: Scope[] = ["billing:write"];

/** The scopes a session of a member has: a route asks for a scope and never for a role. */
export const scopesOfRole: Record<MemberRole, ReadonlySet<Scope>> = {
  owner: new Set(allScopes),
  admin: new Set(allScopes.filter((scope) => !owned.includes(scope))),
  supervisor: new Set(led),
  agent: new Set(worked),
  viewer: new Set([...seen, "metrics:read"]),
};
