import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { equalSecrets } from "../platform/crypto/equal.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { isLoopback, namesThisMachine } from "../platform/http/hardening/loopback.ts";

/** Who may see the demo's pages: whoever got their address from this process. */
export interface DemoAccess {
  /** The path with the token, for the person who started the demo. */
  addressOf(path: string): string;
  /** Runs before every route of the demo. Answers itself when a token becomes a cookie. */
  guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
}

const cookieName = "parley_demo";

/**
 * The demo's pages play customers, move time and show mails with their links, and they have no accounts. So they need a
 * token, which the start message prints in their addresses and which becomes a cookie. A peer on this machine proves
 * nothing, because it may be a reverse proxy that sets no headers. The other checks stay: this machine's own address,
 * its own name (DNS rebinding), no page of another site.
 *
 * @param fixed DEMO_TOKEN; undefined: a new token
 */
export function createDemoAccess(fixed: string | undefined): DemoAccess {
  const token = fixed ?? randomBytes(32).toString("base64url");
  // The cookie does not contain the token. With a fixed token it stays valid across a restart.
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
      // A browser must not keep the token, neither in its history nor in what it sends to others. A program reads the
      // answer at once.
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
  // A reverse proxy sends requests of others.
  if (Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"))) throw new AppError("forbidden");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("forbidden");
  // For example from another port of this machine: the same site, whose pages send the cookie too.
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
