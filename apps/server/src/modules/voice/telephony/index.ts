import type { Pager } from "#platform/pagination/page.ts";
import { tenantOfAccount } from "./accounts.queries.ts";
import { accountRoutes } from "./accounts.routes.ts";
import { type AccountsDeps, createAccountsService } from "./accounts.service.ts";
import { numberCalled } from "./numbers.queries.ts";
import { numberRoutes } from "./numbers.routes.ts";
import { createNumbersService, type NumbersDeps } from "./numbers.service.ts";

export type { AccountRow } from "./accounts.queries.ts";
export { type AccountsService, callbackPath } from "./accounts.service.ts";
export type { NumberRow } from "./numbers.queries.ts";
export type { NumbersService } from "./numbers.service.ts";
export {
  type AnnouncedCall,
  type DialEnd,
  type Markup,
  type ProviderName,
  providers as telephonyProviderNames,
  type StreamEvent,
  type StreamProtocol,
  type TelephonyProvider,
} from "./provider.ts";
export { telephonyProviders } from "./providers.ts";
export { numberCalled, tenantOfAccount };

/** Accounts at telephony providers, their numbers, and the providers' protocols. */
export function createTelephonyModule(deps: AccountsDeps & NumbersDeps & { pager: Pager }) {
  const accounts = createAccountsService(deps);
  const numbers = createNumbersService(deps, accounts);
  return { accounts, numbers, routes: [...accountRoutes(accounts, deps.pager), ...numberRoutes(numbers, deps.pager)] };
}
