import type { HeaderPart } from "@parley/connector-kit";
import type { ErrorDetail } from "#platform/errors/app-error.ts";

/** Degrees from the equator and from the prime meridian. */
const placeLimits = { latitude: 90, longitude: 180 } as const;

/** A value by itself: `{ type: "image", image: { link } }` has it under the name of its type. */
type Parameter = Readonly<Record<string, unknown>>;

/**
 * What is wrong with the value of a header that is no text, which the platform would refuse after the message was accepted: a file
 * without an `id` of the platform or a `link`, a location without coordinates. Pure.
 */
export function headerValueProblems(format: Exclude<HeaderPart["format"], "TEXT">, parameter: unknown, at: string): ErrorDetail[] {
  const kind = format.toLowerCase();
  const value = recordOf(parameter)?.[kind] ?? undefined;
  const field = `${at}.${kind}`;
  if (value === undefined) return [{ field, issue: "required" }];
  const content = recordOf(value);
  if (content === null) return [{ field, issue: "invalid_type" }];
  if (format !== "LOCATION") return fileProblems(content, field);
  return Object.entries(placeLimits).flatMap(([name, max]) => degreesProblems(content[name], max, `${field}.${name}`));
}

/** What is wrong with the code that a button copies. Pure. */
export function couponProblems(parameter: unknown, at: string): ErrorDetail[] {
  const { type, coupon_code: code } = recordOf(parameter) ?? {};
  if (type !== "coupon_code") return [{ field: `${at}.type`, issue: type === undefined ? "required" : "invalid_type" }];
  const field = `${at}.coupon_code`;
  if (code === undefined || code === null) return [{ field, issue: "required" }];
  if (typeof code !== "string") return [{ field, issue: "invalid_type" }];
  return code.trim() === "" ? [{ field, issue: "required" }] : [];
}

/** The platform wants one of both. A number as its id is left to the platform. */
function fileProblems(file: Parameter, at: string): ErrorDetail[] {
  const [id, link] = [file["id"] ?? undefined, file["link"] ?? undefined];
  if (id === undefined && link === undefined) return [{ field: `${at}.link`, issue: "required" }];
  if (id !== undefined && link !== undefined) return [{ field: `${at}.link`, issue: "not_allowed" }];
  if (link !== undefined) return isWebUrl(link) ? [] : [{ field: `${at}.link`, issue: "invalid_format" }];
  if (typeof id !== "string" && typeof id !== "number") return [{ field: `${at}.id`, issue: "invalid_type" }];
  return String(id).trim() === "" ? [{ field: `${at}.id`, issue: "required" }] : [];
}

/** A number, or one written as a text: so the platform documents coordinates in headers. */
function degreesProblems(value: unknown, max: number, field: string): ErrorDetail[] {
  if (value === undefined || value === null || value === "") return [{ field, issue: "required" }];
  const isText = typeof value === "string" && /^[+-]?\d{1,3}(?:\.\d{1,20})?$/.test(value);
  if (typeof value !== "number" && !isText) return [{ field, issue: "invalid_format" }];
  return Math.abs(Number(value)) <= max ? [] : [{ field, issue: "out_of_range" }];
}

function isWebUrl(link: unknown): boolean {
  return typeof link === "string" && /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);
}

function recordOf(value: unknown): Parameter | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Parameter) : null;
}
