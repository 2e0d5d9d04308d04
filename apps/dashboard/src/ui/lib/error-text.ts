import { type ApiError, ConnectionError, isApiError } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";

/** The server's message for people; the SDK's message begins with the request. */
export function serverText({ message, method, path }: ApiError): string {
  const request = `${method} ${path}: `;
  return message.startsWith(request) ? message.slice(request.length) : message;
}

/** Why something failed, as a sentence. A bug of ours is also passed to the page's error handler. */
export function errorText(error: unknown, { t }: Pick<I18n, "t">): string {
  if (isApiError(error)) return serverText(error);
  if (error instanceof ConnectionError) return t("error.network");
  reportError(error);
  return t("error.unexpected");
}
