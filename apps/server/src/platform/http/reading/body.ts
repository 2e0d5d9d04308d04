import { AppError } from "../../errors/app-error.ts";
import { hasUnstorableText } from "../../text/clean.ts";

const depthMax = 32;
/** Per object. The API itself accepts at most 200; parsing tens of thousands of distinct names blocks the thread. */
const fieldsMax = 1_000;
/**
 * Including objects and arrays. Far more than any operation needs; parsing 240,000 empty objects, and
 * garbage-collecting them, blocks the thread for 40 ms.
 */
const valuesMax = 50_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a request body. Throws invalid_json for anything but JSON in UTF-8, validation_error for what PostgreSQL
 * cannot store (NUL, lone surrogates), for nesting beyond 32 levels, an object with more than 1,000 fields, more than
 * 50,000 values in all, and a `__proto__` key.
 */
export function parseJsonBody(raw: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch (cause) {
    throw new AppError("invalid_json", { message: "The body is not valid UTF-8.", cause });
  }
  // Checked before parsing; ordinary small bodies skip it.
  if (raw.length > depthMax) refuseShape(text);
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

/** Throws for excessive nesting, too many values and an object with too many fields, in one pass over the characters. */
function refuseShape(text: string): void {
  // Fields so far in each open object or array.
  const fields = new Array<number>(depthMax + 1).fill(0);
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 58) {
      const count = (fields[depth] ?? 0) + 1;
      if (count > fieldsMax) throw unfit("too_many", `An object of the body has more than ${fieldsMax} fields.`);
      fields[depth] = count;
    } else if (c === 123 || c === 91) {
      if (++depth > depthMax) throw unfit("out_of_range", `The body is nested deeper than ${depthMax} levels.`);
      fields[depth] = 0;
      values += 1;
    } else if (c === 44) values += 1;
    else if ((c === 125 || c === 93) && depth > 0) depth--;
    if (values > valuesMax) throw unfit("too_many", `The body has more than ${valuesMax} values.`);
  }
}

function unfit(issue: "too_many" | "out_of_range", message: string): AppError {
  return new AppError("validation_error", { message, details: [{ field: "", issue }] });
}

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  return Object.entries(value).some(([key, inner]) => key === "__proto__" || hasPrototypeKey(inner));
}
