import { createRequire } from "node:module";
import type { FastifyInstance, FastifySchemaValidationError } from "fastify";
import type { ErrorDetail } from "../errors/app-error.ts";
import type { Issue } from "../errors/catalog.ts";
import { hasUnstorableText } from "../text/clean.ts";

/**
 * One validator per schema object, however many aliases a route has. Bodies are taken as they are; query values are
 * coerced, because they arrive as text. Unknown fields of a body are ignored, not removed and not refused; unknown query
 * parameters are taken out, or a cursor would be bound to them too.
 */
export function useCompilers(app: FastifyInstance): void {
  const require = createRequire(import.meta.url);
  // The compilers that Fastify itself uses; pinned with it.
  const buildValidator = require("@fastify/ajv-compiler")() as Compiler;
  const buildSerializer = require("@fastify/fast-json-stringify-compiler")() as (
    shared: object,
    options?: object,
  ) => (input: { schema: object }) => unknown;
  const ajv = { removeAdditional: false, allErrors: true, useDefaults: true, allowUnionTypes: true };
  const strict = buildValidator({}, { customOptions: { ...ajv, coerceTypes: false } });
  const loose = buildValidator({}, { customOptions: { ...ajv, coerceTypes: true, removeAdditional: "all" } });
  const serialize = buildSerializer({}, {});
  const validators = new WeakMap<object, unknown>();
  const serializers = new WeakMap<object, unknown>();
  app.setValidatorCompiler((input) => {
    const known = validators.get(input.schema as object);
    if (known !== undefined) return known as never;
    const made =
      input.httpPart === "body"
        ? strict(input)
        : input.httpPart === "querystring"
          ? withPlainText(loose(input) as Validator, input.schema as QuerySchema)
          : loose(input);
    validators.set(input.schema as object, made as object);
    return made as never;
  });
  app.setSerializerCompiler((input) => {
    const known = serializers.get(input.schema as object);
    if (known !== undefined) return known as never;
    const made = serialize(input as never);
    serializers.set(input.schema as object, made as object);
    return made as never;
  });
}

interface Validator {
  (value: Record<string, unknown>): unknown;
  errors?: unknown[] | null;
}
interface QuerySchema {
  properties?: Record<string, { type?: unknown }>;
}

/**
 * What coercion and schemas let pass in a query: `0x10`, ` 7` and `1e1` are no whole numbers to us, and text that PostgreSQL
 * cannot store (NUL) cannot be looked for either.
 */
function withPlainText(validate: Validator, schema: QuerySchema): Validator {
  const properties = Object.entries(schema.properties ?? {});
  const checked: Validator = (value) => {
    checked.errors = properties.flatMap(([name, { type }]) => {
      const given = value[name];
      if (typeof given !== "string") return [];
      // A cursor never reaches the database, and has an answer of its own.
      if (name === "cursor") return [];
      const keyword = type === "integer" && !/^-?\d{1,15}$/.test(given) ? "type" : hasUnstorableText(given) ? "format" : null;
      return keyword === null ? [] : [{ instancePath: `/${name}`, schemaPath: "", keyword, params: {}, message: "is not valid" }];
    });
    if (checked.errors.length > 0) return false;
    const valid = validate(value);
    checked.errors = validate.errors ?? null;
    return valid;
  };
  return checked;
}

type Compiler = (shared: object, options: object) => (input: { schema: unknown; httpPart?: string | undefined }) => unknown;

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

/** ajv's errors as `details`: at most 20, one per field, `items/0/name` spelled `items[0].name`. */
export function describeValidation(errors: FastifySchemaValidationError[]): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  // An anyOf of constants is how an enumeration looks; its branches say nothing the whole does not.
  const enumerations = new Set(
    errors
      .filter((e) => e.keyword === "anyOf" && errors.some((b) => b.keyword === "const" && b.instancePath === e.instancePath))
      .map((e) => e.instancePath),
  );
  for (const error of errors) {
    if (details.size >= 20) break;
    // Only says that the rule behind it failed, which has its own error.
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
    const issue = enumerations.has(error.instancePath) ? "unknown_value" : (issueByKeyword.get(error.keyword) ?? "invalid_format");
    if (!details.has(field)) details.set(field, { field, issue });
  }
  return [...details.values()];
}
