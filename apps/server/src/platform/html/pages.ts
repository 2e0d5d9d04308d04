import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, type ErrorDetail } from "../errors/app-error.ts";
import { refuseCrossSite } from "../http/hardening/cross-site.ts";
import { toAppError } from "../http/server.ts";
import { type Log, newReference } from "../log/log.ts";
import { hasUnstorableText } from "../text/clean.ts";

/** A page as sent to the browser: complete, with the only style it may use. */
export interface Page {
  html: string;
  /** The content of its only <style>. */
  style: string;
  /** Further origins besides ours that a form of the page may submit to. */
  formOrigins?: string[];
}

const formBytesMax = 256 * 1024;

/**
 * No scripts, nothing from other sites: the most that a page with untrusted text may do. The referrer stays within the
 * site but is not suppressed, because browsers send `Origin: null` with a form from a page without a referrer, and the
 * Origin proves where the form came from.
 */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const styleHash = hash("sha256", page.style, "base64");
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' data:; form-action ${["'self'", ...(page.formOrigins ?? [])].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    })
    .send(page.html);
}

/** Routes that respond with pages and accept forms. `errorPage` turns an error into a page. */
export async function registerPages(
  app: FastifyInstance,
  options: { log: Log; errorPage(request: FastifyRequest, error: AppError, reference: string | null): Promise<Page> },
  routes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytesMax },
      (_request, body, done) => {
        const fields = readForm(body as string);
        done(hasUnstorableText(Object.fromEntries(fields)) ? new AppError("validation_error") : null, fields);
      },
    );
    scope.setErrorHandler(async (error, request, reply) => {
      const known = toAppError(error);
      const failure = known ?? new AppError("internal_error", { cause: error });
      const reference = failure.status >= 500 ? newReference() : null;
      if (reference !== null)
        options.log.error({ err: failure.cause ?? failure, reference, route: request.routeOptions.url }, "a page failed");
      if (failure.retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
      return sendPage(reply, await options.errorPage(request, failure, reference), failure.status);
    });
    routes(scope);
  });
}

/** Form fields by name; the last value of a repeated one. CRLF becomes one character. */
function readForm(body: string): Map<string, string> {
  return new Map([...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

export function formOf(request: FastifyRequest): Map<string, string> {
  return request.body instanceof Map ? (request.body as Map<string, string>) : new Map();
}

/** The issues of invalid input by field. Rethrows any other error. */
export function problemsOf(error: unknown): { message: string; details: ErrorDetail[]; status: number } {
  if (!(error instanceof AppError) || ![400, 401, 403, 409, 422, 429].includes(error.status)) throw error;
  return { message: error.message, details: error.details ?? [], status: error.status };
}

/** What is wrong with a field, as a sentence. */
export function issueText(issue: ErrorDetail["issue"]): string {
  const texts: Partial<Record<ErrorDetail["issue"], string>> = {
    required: "Please fill this in.",
    too_long: "This is too long.",
    too_short: "This is too short.",
    invalid_format: "This does not look right.",
    unknown_value: "Please choose an option from the list.",
  };
  return texts[issue] ?? "Please check this.";
}

export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

const guardCookie = "svc_page";

/**
 * Protects against cross-site form submissions: by the Origin, and by a value that only our own page knows
 * (docs/subsystems/people/pages.md).
 */
export function createFormGuard(options: { key: Buffer; publicUrl: string | undefined; random?: (size: number) => Buffer }) {
  const guardOf = (nonce: string) => createHmac("sha256", options.key).update(nonce).digest("base64url");
  return {
    /** The value for a page's forms; sets the matching cookie. */
    value(request: FastifyRequest, reply: FastifyReply): string {
      const known = cookieOf(request, guardCookie);
      const nonce = known !== null && /^[A-Za-z0-9_-]{22}$/.test(known) ? known : (options.random ?? randomBytes)(16).toString("base64url");
      if (nonce !== known) setCookie(reply, guardCookie, nonce, { path: "/", seconds: 86_400, publicUrl: options.publicUrl });
      return guardOf(nonce);
    },
    /** Throws forbidden. */
    check(request: FastifyRequest): void {
      refuseCrossSite(request.headers, options.publicUrl, true);
      const nonce = cookieOf(request, guardCookie);
      const [expected, received] = [Buffer.from(guardOf(nonce ?? "")), Buffer.from(formOf(request).get("guard") ?? "")];
      if (nonce === null || expected.length !== received.length || !timingSafeEqual(expected, received)) {
        throw new AppError("forbidden", { message: "This page was open for too long, or cookies are turned off. Reload it." });
      }
    },
  };
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { path, seconds, publicUrl }: { path: string; seconds: number; publicUrl: string | undefined },
): void {
  const secure = publicUrl?.startsWith("https:") === true ? "; Secure" : "";
  addCookie(reply, `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`);
}

/** Keeps the cookies already set. */
export function addCookie(reply: FastifyReply, cookie: string): void {
  const present = [reply.getHeader("set-cookie") ?? []].flat() as string[];
  reply.removeHeader("set-cookie");
  reply.header("set-cookie", [...present, cookie]);
}
