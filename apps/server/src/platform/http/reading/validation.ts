import { createRequire } from "node:module";
import type { FastifyInstance, FastifySchemaValidationError } from "fastify";
import type { ErrorDetail } from "../../errors/app-error.ts";
import type { Issue } from "../../errors/catalog.ts";
import { hasUnstorableText } from "../../text/clean.ts";
import { ignoredFieldsKeyword, markObjects, recordingFields, recordParameters } from "./ignored-fields.ts";
import { normalForm } from "../../text/normal.ts";

const require = createRequire(import.meta.url);
// The compilers that Fastify itself uses; pinned together with it.
const buildValidator = require("@fastify/ajv-compiler")() as (
  shared: object,
  options: object,
) => (input: { schema: unknown; httpPart?: string | undefined }) => Validator;
const buildSerializer = require("@fastify/fast-json-stringify-compiler")() as (
  shared: object,
  options?: object,
) => (input: { schema: object }) => Serializer;
const ajv = { removeAdditional: false, allErrors: true, useDefaults: true, allowUnionTypes: true };
const strict = buildValidator({}, { customOptions: { ...ajv, coerceTypes: false }, onCreate: fitStorage });
const firstErrorValidator = buildValidator(
  {},
  { customOptions: { ...ajv, coerceTypes: false, allErrors: false, keywords: [ignoredFieldsKeyword] }, onCreate: fitStorage },
);
const coercingValidator = buildValidator(
  {},
  { customOptions: { ...ajv, coerceTypes: true, removeAdditional: "all" }, onCreate: fitStorage },
);
const serialize = buildSerializer({}, {});

const validators = new WeakMap<object, Validator>();
const serializers = new WeakMap<object, Serializer>();

interface Ajv {
  formats: Record<string, { validate(text: string): boolean }>;
  addFormat(name: string, validate: (text: string) => boolean): void;
  removeKeyword(name: string): void;
  addKeyword(definition: {
    keyword: string;
    type: string;
    schemaType: string;
    before: string;
    errors: boolean;
    validate: LengthCheck;
  }): void;
}

/** A length check of ajv, with its errors. */
interface LengthCheck {
  (limit: number, text: string): boolean;
  errors?: { keyword: string; params: { limit: number } }[];
}

/** Accepts only what can be stored, not everything the schema allows. */
function fitStorage(ajv: Ajv): void {
  narrowInstants(ajv);
  countAsStored(ajv);
}

const [firstInstantMs, lastInstantMs] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/**
 * RFC 3339 allows leap seconds, a year 0, and through the offset a year 10000, not all of which `Date` and PostgreSQL
 * can represent.
 */
function narrowInstants(ajv: Ajv): void {
  const known = ajv.formats["date-time"];
  if (known === undefined) throw new Error("the validator knows no date-time");
  ajv.addFormat("date-time", (text) => {
    const ms = known.validate(text) ? Date.parse(text) : Number.NaN;
    return ms >= firstInstantMs && ms <= lastInstantMs;
  });
}

/** Longer than any name: longer texts are stored as they are, and normalizing thousands of accents takes long. */
const nameCharactersMax = 2_000;

/**
 * Names are stored in NFC, which makes some texts up to three times longer: the stored length counts if it is greater.
 * Otherwise a database constraint would refuse what the schema accepted.
 */
function countAsStored(ajv: Ajv): void {
  const validate: LengthCheck = (limit, text) => {
    const fits =
      text.length * 3 <= limit ||
      (charactersOf(text) <= limit && (limit > nameCharactersMax || charactersOf(normalForm("NFC", text)) <= limit));
    if (!fits) validate.errors = [{ keyword: "maxLength", params: { limit } }];
    return fits;
  };
  ajv.removeKeyword("maxLength");
  ajv.addKeyword({
    keyword: "maxLength",
    type: "string",
    schemaType: "number",
    // Only a field's first error is reported: its length before its pattern.
    before: "minLength",
    errors: true,
    validate,
  });
}

