import type { FastifySchemaValidationError } from "fastify";
import { describeFields } from "../../errors/describe-fields.ts";
import { type FoundError, groupErrors } from "./validation.ts";

const valuesShown = 20;
const fieldCharactersMax = 80;

/**
 * One sentence about the first fields and what their schema requires. It never repeats what was sent, except shortened
 * field names.
 */
export const explainValidation = (errors: FastifySchemaValidationError[]): string =>
  describeFields(groupErrors(errors).map(({ field, found }) => ({ field: shorten(field), text: rule(found) })));

const shorten = (field: string): string => (field.length > fieldCharactersMax ? `${field.slice(0, fieldCharactersMax)}…` : field);

function rule({ keyword, params, allowed }: FoundError): string {
  if (allowed.length > 0) {
    const shown = allowed.slice(0, valuesShown).map((value) => (value === null ? "null" : String(value)));
    return `must be ${allowed.length > 1 ? "one of " : ""}${shown.join(", ")}${allowed.length > valuesShown ? ", …" : ""}`;
  }
  const limit = params["limit"];
  switch (keyword) {
    case "required":
      return "is required";
    case "type":
      return typeof params["type"] === "string" || Array.isArray(params["type"])
        ? `must be ${[params["type"]].flat().map(withArticle).join(" or ")}`
        : "has the wrong type";
    case "maxLength":
      return `may have at most ${limit} characters`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxItems":
      return `may have at most ${limit} items`;
    case "minItems":
      return `must have at least ${limit} ${limit === 1 ? "item" : "items"}`;
    case "maxProperties":
      return `may have at most ${limit} fields`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `must be ${params["comparison"]} ${limit}`;
    case "format":
      return typeof params["format"] === "string" ? `must be a valid ${params["format"]}` : "has a wrong format";
    case "uniqueItems":
      return "must not have an item twice";
    case "not":
      return "is not allowed";
    case "anyOf":
    case "oneOf":
      return "has a wrong type or shape";
    default:
      return "has a wrong format";
  }
}

function withArticle(type: unknown): string {
  if (type === "null") return "null";
  return `${/^[aeio]/.test(String(type)) ? "an" : "a"} ${type}`;
}
