import type { Context } from "../http/context.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * The level at which a caller acts in an organization: the organization itself, its agency, or the platform. Whatever a
 * higher level switches off, no lower one switches on again.
 */
export const actingLevels = ["organization", "agency", "platform"] as const;
export type ActingLevel = (typeof actingLevels)[number];
/** The level that has switched a resource off; null: none above the organization. */
export const holders = ["agency", "platform"] as const;
export type Holder = (typeof holders)[number] | null;

export function actingLevelOf(ctx: Pick<Context, "platform" | "homeTenantId" | "actor">): ActingLevel {
  if (ctx.platform === true) return "platform";
  // By its own key through /admin, or by a delegated one.
  return ctx.homeTenantId !== undefined || ctx.actor.agencyId !== undefined ? "agency" : "organization";
}

export function isHeldAbove(level: ActingLevel, holder: Holder): boolean {
  return holder !== null && actingLevels.indexOf(level) < actingLevels.indexOf(holder);
}

/** The holder after a switch-off at this level, given the previous holder: the higher of the two. */
export function holderAfter(level: ActingLevel, before: Holder): Holder {
  return level === "organization" || isHeldAbove(level, before) ? before : level;
}

/** 403 for something that a higher level has switched off. */
export function heldAboveError(field: string, what: string, holder: Exclude<Holder, null>): AppError {
  const by = holder === "agency" ? "The organization's agency" : "The platform";
  return new AppError("forbidden", {
    message: `${by} has switched ${what} off. Only ${holder === "agency" ? "the agency or the platform" : "the platform"} can switch it on again.`,
    details: [{ field, issue: "not_allowed" }],
  });
}