/** Code points, as JSON Schema and PostgreSQL count. */
function charactersOf(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    // The second half of a surrogate pair.
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

/**
 * One validator per schema object, however many aliases a route has. Bodies are validated as they are; query values are
 * coerced, because they arrive as text. Unknown fields of a body are ignored, neither removed nor refused; unknown
 * query parameters are removed, because cursors would otherwise be bound to them too. Both are recorded
 * (ignored-fields.ts).
 *
 * Each is compiled by the first request that needs it: all of them together take a second of startup time, one takes a
 * few milliseconds. openapi.test.ts proves that each one compiles by calling every operation.
 */
export function useCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler((input) =>
    memoize(validators, input.schema as object, () => lazyValidator(() => compileValidator(input as never))),
  );
  app.setSerializerCompiler((input) =>
    memoize(serializers, input.schema as object, () => {
      let made: Serializer | undefined;
      return (value) => {
        made ??= serialize(input as never);
        return made(value);
      };
    }),
  );
}

function compileValidator(input: { schema: QuerySchema; httpPart?: string }): Validator {
  if (input.httpPart === "body") {
    const marked = { ...input, schema: markObjects(input.schema as Record<string, unknown>) };
    return withIgnoredFields(withBoundedErrors(firstErrorValidator(marked), () => strict(input)));
  }
  return input.httpPart === "querystring" ? withPlainText(coercingValidator(input), input.schema) : coercingValidator(input);
}

function withIgnoredFields(check: Validator): Validator {
  const validate: Validator = (value) => {
    const valid = recordingFields(value, () => check(value));
    validate.errors = check.errors ?? null;
    return valid;
  };
  return validate;
}

/** The largest body whose errors are all reported, and its arrays. */
const valuesMax = 5_000;
const itemsMax = 100;

/**
 * Stops at the first error, so that a body with a million errors costs no more than a valid one. Further errors are
 * searched for in a sample: the body with its arrays truncated, or nothing if it is still too large.
 */
function withBoundedErrors(validate: Validator, compileAll: () => Validator): Validator {
  let all: Validator | undefined;
  const checked: Validator = (value) => {
    if (validate(value)) return true;
    const first = validate.errors ?? [];
    checked.errors = first;
    const sample = sampleOf(value);
    if (sample === null) return false;
    all ??= compileAll();
    const found = all(sample.value as Record<string, unknown>) ? [] : (all.errors ?? []);
    // For a whole body these are all errors, in their usual order.
    checked.errors = sample.isWhole && found.length > 0 ? found : [...first, ...found];
    return false;
  };
  return checked;
}

/** A copy with at most 100 items per array; null: still more than 5,000 values. */
function sampleOf(body: unknown): { value: unknown; isWhole: boolean } | null {
  let left = valuesMax;
  let isWhole = true;
  const copy = (value: unknown): unknown => {
    left -= 1;
    if (left < 0 || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      if (value.length > itemsMax) isWhole = false;
      return value.slice(0, itemsMax).map(copy);
    }
    const copied: Record<string, unknown> = {};
    for (const key in value) {
      if (left < 0) break;
      copied[key] = copy((value as Record<string, unknown>)[key]);
    }
    return copied;
  };
  const value = copy(body);
  return left < 0 ? null : { value, isWhole };
}

function lazyValidator(compile: () => Validator): Validator {
  let made: Validator | undefined;
  const validate: Validator = (value) => {
    made ??= compile();
    const valid = made(value);
    validate.errors = made.errors ?? null;
    return valid;
  };
  return validate;
}

function memoize<T>(made: WeakMap<object, T>, schema: object, make: () => T): T {
  const known = made.get(schema) ?? make();
  made.set(schema, known);
  return known;
}

type Serializer = (value: unknown) => string;
interface Validator {
  (value: Record<string, unknown>): boolean;
  errors?: FastifySchemaValidationError[] | null;
}
interface QuerySchema {
  properties?: Record<string, { type?: unknown }>;
}

