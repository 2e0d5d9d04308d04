import type { Actor } from "#platform/auth/actor.ts";

/** The actor of what nobody requested at that moment: renewals, incoming payments, reservations that end. */
export const billingActor: Actor = { kind: "system", id: "billing" };
