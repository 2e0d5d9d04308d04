import type { Actor } from "#platform/auth/actor.ts";

/** The actor of work that no request caused: renewals, incoming payments, expiring reservations. */
export const billingActor: Actor = { kind: "system", id: "billing" };
