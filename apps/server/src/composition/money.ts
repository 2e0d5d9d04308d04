import { createAppsModule } from "#modules/money/apps/index.ts";
import { createBillingModule } from "#modules/money/billing/index.ts";
import { createPaymentGatewayModule } from "#modules/money/payment-gateway/index.ts";
import { createPaymentRequestsModule } from "#modules/money/payment-requests/index.ts";
import { createPricingModule } from "#modules/money/pricing/index.ts";
import { createSubscriptionsModule } from "#modules/money/subscriptions/index.ts";
import { createReach } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Base } from "./base.ts";

/** Ledger, prices and payments. */
export function composeMoney({ shared, config, claims, outbound, guard, publicUrl }: Base) {
  const deps = { ...shared, claims, reach: createReach(shared), currency: config.billingCurrency };
  const billing = createBillingModule(deps);
  const apps = createAppsModule({ ...deps, ledger: billing.ledger });
  const pricing = createPricingModule(deps);
  const paymentGateway = createPaymentGatewayModule({ ...deps, outbound, guard, publicUrl });
  const paymentRequests = createPaymentRequestsModule({
    ...deps,
    ledger: billing.ledger,
    billing: billing.service,
    gateway: paymentGateway.service,
  });
  const subscriptions = createSubscriptionsModule({ ...deps, ledger: billing.ledger, paymentRequests: paymentRequests.service });
  return {
    modules: { billing, apps, pricing, paymentGateway, paymentRequests, subscriptions },
    /** What acting in other tenants needs, also for the operator of the installation. */
    deps,
    /** The caller's app that a request names; by default the first one. */
    checkApp: (ctx: TxContext, appId: string | undefined) => billing.service.requireOwnApp(ctx.tx, appId),
  };
}

export type Money = ReturnType<typeof composeMoney>;
