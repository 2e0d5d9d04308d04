import { type ProviderApp, providerFailure } from "@parley/connector-kit";
import { textAt } from "@parley/connector-kit/read";

/** What the owner's browser returns with. */
export interface Exchange {
  app: ProviderApp;
  code: string;
  redirectUri: string;
}

export function tokenIn(answer: unknown): string {
  const token = textAt(answer, "access_token");
  if (token === undefined) throw refusal("The platform's response has no access token.");
  return token;
}

export function refusal(message: string): Error {
  return providerFailure({ class: "permanent", providerCode: "not_authorized", code: "provider_error", message, scope: "account" });
}
