import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../errors/app-error.ts";

/**
 * Refuses a write that another site's page made a browser send with our cookie (OWASP ASVS 5.0, 3.5.1 to 3.5.3). The
 * browser reports the source of a request in Origin and Sec-Fetch-Site, which no page can set; with a cookie one of
 * them is required. The cookie is also SameSite=Lax, and bodies are JSON or forms that we parse, so this is a second
 * line of defence.
 *
 * @param required false for requests that need no cookie (signing in): there, missing headers are accepted
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, publicUrl: string | undefined, required: boolean): void {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined && site === undefined) {
    if (!required) return;
    throw refused("A write request with a session cookie needs an Origin header.");
  }
  if (site !== undefined && site !== "same-origin") throw refused("Cross-site requests are not allowed.");
  if (origin === undefined) return;
  const from = URL.parse(origin);
  // The address the browser used: the public one, or the one it connected to. A page elsewhere can send neither.
  const ours = from !== null && (from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin));
  if (!ours) throw refused("Cross-site requests are not allowed.");
}

function refused(message: string): AppError {
  return new AppError("forbidden", { message });
}
