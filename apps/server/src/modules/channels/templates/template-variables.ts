import {
  type ButtonPart,
  fillVariables,
  type HeaderPart,
  oneLine,
  type TemplateParts,
  type TemplateShape,
  templateParts,
} from "@parley/connector-kit";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import { couponProblems, headerValueProblems } from "./template-parameters.ts";

/** The part of a message's content that fills a template. */
export interface TemplateContentInput {
  variables?: unknown;
  components?: unknown;
}

/** The values to fill in, by variable: for header, body and the buttons by their index. */
export interface FilledParts {
  header: Map<string, string>;
  body: Map<string, string>;
  buttons: Map<number, Map<string, string>>;
}

/** The platform's limit for a body with its variables filled in. */
const bodyCharactersMax = 32_768;

/** The value that fills a variable: itself, or the one inside an object. */
type PlainOf = (value: unknown) => unknown;

interface Sent {
  type: string;
  /** For a button: the type of its parameter. */
  subType: string;
  index: number;
  parameters: unknown[];
}

/**
 * Every missing variable of header, body and buttons, and every surplus value, each with its name or index (`content.variables[1]`,
 * `content.components.button[0]`); a file, location or code that the platform cannot use (`content.components.header[0].image.link`).
 * A template of which only the name is known accepts everything.
 */
export function variableProblems(template: TemplateShape, input: TemplateContentInput, prefix = "content."): ErrorDetail[] {
  if (template.components?.length === 0) return [];
  const parts = partsOf(template);
  const sent = sentComponents(input.components);
  const variables = Array.isArray(input.variables) ? input.variables : [];
  const named = template.parameterFormat === "named";
  const body = sent.find((component) => component.type === "body");
  const expected = parts.body?.variables ?? [];
  const at = `${prefix}components`;
  const problems = [
    ...(body === undefined
      ? compare(expected, variables, named, `${prefix}variables`, plainVariable)
      : [...compare(expected, body.parameters, named, `${at}.body`), ...unexpected(variables, `${prefix}variables`)]),
    ...headerProblems(parts.header, sent.find((component) => component.type === "header")?.parameters ?? [], named, `${at}.header`),
    ...buttonProblems(template, parts.buttons, sent, `${at}.button`),
  ];
  if (problems.length > 0 || Array.from(filledBody(template, input)).length <= bodyCharactersMax) return problems;
  return [{ field: body === undefined ? `${prefix}variables` : `${at}.body`, issue: "too_long" }];
}

