import type { Context } from "../http/context.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * As who somebody acts in an organization: as itself, as its agency, as the platform. What is switched off by one of them, nobody below
 * switches on again.
 */
export const standings = ["organization", "agency", "platform"] as const;
export type Standing = (typeof standings)[number];
/** Who holds a thing switched off; null: nobody above the organization. */
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

/** Who holds it when somebody of this standing switches off what `before` may hold already: the higher of them. */
export function holderAfter(standing: Standing, before: Holder): Holder {
  return standing === "organization" || isHeldFrom(standing, before) ? before : standing;
}

/** 403 for what those above have switched off. */
export function heldAbove(field: string, what: string, holder: Exclude<Holder, null>): AppError {
  const by = holder === "agency" ? "The organization's agency" : "The platform";
  return new AppError("forbidden", {
    message: `${by} has switched ${what} off. Only ${holder === "agency" ? "the agency or the platform" : "the platform"} can switch it on again.`,
    details: [{ field, issue: "not_allowed" }],
  });
}
