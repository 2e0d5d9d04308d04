/** The closed list of scopes. An empty list grants nothing; there is no wildcard. */
const readWrite = [
  "conversations",
  "contacts",
  "pipeline",
  "labels",
  "knowledge",
  "tickets",
  "broadcasts",
  "flows",
  "chatbot",
  "channels",
  "media",
  "agents",
  "divisions",
  "webhooks",
  "metrics",
  "billing",
  "voice",
  "ai",
  "organization",
  "admin",
] as const;

export type Scope =
  | `${(typeof readWrite)[number]}:${"read" | "write"}`
  | "messages:read"
  | "messages:send"
  | "broadcasts:send"
  | "agency:read"
  | "agency:write"
  | "agency:act";

export const allScopes: readonly Scope[] = [
  ...readWrite.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  "messages:read",
  "messages:send",
  "broadcasts:send",
  "agency:read",
  "agency:write",
  "agency:act",
];

const known = new Set<string>(allScopes);

export function isScope(text: string): text is Scope {
  return known.has(text);
}
