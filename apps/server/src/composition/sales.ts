import { createBroadcastsModule } from "#modules/sales/broadcasts/index.ts";
import { createDealsModule } from "#modules/sales/deals/index.ts";
import { createOrdersModule } from "#modules/sales/orders/index.ts";
import { createPipelinesModule } from "#modules/sales/pipelines/index.ts";
import type { Base } from "./base.ts";
import type { Contacts } from "./contacts.ts";
import type { Inbox } from "./inbox.ts";
import type { Organizations } from "./organizations.ts";

/** Deals, orders and broadcasts. */
export function composeSales(base: Base, organizations: Organizations, contactArea: Contacts, inbox: Inbox) {
  const { shared, config, claims, hooks, describeChannel } = base;
  const { contacts, segments } = contactArea.modules;
  const { conversations } = inbox.modules;
  const deals = createDealsModule({ ...shared, conversations: conversations.service });
  const orders = createOrdersModule({ ...shared, conversations: conversations.service });
  hooks.contactsMerged.add(deals.contactFollower, orders.contactFollower);
  const pipelines = createPipelinesModule({ ...shared, occupants: [contacts.stageOccupants, deals.stageOccupants] });
  const broadcasts = createBroadcastsModule({
    ...shared,
    claims,
    contacts: contacts.service,
    segments: segments.service,
    entitlements: organizations.limits.service,
    currency: config.billingCurrency,
    describeChannel,
  });
  return { modules: { deals, orders, pipelines, broadcasts } };
}

export type Sales = ReturnType<typeof composeSales>;