/** 422 template_variables_mismatch, with the variables of the body if one of the problems is there. */
export function variablesMismatch({ variables }: Pick<TemplateShape, "variables">, details: ErrorDetail[]): AppError {
  const isOfBody = details.some(({ field }) => /(?:^|\.)(?:variables|components\.body)(?:[.[]|$)/.test(field));
  if (!isOfBody) return new AppError("template_variables_mismatch", { details });
  const message = `The template has ${variables.length} variable(s) in its body: ${variables.join(", ") || "none"}.`;
  return new AppError("template_variables_mismatch", { message, details });
}

/** The text of the body; "" if only the platform knows it. The variables must fit. Pure. */
export function filledBody(template: TemplateShape, input: TemplateContentInput, shown = (value: string) => value): string {
  const parts = partsOf(template);
  const values = bodyValues(template, parts, sentComponents(input.components), input);
  return fillVariables(parts.body?.text ?? "", new Map([...values].map(([name, value]) => [name, shown(value)])));
}

/** Values of `variables` as they are sent; the content of `components` is sent unchanged. */
function bodyValues(template: TemplateShape, parts: TemplateParts, sent: Sent[], input: TemplateContentInput): Map<string, string> {
  const named = template.parameterFormat === "named";
  const expected = parts.body?.variables ?? [];
  const parameters = sent.find((component) => component.type === "body")?.parameters;
  if (parameters !== undefined) return fill(expected, parameters, named);
  const values = fill(expected, Array.isArray(input.variables) ? input.variables : [], named, plainVariable);
  return new Map([...values].map(([name, value]) => [name, oneLine(value)]));
}

/** The values by variable, for a rendering. */
export function filledParts(template: TemplateShape, input: TemplateContentInput): FilledParts {
  const parts = partsOf(template);
  const sent = sentComponents(input.components);
  const named = template.parameterFormat === "named";
  const of = (type: string) => sent.find((component) => component.type === type)?.parameters;
  const headerVariables = parts.header?.format === "TEXT" ? parts.header.variables : [];
  const body = bodyValues(template, parts, sent, input);
  const buttons = parts.buttons.map((button): [number, Map<string, string>] => {
    const own = sent.find((component) => component.type === "button" && component.index === button.index)?.parameters;
    // The button of an authentication template also contains the code.
    const values = own ?? (isAuthentication(template) ? [...body.values()].slice(0, 1) : []);
    return [button.index, fill(button.url?.variables ?? [], values, false)];
  });
  return { header: fill(headerVariables, of("header") ?? [], named), body, buttons: new Map(buttons) };
}

function partsOf(template: TemplateShape): TemplateParts {
  if (template.components !== undefined) return templateParts(template.components);
  return { header: null, body: { text: "", variables: template.variables }, footer: null, buttons: [] };
}

export function isAuthentication(template: TemplateShape): boolean {
  return template.category?.toUpperCase() === "AUTHENTICATION";
}

function sentComponents(components: unknown): Sent[] {
  return (Array.isArray(components) ? components : []).map((component) => {
    const { type, sub_type: subType, index, parameters } = (component ?? {}) as Record<string, unknown>;
    return {
      type: String(type ?? "").toLowerCase(),
      subType: typeof subType === "string" ? subType : "",
      index: index === undefined || index === "" ? Number.NaN : Number(index),
      parameters: Array.isArray(parameters) ? parameters : [],
    };
  });
}

function headerProblems(header: HeaderPart | null, parameters: unknown[], named: boolean, at: string): ErrorDetail[] {
  if (header === null) return unexpected(parameters, at);
  if (header.format === "TEXT") return compare(header.variables, parameters, named, at);
  const kind = (parameters[0] as { type?: unknown } | undefined)?.type;
  if (String(kind ?? "").toUpperCase() === header.format)
    return [...headerValueProblems(header.format, parameters[0], `${at}[0]`), ...unexpected(parameters.slice(1), at, 1)];
  return [{ field: at, issue: kind === undefined ? "required" : "invalid_type" }];
}

function buttonProblems(template: TemplateShape, buttons: ButtonPart[], sent: Sent[], at: string): ErrorDetail[] {
  const given = sent.filter((component) => component.type === "button");
  const details: ErrorDetail[] = [];
  for (const button of buttons) {
    const needed = (button.url?.variables.length ?? 0) > 0 || button.type === "COPY_CODE";
    // The connector repeats the code of an authentication template in its button.
    if (!needed || isAuthentication(template)) continue;
    const own = given.find((component) => component.index === button.index);
    if (own === undefined || own.parameters.length === 0) details.push({ field: `${at}[${button.index}]`, issue: "required" });
    else if (own.parameters.length > 1) details.push({ field: `${at}[${button.index}]`, issue: "too_many" });
    else if (button.url !== null) details.push(...valueProblem(own.parameters[0], `${at}[${button.index}]`));
    else if (!["copy_code", ""].includes(own.subType)) details.push({ field: `${at}[${button.index}].sub_type`, issue: "not_allowed" });
    else details.push(...couponProblems(own.parameters[0], `${at}[${button.index}]`));
  }
  for (const { index, subType } of given) {
    if (!buttons.some((button) => button.index === index)) {
      details.push({ field: Number.isNaN(index) ? at : `${at}[${index}]`, issue: Number.isNaN(index) ? "required" : "not_allowed" });
    } else if (subType === "") details.push({ field: `${at}[${index}].sub_type`, issue: "required" });
  }
  return details;
}

function compare(expected: string[], input: unknown[], named: boolean, at: string, plainOf: PlainOf = plainParameter): ErrorDetail[] {
  const names = input.map(nameOf);
  // Plain values follow the template's order.
  if (!named || names.every((name) => name === undefined)) {
    const missing = expected.flatMap((_, i) => valueProblem(input[i], `${at}[${i}]`, plainOf));
    return [...missing, ...unexpected(input.slice(expected.length), at, expected.length)];
  }
  const missing = expected.flatMap((name) => valueProblem(input[names.indexOf(name)], `${at}.${name}`, plainOf));
  const extra = names.flatMap((name, i): ErrorDetail[] => {
    const field = `${at}.${String(name)}`;
    if (name === undefined || !expected.includes(name)) return [{ field, issue: "not_allowed" }];
    return names.indexOf(name) < i ? [{ field, issue: "duplicate" }] : [];
  });
  return [...missing, ...extra];
}

/** An empty value, or one without anything to read, counts as missing: the platform would refuse the whole message for it. */
function valueProblem(value: unknown, field: string, plainOf: PlainOf = plainParameter): ErrorDetail[] {
  if (value === undefined || value === null) return [{ field, issue: "required" }];
  const plain = plainOf(value);
  if (plain === undefined || plain === null) return [{ field, issue: "required" }];
  if (typeof plain !== "string" && typeof plain !== "number") return [{ field, issue: "invalid_type" }];
  const text = String(plain);
  if (text.trim() === "") return [{ field, issue: "required" }];
  return text.length > bodyCharactersMax ? [{ field, issue: "too_long" }] : [];
}

function unexpected(input: unknown[], at: string, from = 0): ErrorDetail[] {
  return input.map((_, i) => ({ field: `${at}[${from + i}]`, issue: "not_allowed" }));
}

function fill(variables: string[], input: unknown[], named: boolean, plainOf: PlainOf = plainParameter): Map<string, string> {
  const names = input.map(nameOf);
  const byName = named && names.some((name) => name !== undefined);
  return new Map(
    variables.flatMap((variable, index): [string, string][] => {
      const value = input[byName ? names.indexOf(variable) : index];
      return value === undefined ? [] : [[variable, textOf(plainOf(value))]];
    }),
  );
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, parameter_name: parameterName } = value as { name?: unknown; parameter_name?: unknown };
  const found = name ?? parameterName;
  return found === undefined ? undefined : String(found);
}

function textOf(plain: unknown): string {
  return typeof plain === "string" || typeof plain === "number" ? String(plain) : "";
}

/** For `variables`, which the connector turns into texts: a platform's own currency or time object cannot become one. */
function plainVariable(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { value: plain, text, currency, date_time: dateTime } = value as Record<string, unknown>;
  return plain ?? text ?? currency ?? dateTime;
}

/** For `components`, which are sent unchanged. */
function plainParameter(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { value: plain, text, currency, date_time: dateTime } = value as Record<string, unknown>;
  const fallback = (currency ?? dateTime) as { fallback_value?: unknown } | undefined;
  return plain ?? text ?? fallback?.fallback_value;
}
