import { aiAllowance } from "#modules/knowledge/ai/index.ts";
import { domainAllowance } from "#modules/agency/agencies/index.ts";
import { createApiKeysModule } from "#modules/organizations/api-keys/index.ts";
import { insertFirstApp } from "#modules/money/apps/index.ts";
import { createBrandingModule } from "#modules/organizations/branding/index.ts";
import { broadcastAllowance } from "#modules/sales/broadcasts/index.ts";
import { channelAllowance } from "#modules/channels/channels/index.ts";
import { chatbotAllowance } from "#modules/automation/chatbot/index.ts";
import { contactAllowance } from "#modules/contacts/contacts/index.ts";
import { createEntitlements } from "#modules/organizations/entitlements/index.ts";
import { flowAllowance } from "#modules/automation/flows/index.ts";
import { seatAllowance } from "#modules/people/invitations/index.ts";
import { messageAllowance } from "#modules/inbox/messages/index.ts";
import { seedPipelines } from "#modules/sales/pipelines/index.ts";
import { addMonths, insertFirstSubscription } from "#modules/money/subscriptions/index.ts";
import { createTenantsModule, hashPassword } from "#modules/organizations/tenants/index.ts";
import { voiceAllowance } from "#modules/voice/calls/index.ts";
import type { AppDeps } from "../app-deps.ts";
import type { Base } from "./base.ts";

/** Tenants with their keys, their branding and their limits. */
export function composeOrganizations({ shared, config }: Base, { demo, ...deps }: Pick<AppDeps, "demo" | "hashPassword">) {
  const { ids } = shared;
  const tenants = createTenantsModule({
    ...shared,
    rateLimitPerMinute: config.rateLimitPerMinute,
    hashPassword: deps.hashPassword ?? hashPassword,
    demoPagesOf: demo?.pagesOf,
    initialRows: [
      (ctx) => seedPipelines(ctx, ids),
      (ctx, { name }) => insertFirstApp(ctx.tx, ctx.now, { id: ids.uuid(), name }),
      (ctx) => insertFirstSubscription(ctx.tx, ctx.now, { id: ids.uuid(), itemName: "Free", nextBilling: addMonths(ctx.now, 1) }),
    ],
  });
  const apiKeys = createApiKeysModule({ ...shared, rateLimitPerMinute: config.rateLimitPerMinute, keysMax: config.apiKeysPerTenant });
  const branding = createBrandingModule(shared);
  return {
    modules: { tenants, apiKeys, branding },
    /** What can be limited: a new allowance is a new line. */
    limits: createEntitlements({
      ids,
      allowances: [
        seatAllowance,
        channelAllowance,
        contactAllowance,
        messageAllowance,
        broadcastAllowance,
        flowAllowance,
        chatbotAllowance,
        aiAllowance,
        domainAllowance,
        voiceAllowance,
      ],
    }),
  };
}

export type Organizations = ReturnType<typeof composeOrganizations>;
