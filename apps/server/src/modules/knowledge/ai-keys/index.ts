import type { Pager } from "#platform/pagination/page.ts";
import { aiKeyRoutes } from "./ai-keys.routes.ts";
import { type AiKeysDeps, createAiKeysService } from "./ai-keys.service.ts";
import { createBreaker } from "./breaker.ts";

export type { AiKeysService, UsableKey } from "./ai-keys.service.ts";
export type { Breaker, CalledKey } from "./breaker.ts";
export type { CircuitRow } from "./circuits.queries.ts";
export { loadModelLibrary, type ModelLibrary } from "./library.ts";
export { classifyFailure, type Failure, failureOfAnswer as failureOfStatus, failures, type ProviderFailure } from "./provider-failure.ts";
export { openModel, type Provider, type ProviderAccess, type ProviderModel, providerOptions, providers } from "./providers.ts";

/** Tenants' keys at AI providers: write-only, tested, ordered, each with circuits shared by all workers. */
export function createAiKeysModule(deps: AiKeysDeps & { pager: Pager }) {
  const service = createAiKeysService(deps);
  return { service, breaker: createBreaker(deps), routes: aiKeyRoutes(service, deps.pager) };
}
