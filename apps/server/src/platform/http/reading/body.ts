import { AppError } from "../../errors/app-error.ts";
import { hasUnstorableText } from "../../text/clean.ts";

const depthMax = 32;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A request body to JSON. Throws invalid_json for what is not JSON in UTF-8, validation_error for what PostgreSQL cannot
 * store (NUL, lone surrogates), for nesting beyond 32 levels and for a `__proto__` key.
 */
export function parseJsonBody(raw: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch (cause) {
    throw new AppError("invalid_json", { message: "The body is not valid UTF-8.", cause });
  }
  // Nesting is measured before parsing; quick exit for the ordinary small body.
  if (raw.length > depthMax && nestedDeeper(text, depthMax)) {
    throw new AppError("validation_error", {
      message: `The body is nested deeper than ${depthMax} levels.`,
      details: [{ field: "", issue: "out_of_range" }],
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
  if (text.includes("\\u") && hasUnstorableText(value)) {
    throw new AppError("validation_error", {
      message: "Text must not contain NUL or unpaired surrogates.",
      details: [{ field: "", issue: "invalid_format" }],
    });
  }
  if (text.includes("proto") && hasPrototypeKey(value)) {
    throw new AppError("validation_error", {
      message: "The key __proto__ is not allowed.",
      details: [{ field: "__proto__", issue: "not_allowed" }],
    });
  }
  return value;
}

function nestedDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      if (++depth > limit) return true;
    } else if (c === 125 || c === 93) depth--;
  }
  return false;
}

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  return Object.entries(value).some(([key, inner]) => key === "__proto__" || hasPrototypeKey(inner));
}
