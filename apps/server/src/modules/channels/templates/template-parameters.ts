import type { ErrorDetail } from "#platform/errors/app-error.ts";

/** Degrees from the equator and from the prime meridian. */
const placeLimits = { latitude: 90, longitude: 180 } as const;

/** In the platform's format each names its own content: `{ type: "image", image: { link } }`. */
const fileFormats = ["IMAGE", "VIDEO", "DOCUMENT"];

/**
 * What is wrong with the value of a header of this format, which the platform would refuse after the message was accepted. A file
 * needs the platform's `id` or a `link` to it, a location its coordinates. Other formats are left to the platform. Pure.
 */
export function headerValueProblems(format: string, parameter: unknown, at: string): ErrorDetail[] {
  const kind = format.toLowerCase();
  if (fileFormats.includes(format)) return fileProblems(recordAt(parameter, kind), `${at}.${kind}`);
  if (format !== "LOCATION") return [];
  const place = recordAt(parameter, kind);
  if (place === null) return [{ field: `${at}.${kind}`, issue: "required" }];
  return Object.entries(placeLimits).flatMap(([name, max]) => degreesProblems(place[name], max, `${at}.${kind}.${name}`));
}

/** What is wrong with the code that a button copies. Pure. */
export function couponProblems(parameter: unknown, at: string): ErrorDetail[] {
  const code = typeof parameter === "object" && parameter !== null ? (parameter as Record<string, unknown>)["coupon_code"] : undefined;
  const field = `${at}.coupon_code`;
  if (code === undefined || code === null) return [{ field, issue: "required" }];
  if (typeof code !== "string") return [{ field, issue: "invalid_type" }];
  return code.trim() === "" ? [{ field, issue: "required" }] : [];
}

function fileProblems(file: Record<string, unknown> | null, at: string): ErrorDetail[] {
  if (file === null) return [{ field: at, issue: "required" }];
  const { id, link } = file;
  if (id === undefined && link === undefined) return [{ field: `${at}.link`, issue: "required" }];
  if (link === undefined) return typeof id === "string" && id.trim() !== "" ? [] : [{ field: `${at}.id`, issue: "invalid_format" }];
  return typeof link === "string" && isWebUrl(link) ? [] : [{ field: `${at}.link`, issue: "invalid_format" }];
}

/** A number, or one written as a text: so the platform documents coordinates in headers. */
function degreesProblems(value: unknown, max: number, field: string): ErrorDetail[] {
  if (value === undefined || value === null || value === "") return [{ field, issue: "required" }];
  const isText = typeof value === "string" && /^[+-]?\d{1,3}(?:\.\d{1,20})?$/.test(value);
  if (typeof value !== "number" && !isText) return [{ field, issue: "invalid_format" }];
  return Math.abs(Number(value)) <= max ? [] : [{ field, issue: "out_of_range" }];
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}

function recordAt(parameter: unknown, name: string): Record<string, unknown> | null {
  const value = typeof parameter === "object" && parameter !== null ? (parameter as Record<string, unknown>)[name] : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
