import type { Actor } from "#platform/auth/actor.ts";

/** Who writes what nobody asked for at that moment: renewals, payments that arrive, reservations that end. */
export const billingActor: Actor = { kind: "system", id: "billing" };
