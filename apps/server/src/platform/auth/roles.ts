import { AppError, type ErrorDetail } from "../errors/app-error.ts";
import type { Actor } from "./actor.ts";
import { allScopes, isScope, type Scope } from "./scopes.ts";

/** The roles of a member, from most to least. */
export const memberRoles = ["owner", "admin", "supervisor", "agent", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const memberStatuses = ["active", "suspended", "removed"] as const;
export type MemberStatus = (typeof memberStatuses)[number];
/** Who suspended a member: their organization, or the platform in all organizations at once. */
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
 * A session's scopes by role; they are the same as for API keys. Each role includes the one below it. A test compares
 * the table in docs/subsystems/people/people.md with this one.
 */
export const roleScopes: Record<MemberRole, ReadonlySet<Scope>> = {
  owner: new Set(owner),
  admin: new Set(admin),
  supervisor: scopesOf(supervisor),
  agent: scopesOf(agent),
  viewer: scopesOf(viewer),
};

function scopesOf(names: string[]): ReadonlySet<Scope> {
  return new Set(
    names.map((name) => {
      if (!isScope(name)) throw new Error(`a role names the scope ${name}, which there is not`);
      return name;
    }),
  );
}

export const platformAdminScopes: readonly Scope[] = ["admin:read", "admin:write"];

/** Whether `role` is above `other`. */
export function isAbove(role: MemberRole, other: MemberRole): boolean {
  return memberRoles.indexOf(role) < memberRoles.indexOf(other);
}

interface Caller {
  actor: Actor;
  role: MemberRole | null;
  scopes: ReadonlySet<Scope>;
}

/**
 * Whether the caller has every right of a role, and so may assign it, remove it, or sign in a member who has it. For a
 * person: roles up to their own. A key has no role: roles all of whose scopes it has. No scope implies others, not even
 * `agents:write` and `admin:write`, so that nobody gains through a colleague what they lack themselves. Every path that
 * deals with roles uses this rule.
 */
export function hasAllOf(by: Caller, role: MemberRole): boolean {
  switch (by.actor.kind) {
    case "system":
      return true;
    case "member":
      return by.role !== null && !isAbove(role, by.role);
    case "api":
      return lackingFor(by.scopes, role).length === 0;
  }
}

/** The scopes of a role that a key lacks. */
export function lackingFor(scopes: ReadonlySet<Scope>, role: MemberRole): Scope[] {
  return [...roleScopes[role]].filter((scope) => !scopes.has(scope));
}

/** 403 for a role that the caller may not assign or remove. */
export function roleAbove(by: Caller, role: MemberRole, details: ErrorDetail[] = []): AppError {
  const lacking = by.actor.kind === "api" ? lackingFor(by.scopes, role) : [];
  const message =
    lacking.length === 0
      ? "You cannot change a member with a higher role, or give a role higher than your own."
      : `A key can only give roles, and change members, whose scopes it has. For ${role}, it lacks ${lacking.join(", ")}.`;
  return new AppError("forbidden", { message, ...(details.length === 0 ? {} : { details }) });
}
