import { type GatewayDeps, createAiGateway } from "./gateway.ts";
import { createMetering } from "./metering.ts";
import type { Ledger } from "#modules/billing/index.ts";
import type { PricingService } from "#modules/pricing/index.ts";

export type * from "./gateway.types.ts";

/** The one way to a model: whom to ask, what it may cost, and what happens when nobody answers. */
export function createAiModule(given: Omit<GatewayDeps, "metering"> & { ledger: Ledger; pricing: PricingService }) {
  const gateway = createAiGateway({ ...given, metering: createMetering(given) });
  return { gateway };
}
