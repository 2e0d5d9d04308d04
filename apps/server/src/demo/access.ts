import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { equalSecrets } from "../platform/crypto/equal.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { isLoopback, namesThisMachine } from "../platform/http/hardening/loopback.ts";

/** Who may see the demo's pages: whoever has the address that this process printed. */
export interface DemoAccess {
  /** The path with the token, for the person who started the demo. */
  addressOf(path: string): string;
  /** Runs before every route of the demo. Sends the response itself when a token becomes a cookie. */
  guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
}

const cookieName = "parley_demo";

/**
 * The demo's pages play customers, advance time and show mails with their links, and they have no accounts. So they
 * need a token, which the start message prints in their addresses and which becomes a cookie. A peer on this machine
 * proves nothing: it may be a reverse proxy that sets no headers. The other checks still apply: loopback peer, local
 * host name (against DNS rebinding), no request from another site's page.
 *
 * @param fixed DEMO_TOKEN; undefined: a new token
 */
export function createDemoAccess(fixed: string | undefined): DemoAccess {
  const token = fixed ?? randomBytes(32).toString("base64url");
  // The cookie does not contain the token. With a fixed token it stays valid across restarts.
  const cookie = createHmac("sha256", token).update("the demo's pages").digest("base64url");
  const setCookie = `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`;

  return {
    addressOf: (path) => `${path}?token=${encodeURIComponent(token)}`,
    async guard(request, reply) {
      refuseOthers(request);
      const given = (request.query as { token?: unknown }).token;
      if (given === undefined) {
        if (!cookiesOf(request.headers.cookie).some((value) => equalSecrets(value, cookie))) throw unknownToken();
        return undefined;
      }
      if (typeof given !== "string" || !equalSecrets(given, token)) throw unknownToken();
      reply.header("set-cookie", setCookie);
      // Keeps the token out of the browser's history and Referer headers. A program gets its response without a
      // redirect.
      const isShown =
        request.method === "GET" && (/^\/phone\?/.test(request.url) || request.headers.accept?.includes("text/html") === true);
      return isShown
        ? reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(withoutToken(request.url), 303)
        : undefined;
    },
  };
}

function refuseOthers(request: FastifyRequest): void {
  const { headers } = request;
  if (!isLoopback(request.socket.remoteAddress ?? "") || !namesThisMachine(headers.host)) throw new AppError("forbidden");
  // A reverse proxy forwards other people's requests.
  if (Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"))) throw new AppError("forbidden");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("forbidden");
  // Another port of this machine, for example: same site, so its pages send the cookie too.
  const { origin } = headers;
  if (origin !== undefined && URL.parse(origin)?.host !== headers.host) throw new AppError("forbidden");
}

function unknownToken(): AppError {
  return new AppError("unauthorized", {
    message: "Open the demo pages at the addresses that the server prints at the start. They carry a token.",
  });
}

const cookiesOf = (header: string | undefined): string[] =>
  (header ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 && part.slice(0, at).trim() === cookieName ? [part.slice(at + 1).trim()] : [];
  });

function withoutToken(url: string): string {
  const [path = "", query = ""] = url.split("?", 2);
  const rest = new URLSearchParams(query);
  rest.delete("token");
  return rest.size === 0 ? path : `${path}?${rest}`;
}
