import { invalidField } from "#platform/errors/app-error.ts";

/** Headers that a tenant adds to every delivery of a webhook, for gateways that require their own key. */
export const headersMax = 20;
export const headerNameMax = 100;
export const headerValueMax = 2_000;
const bytesMax = 8_000;

const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable characters, with spaces and tabs inside: nothing that ends the line. */
const valueForm = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers of the connection, of the body, and those we set: a custom value could forge them. */
const taken = new Set([
  "host",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "user-agent",
  "date",
  "x-flow-origin",
]);
const takenPrefixes = ["content-", "proxy-", "webhook-", "x-service-"];

/** @throws AppError validation_error naming the header */
export function checkHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > headersMax) throw invalidField("headers", "too_long", `A webhook can have at most ${headersMax} headers.`);
  const seen = new Set<string>();
  let bytes = 0;
  for (const [name, value] of entries) {
    const field = `headers.${name}`.slice(0, 200);
    const lower = name.toLowerCase();
    if (name.length > headerNameMax || !nameForm.test(name))
      throw invalidField(field, "invalid_format", "This is not a valid header name.");
    if (taken.has(lower) || takenPrefixes.some((prefix) => lower.startsWith(prefix)))
      throw invalidField(field, "not_allowed", "Parley sets this header itself.");
    if (seen.has(lower)) throw invalidField(field, "duplicate", "This header is set twice. Case is ignored.");
    seen.add(lower);
    if (typeof value !== "string" || value.length > headerValueMax || !valueForm.test(value))
      throw invalidField(
        field,
        "invalid_format",
        `A value must have 1 to ${headerValueMax} printable ASCII characters, without leading or trailing spaces.`,
      );
    bytes += name.length + value.length;
  }
  if (bytes > bytesMax) throw invalidField("headers", "too_long", `All headers together can have at most ${bytesMax} characters.`);
  return headers;
}
