import type { Ledger } from "#modules/money/billing/index.ts";
import type { Reach } from "#platform/auth/reach.ts";
import type { EventType } from "#platform/events/types.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { appRoutes } from "./apps.routes.ts";
import { appUpdatedData } from "./apps.schema.ts";
import { createAppsService } from "./apps.service.ts";

export { insertFirstApp, releaseFromAgency as releaseAppFromAgency } from "./apps.queries.ts";

const appEvents: EventType[] = [{ type: "app.updated", summary: "An app was turned on or off", data: appUpdatedData }];

/** Apps: whether an organization may send. Their balance is kept by the ledger (modules/money/billing). */
export function createAppsModule(deps: { ids: IdSource; ledger: Ledger; currency: string; reach: Reach; pager: Pager }) {
  const service = createAppsService(deps);
  return { service, routes: appRoutes(deps, service), events: appEvents };
}
