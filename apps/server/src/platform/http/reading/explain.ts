import type { FastifySchemaValidationError } from "fastify";
import { type FoundError, groupErrors } from "./validation.ts";

const fieldsMax = 3;
const valuesShown = 20;
const fieldCharactersMax = 80;

/**
 * One sentence for people: the first fields, and what their schema asks for. It never repeats what was sent, except the
 * names of fields, shortened.
 */
export function explainValidation(errors: FastifySchemaValidationError[]): string {
  const groups = groupErrors(errors);
  const told = groups.slice(0, fieldsMax).map(({ field, found }) => `${nameOf(field)} ${rule(found)}`);
  const more = groups.length - told.length;
  return `${told.join("; ")}${more > 0 ? `; ${more} more in details` : ""}.`;
}

function nameOf(field: string): string {
  if (field === "") return "The body";
  return field.length > fieldCharactersMax ? `${field.slice(0, fieldCharactersMax)}…` : field;
}

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
