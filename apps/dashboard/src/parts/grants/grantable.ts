/** The scopes that a client can grant, by resource. Scopes that would outlive a grant cannot be granted, so the API does not offer them. */
import type { AgencyGrant, GrantableScope } from "@parley/sdk";
import type { ChipTone } from "../../ui/Chip.tsx";

export const grantable = [
  { id: "conversations", verbs: ["read", "write"] },
  { id: "messages", verbs: ["read", "send"] },
  { id: "contacts", verbs: ["read", "write"] },
  { id: "pipeline", verbs: ["read", "write"] },
  { id: "tickets", verbs: ["read", "write"] },
  { id: "labels", verbs: ["read", "write"] },
  { id: "media", verbs: ["read", "write"] },
  { id: "broadcasts", verbs: ["read", "write", "send"] },
  { id: "flows", verbs: ["read", "write"] },
  { id: "chatbot", verbs: ["read", "write"] },
  { id: "knowledge", verbs: ["read", "write"] },
  { id: "channels", verbs: ["read", "write"] },
  { id: "agents", verbs: ["read"] },
  { id: "divisions", verbs: ["read", "write"] },
  { id: "metrics", verbs: ["read", "write"] },
  { id: "webhooks", verbs: ["read"] },
  { id: "ai", verbs: ["read"] },
  { id: "voice", verbs: ["read", "write"] },
  { id: "organization", verbs: ["read"] },
  { id: "billing", verbs: ["read", "write"] },
  { id: "admin", verbs: ["read", "write"] },
] as const;

type Resource = (typeof grantable)[number];
type Verb = Resource["verbs"][number];

export const scopeOf = (resource: Resource["id"], verb: Verb) => `${resource}:${verb}` as GrantableScope;

export const allGrantable: readonly GrantableScope[] = grantable.flatMap(({ id, verbs }) => verbs.map((verb) => scopeOf(id, verb)));

/** What an agency usually needs: all work with customers, without money and administration. */
export const usualGrant: readonly GrantableScope[] = allGrantable.filter((scope) => !/^(?:billing|admin|voice|ai):/.test(scope));

/** The granted verbs of each resource that has any. */
export function byResource(scopes: readonly string[]): { id: Resource["id"]; verbs: Verb[] }[] {
  return grantable
    .map(({ id, verbs }) => ({ id, verbs: verbs.filter((verb) => scopes.includes(scopeOf(id, verb))) }))
    .filter(({ verbs }) => verbs.length > 0);
}

export const grantTones: Readonly<Record<AgencyGrant["status"], ChipTone>> = {
  pending: "warn",
  accepted: "ok",
  refused: "bad",
  revoked: "bad",
  expired: "plain",
};
