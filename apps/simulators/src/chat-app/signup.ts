import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../shared/http.ts";
import type { PlatformState } from "./state.ts";

/** Permissions of a token created at a sign-up, unless the person unticks some. */
export const SCOPES = ["business_management", "whatsapp_business_management", "whatsapp_business_messaging"];
const CODE_LIFE_MS = 30_000;

export const isDialog = (path: string): boolean => /^\/v\d{1,3}\.\d\/dialog\/oauth$/.test(path);

/**
 * The log-in dialog of embedded sign-up: GET shows the accounts that can be shared, POST is the person's answer (form fields: `decision`,
 * which is allow or deny, and repeatable `account` and `scope`; without `account` all accounts, without `scope` all permissions).
 */
export function serveDialog(state: PlatformState, request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url as string, state.baseUrl);
  const wrong = wrongWith(state, searchParams);
  if (wrong !== undefined) return page(response, 400, `<h1>Sorry</h1><p>${escapeHtml(wrong)}</p>`);
  if (request.method === "GET") return page(response, 200, form(state));
  readBody(request, (raw) => {
    const answer = new URLSearchParams(raw.toString("utf8"));
    const back = new URL(searchParams.get("redirect_uri") as string);
    back.searchParams.set("state", searchParams.get("state") as string);
    if (answer.get("decision") !== "allow") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_reason", "user_denied");
      back.searchParams.set("error_description", "Permissions error");
    } else {
      const asked = answer.getAll("account").filter((id) => state.accounts.has(id));
      const accounts = asked.length > 0 ? asked : [...state.accounts.keys()];
      const scopes = answer.getAll("scope");
      back.searchParams.set("code", grant(state, accounts, scopes.length > 0 ? scopes : SCOPES, searchParams.get("redirect_uri")));
    }
    response.writeHead(302, { location: back.toString(), "content-length": 0 });
    response.end();
  });
}

/** A new business token for these accounts, behind a code. `redirectUri` null: a code from the pop-up. */
export function grant(state: PlatformState, accounts: string[], scopes: string[], redirectUri: string | null): string {
  const token = `EAAB${randomBytes(24).toString("hex")}`;
  const seconds = state.options.businessTokenSeconds === undefined ? 5_184_000 : state.options.businessTokenSeconds;
  state.tokens.set(token, new Set(accounts));
  state.grants.set(token, { scopes, expiresAt: seconds === null ? null : state.clock.now() + seconds * 1_000 });
  return issueCode(state, token, redirectUri);
}

export function issueCode(state: PlatformState, token: string, redirectUri: string | null): string {
  const code = randomBytes(24).toString("base64url");
  state.codes.set(code, { token, redirectUri, expiresAt: state.clock.now() + CODE_LIFE_MS });
  return code;
}

function wrongWith(state: PlatformState, query: URLSearchParams): string | undefined {
  if (query.get("client_id") !== state.appId) return "Invalid App ID: The provided app ID does not look like a valid app ID.";
  const redirect = query.get("redirect_uri") ?? "";
  if (!URL.canParse(redirect) || redirect.includes("#")) return "The parameter redirect_uri is required.";
  const { redirectUris } = state.options;
  if (redirectUris !== undefined && !redirectUris.includes(redirect))
    return "URL blocked: the redirect URI is not white-listed in the app's client OAuth settings.";
  if (query.get("response_type") !== "code") return "The parameter response_type must be code.";
  if (query.get("override_default_response_type") !== "true") return "The parameter override_default_response_type must be true.";
  if (!query.get("config_id") && !query.get("scope")) return "Either config_id or scope is required.";
  return query.get("state") ? undefined : "The parameter state is required.";
}

function form(state: PlatformState): string {
  const accounts = [...state.accounts.keys()].map((id) => {
    const numbers = [...state.numbers.values()].filter((number) => number.account.id === id);
    const names = numbers.map((number) => `${number.verifiedName} +${number.displayPhoneNumber}`).join(", ");
    return `<p><label><input type="checkbox" name="account" value="${escapeHtml(id)}" checked> Business account ${escapeHtml(id)} (${escapeHtml(names || "no number")})</label></p>`;
  });
  const scopes = SCOPES.map((s) => `<p><label><input type="checkbox" name="scope" value="${s}" checked> ${s}</label></p>`);
  return `<h1>Connect to Parley</h1><form method="post">${accounts.join("")}${scopes.join("")}
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>`;
}

function page(response: ServerResponse, status: number, body: string): void {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Simulated sign-up</title></head><body>${body}</body></html>`;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(html) });
  response.end(html);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
