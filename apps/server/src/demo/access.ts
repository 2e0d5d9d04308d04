import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { equalSecrets } from "../platform/crypto/equal.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { isLoopback, namesThisMachine } from "../platform/http/hardening/loopback.ts";

/** Who may see the demo's pages: whoever was given their address by this process. */
export interface DemoAccess {
  /** The path with the token, to be shown to the person who started the demo. */
  addressOf(path: string): string;
  /** Before every route of the demo. Answers itself when a token becomes a cookie. */
  guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
}

const cookieName = "parley_demo";

/**
 * The demo's pages play customers, move time and show mails with the links in them, and they know no accounts. So they ask for a token, which
 * the start prints in their addresses and which becomes a cookie. A peer on this machine proves nothing: a reverse proxy without a word in its
 * headers is one too. The other bars stay: this machine's own address, its own name (DNS rebinding), no other site's page.
 * @param fixed DEMO_TOKEN; undefined: a new token
 */
export function createDemoAccess(fixed: string | undefined): DemoAccess {
  const token = fixed ?? randomBytes(32).toString("base64url");
  // Whoever reads the cookie learns no token. Of a fixed one it stays good over a restart.
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
      // What a browser shows must not keep the token: not in its history, not in what it sends to others. A program reads the answer at once.
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
  // A reverse proxy speaks for others.
  if (Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"))) throw new AppError("forbidden");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("forbidden");
  // Of another port of this machine, say: the same site, whose pages get the cookie sent along.
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
