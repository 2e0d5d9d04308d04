import { invalidField } from "../errors/app-error.ts";
import type { Issue } from "../errors/catalog.ts";
import { type OutboundGuard, REFUSALS, type RefusalReason } from "./guard.ts";

const issueOf: Record<RefusalReason, Issue> = {
  invalid_url: "invalid_format",
  trailing_dot: "invalid_format",
  https_required: "not_allowed",
  credentials_in_url: "not_allowed",
  port_not_allowed: "not_allowed",
  internal_host: "private_address",
  private_address: "private_address",
};

/** As stored: percent-encoding makes a letter up to nine characters long. */
const urlCharactersMax = 2_048;
const baseUrlCharactersMax = 500;

/** A caller's URL as it is stored: without its fragment, which never leaves a client. 400 naming `field`. */
export function readUrl(guard: OutboundGuard, field: string, text: string): string {
  const url = check(guard, field, text);
  url.hash = "";
  return fitting(field, url.href, urlCharactersMax);
}

/**
 * A base URL as it is stored: without trailing slashes, because paths are appended. 400 naming `field`, also for a
 * query or a fragment.
 */
export function readBaseUrl(guard: OutboundGuard, field: string, text: string): string {
  const url = check(guard, field, text);
  if (url.search !== "" || url.hash !== "") throw invalidField(field, "not_allowed", "The URL must not have a query or a fragment.");
  return fitting(field, url.href.replace(/(?<!\/)\/+$/, ""), baseUrlCharactersMax);
}

function fitting(field: string, url: string, max: number): string {
  if (url.length > max) throw invalidField(field, "too_long", `The URL has more than ${max} characters when it is encoded.`);
  return url;
}

function check(guard: OutboundGuard, field: string, text: string): URL {
  const checked = guard.checkUrl(text);
  if (!checked.ok) throw invalidField(field, issueOf[checked.reason], `The address ${REFUSALS[checked.reason]}.`);
  return checked.url;
}
