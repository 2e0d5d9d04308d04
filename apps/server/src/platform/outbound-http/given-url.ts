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

/** A URL from a caller as it is stored: without its fragment, which never leaves a client. 400 naming `field`. */
export function readUrl(guard: OutboundGuard, field: string, text: string): string {
  const url = check(guard, field, text);
  url.hash = "";
  return url.href;
}

/**
 * A base URL as it is stored: without trailing slashes, because paths are appended. 400 naming `field`, also for a
 * query or a fragment.
 */
export function readBaseUrl(guard: OutboundGuard, field: string, text: string): string {
  const url = check(guard, field, text);
  if (url.search !== "" || url.hash !== "") throw invalidField(field, "not_allowed", "The address must not have a query or a fragment.");
  return url.href.replace(/(?<!\/)\/+$/, "");
}

function check(guard: OutboundGuard, field: string, text: string): URL {
  const checked = guard.checkUrl(text);
  if (!checked.ok) throw invalidField(field, issueOf[checked.reason], `The address ${REFUSALS[checked.reason]}.`);
  return checked.url;
}