/**
 * Refuses what coercion and schemas accept in a query: `0x10`, ` 7` and `1e1` are not whole numbers to us, and no
 * stored text matches one that PostgreSQL cannot store (NUL).
 */
function withPlainText(validate: Validator, schema: QuerySchema): Validator {
  const properties = Object.entries(schema.properties ?? {});
  const known = new Set(Object.keys(schema.properties ?? {}));
  const checked: Validator = (value) => {
    // Before the validation, which removes them.
    recordParameters(value, known);
    checked.errors = properties.flatMap(([name, { type }]) => {
      const text = value[name];
      if (typeof text !== "string") return [];
      // A cursor never reaches the database, and has its own error.
      if (name === "cursor") return [];
      const keyword = type === "integer" && !/^-?\d{1,15}$/.test(text) ? "type" : hasUnstorableText(text) ? "format" : null;
      return keyword === null ? [] : [{ instancePath: `/${name}`, schemaPath: "", keyword, params: {}, message: "is not valid" }];
    });
    if (checked.errors.length > 0) return false;
    const valid = validate(value);
    checked.errors = validate.errors ?? null;
    return valid;
  };
  return checked;
}

const issueByKeyword = new Map<string, Issue>([
  ["required", "required"],
  ["type", "invalid_type"],
  ["maxLength", "too_long"],
  ["minLength", "too_short"],
  ["maxItems", "too_many"],
  ["minItems", "too_short"],
  ["maxProperties", "too_many"],
  ["format", "invalid_format"],
  ["pattern", "invalid_format"],
  ["minimum", "out_of_range"],
  ["maximum", "out_of_range"],
  ["exclusiveMinimum", "out_of_range"],
  ["exclusiveMaximum", "out_of_range"],
  ["multipleOf", "out_of_range"],
  ["enum", "unknown_value"],
  ["const", "unknown_value"],
  ["anyOf", "invalid_type"],
  ["oneOf", "invalid_type"],
  ["not", "not_allowed"],
  ["uniqueItems", "duplicate"],
]);

const detailsMax = 100;

/** What is wrong with a field: its first error, or that its value is not among `allowed`. */
export interface FoundError {
  keyword: string;
  params: Record<string, unknown>;
  allowed: unknown[];
}

/** The first error of each field, at most 100 fields; `items/0/name` spelled `items[0].name`. */
export function groupErrors(errors: FastifySchemaValidationError[]): { field: string; found: FoundError }[] {
  const found = new Map<string, FoundError>();
  // An anyOf of constants is an enumeration; its branches add nothing.
  const constants = Map.groupBy(
    errors.filter(({ keyword }) => keyword === "const"),
    ({ instancePath }) => instancePath,
  );
  for (const error of errors) {
    if (found.size >= detailsMax) break;
    // Only says that another rule failed, which has its own error.
    if (error.keyword === "if") continue;
    const parent = error.instancePath
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const missing = error.keyword === "required" ? [String(error.params["missingProperty"])] : [];
    const field = [...parent, ...missing].reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`),
      "",
    );
    if (found.has(field)) continue;
    const params = error.params as Record<string, unknown>;
    const constant = constants.get(error.instancePath);
    const isEnumeration = constant !== undefined && (error.keyword === "const" || error.keyword === "anyOf");
    const allowed = isEnumeration
      ? [...new Set(constant.map((e) => e.params["allowedValue"]))]
      : error.keyword === "enum"
        ? (params["allowedValues"] as unknown[])
        : [];
    found.set(field, { keyword: error.keyword, params, allowed });
  }
  return [...found].map(([field, one]) => ({ field, found: one }));
}

/** ajv's errors as `details`: at most 100, one per field. */
export function describeValidation(errors: FastifySchemaValidationError[]): ErrorDetail[] {
  return groupErrors(errors).map(({ field, found: { keyword, allowed } }) => ({
    field,
    issue: allowed.length > 0 ? "unknown_value" : (issueByKeyword.get(keyword) ?? "invalid_format"),
  }));
}
