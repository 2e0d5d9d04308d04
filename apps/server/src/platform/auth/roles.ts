import { AppError, type ErrorDetail } from "../errors/app-error.ts";
import type { Actor } from "./actor.ts";
import { allScopes, isScope, type Scope } from "./scopes.ts";

/** What a member may be, from most to least. */
export const memberRoles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const memberStatuses = ["active", "suspended", "removed"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
/** Who has suspended a member: their organization, or the platform in all of theirs at once. */
export const suspenders = ["organization", "platform"] as const;

const read = (...resources: string[]) => resources.map((resource) => `${resource}:read`);
const both = (...resources: string[]) => resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);

const viewer = [
  ...read("conversations", "messages", "contacts", "pipeline", "labels", "knowledge", "tickets", "broadcasts", "flows", "chatbot"),
  ...read("channels", "media", "agents", "divisions", "metrics"),
];
const agent = [...viewer, ...both("conversations", "contacts", "pipeline", "tickets", "media"), "messages:send"];
const supervisor = [
  ...agent,
  ...both("labels", "knowledge", "broadcasts", "flows", "chatbot", "divisions"),
  ...read("voice", "ai"),
  "broadcasts:send",
];
/** `admin:*` comes with the platform administrator's flag, not with a role. */
const owner = allScopes.filter((scope) => !scope.startsWith("admin:"));
const admin = owner.filter((scope) => scope !== "billing:write");

/**
 * What a session of each role may do: the same scopes as an API key's. Each role has all of the one below it. The table in
 * docs/subsystems/people/people.md is checked against this one.
 */
export const roleScopes: Record<MemberRole, ReadonlySet<Scope>> = {
  owner: new Set(owner),
  admin: new Set(admin),
  supervisor: scopesOf(supervisor),
  agent: scopesOf(agent),
  viewer: scopesOf(viewer),
};

function scopesOf(words: string[]): ReadonlySet<Scope> {
  return new Set(
    words.map((word) => {
      if (!isScope(word)) throw new Error(`a role names the scope ${word}, which there is not`);
      return word;
    }),
  );
}

export const platformAdminScopes: readonly Scope[] = ["admin:read", "admin:write"];

/** Whether `role` is above `other`. */
export function isAbove(role: MemberRole, other: MemberRole): boolean {
  return memberRoles.indexOf(role) < memberRoles.indexOf(other);
}

interface Asking {
  actor: Actor;
  role: MemberRole | null;
  scopes: ReadonlySet<Scope>;
}

/**
 * Whether somebody has all that a role has, and so may give it, take it away, or sign somebody in who has it. A person: roles up to their own. A
 * key has no role: roles all of whose scopes it has. No scope stands for others, `agents:write` and `admin:write` neither, so that nobody gets by way of
 * a colleague what they lack themselves. The one rule for every path that says something of a role.
 */
export function hasAllOf(by: Asking, role: MemberRole): boolean {
  switch (by.actor.kind) {
    case "system":
      return true;
    case "member":
      return by.role !== null && !isAbove(role, by.role);
    case "api":
      return lackingFor(by.scopes, role).length === 0;
  }
}

/** What a key lacks of a role. */
export function lackingFor(scopes: ReadonlySet<Scope>, role: MemberRole): Scope[] {
  return [...roleScopes[role]].filter((scope) => !scopes.has(scope));
}

/** 403 for a role that is not the caller's to give or take. */
export function roleAbove(by: Asking, role: MemberRole, details: ErrorDetail[] = []): AppError {
  const lacking = by.actor.kind === "api" ? lackingFor(by.scopes, role) : [];
  const message =
    lacking.length === 0
      ? "You cannot change a member with a higher role, or give a role higher than your own."
      : `A key can only give roles, and change members, whose scopes it has. For ${role}, it lacks ${lacking.join(", ")}.`;
  return new AppError("forbidden", { message, ...(details.length === 0 ? {} : { details }) });
}
