import { type ApiError, ConnectionError, isApiError } from "@parley/sdk";
import type { I18n } from "../i18n/i18n.tsx";

/** What the server said, for people: the SDK's message names the request before it. */
export function serverText({ message, method, path }: ApiError): string {
  const request = `${method} ${path}: `;
  return message.startsWith(request) ? message.slice(request.length) : message;
}

/** Why something failed, in a sentence. A mistake of ours is told to the page's handler as well. */
export function errorText(error: unknown, { t }: Pick<I18n, "t">): string {
  if (isApiError(error)) return serverText(error);
  if (error instanceof ConnectionError) return t("error.network");
  reportError(error);
  return t("error.unexpected");
}
