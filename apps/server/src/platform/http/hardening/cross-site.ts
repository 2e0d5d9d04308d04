import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../errors/app-error.ts";

/**
 * Refuses a change that another site's page made a browser send with our cookie (OWASP ASVS 5.0, 3.5.1 to 3.5.3). The browser says
 * where a request comes from in Origin and Sec-Fetch-Site, which no page can set; with a cookie one of them must be there. The cookie
 * is SameSite=Lax besides, and bodies are JSON or forms read by us, so this is the second of two bars.
 * @param required false where no cookie gives the request its power (signing in): what the browser does not say is no reproach
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
  // The address by which the browser knows us: the public one, or the one it connected to. A page elsewhere can name neither.
  const ours = from !== null && (from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin));
  if (!ours) throw refused("Cross-site requests are not allowed.");
}

function refused(message: string): AppError {
  return new AppError("forbidden", { message });
}
