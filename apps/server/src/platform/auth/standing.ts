import type { Context } from "../http/context.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * The level at which a caller acts in an organization: the organization itself, its agency, or the platform. Whatever a
 * higher level switches off, no lower one switches on again.
 */
export const standings = ["organization", "agency", "platform"] as const;
export type Standing = (typeof standings)[number];
/** The level that has switched a resource off; null: none above the organization. */
export const holders = ["agency", "platform"] as const;
export type Holder = (typeof holders)[number] | null;

export function standingOf(ctx: Pick<Context, "platform" | "homeTenantId" | "actor">): Standing {
  if (ctx.platform === true) return "platform";
  // By its own key through /admin, or by a delegated one.
  return ctx.homeTenantId !== undefined || ctx.actor.agencyId !== undefined ? "agency" : "organization";
}

export function isHeldFrom(standing: Standing, holder: Holder): boolean {
  return holder !== null && standings.indexOf(standing) < standings.indexOf(holder);
}

/** The holder after a switch-off at this level, given the previous holder: the higher of the two. */
export function holderAfter(standing: Standing, before: Holder): Holder {
  return standing === "organization" || isHeldFrom(standing, before) ? before : standing;
}

/** 403 for something that a higher level has switched off. */
export function heldAbove(field: string, what: string, holder: Exclude<Holder, null>): AppError {
  const by = holder === "agency" ? "The organization's agency" : "The platform";
  return new AppError("forbidden", {
    message: `${by} has switched ${what} off. Only ${holder === "agency" ? "the agency or the platform" : "the platform"} can switch it on again.`,
    details: [{ field, issue: "not_allowed" }],
  });
}
