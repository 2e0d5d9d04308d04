import { type TemplateDraft, type TemplateProblem, variablesOf } from "@parley/connector-kit";
import { buttonProblems } from "./template-buttons.ts";
import { type Json, asObject, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";

/** channel-protocols.md 2.8. */
const NAME = /^[a-z0-9_]{1,512}$/;
const LANGUAGE = /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/;
const CATEGORIES = ["MARKETING", "UTILITY", "AUTHENTICATION"];
const TYPES = ["HEADER", "BODY", "FOOTER", "BUTTONS"];
const HEADER_FORMATS = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"];
const HEADER_MAX = 60;
const BODY_MAX = 1_024;
const FOOTER_MAX = 60;
/** Minutes. */
const EXPIRY_MIN = 1;
const EXPIRY_MAX = 90;
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export type Problem = (field: string, issue: TemplateProblem["issue"], message: string) => void;
export type ParameterFormat = TemplateDraft["parameterFormat"];

/** Problems for which the platform would refuse a template immediately; its reviewers' judgement cannot be predicted. */
export function checkTemplate(draft: TemplateDraft): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const problem: Problem = (field, issue, message) => void problems.push({ field, issue, message });
  if (!NAME.test(draft.name)) problem("name", "invalid_format", "Use at most 512 lower-case letters, digits and underscores.");
  if (!LANGUAGE.test(draft.language)) problem("language", "invalid_format", "Use a code like en or en_GB.");
  const category = draft.category.toUpperCase();
  if (!CATEGORIES.includes(category)) problem("category", "unknown_value", `Categories: ${CATEGORIES.join(", ")}.`);

  const seen = new Set<string>();
  for (const [index, component] of draft.components.entries()) {
    const at = `components[${index}]`;
    const object = asObject(component);
    const type = textAt(object, "type")?.toUpperCase();
    if (object === undefined) problem(at, "invalid_type", "A component must be an object.");
    else if (type === undefined) problem(`${at}.type`, "required", `Types: ${TYPES.join(", ")}.`);
    else if (!TYPES.includes(type)) problem(`${at}.type`, "unknown_value", `Types: ${TYPES.join(", ")}.`);
    else if (seen.has(type)) problem(`${at}.type`, "not_allowed", `There is already a ${type}.`);
    else checkComponent(type, object, at, { category, format: draft.parameterFormat }, problem);
    if (type !== undefined) seen.add(type);
  }
  // https://developers.facebook.com/docs/whatsapp/business-management-api/authentication-templates (read 2026-11)
  if (category === "AUTHENTICATION") {
    if (seen.has("HEADER")) problem("components", "not_allowed", "An authentication template cannot have a HEADER.");
    if (!seen.has("BUTTONS")) problem("components", "required", "An authentication template needs BUTTONS with one of type OTP.");
  }
  if (!seen.has("BODY")) problem("components", "required", "A template needs a BODY.");
  return problems;
}

interface Rules {
  category: string;
  format: ParameterFormat;
}

function checkComponent(type: string, component: Json, at: string, rules: Rules, problem: Problem): void {
  switch (type) {
    case "HEADER":
      return checkHeader(component, at, rules.format, problem);
    case "BODY":
      // The platform supplies the body of an authentication template.
      return rules.category === "AUTHENTICATION" ? undefined : checkBody(component, at, rules.format, problem);
    case "FOOTER":
      return checkFooter(component, at, rules.category, problem);
    default:
      return buttonProblems(listAt(component, "buttons"), `${at}.buttons`, problem);
  }
}

function checkHeader(component: Json, at: string, format: ParameterFormat, problem: Problem): void {
  const kind = (textAt(component, "format") ?? "TEXT").toUpperCase();
  const example = objectAt(component, "example");
  if (!HEADER_FORMATS.includes(kind)) return problem(`${at}.format`, "unknown_value", `Formats: ${HEADER_FORMATS.join(", ")}.`);
  if (kind === "LOCATION") return;
  if (kind !== "TEXT") {
    if (listAt(example, "header_handle").length === 0)
      problem(`${at}.example.header_handle`, "required", "A header with media needs a sample: an upload handle of the platform.");
    return;
  }
  const text = checkText(component, at, HEADER_MAX, problem);
  const variables = checkVariables(text, `${at}.text`, format, problem);
  if (variables.length > 1) problem(`${at}.text`, "out_of_range", "A header can have at most one variable.");
  if (variables.length === 0) return;
  if (format === "named")
    checkNamedSamples(variables, listAt(example, "header_text_named_params"), `${at}.example.header_text_named_params`, problem);
  else checkSamples(variables, listAt(example, "header_text"), `${at}.example.header_text`, problem);
}

function checkBody(component: Json, at: string, format: ParameterFormat, problem: Problem): void {
  const text = checkText(component, at, BODY_MAX, problem);
  const variables = checkVariables(text, `${at}.text`, format, problem);
  if (variables.length === 0) return;
  if (/^\s*\{\{/.test(text) || /\}\}\s*$/.test(text))
    problem(`${at}.text`, "invalid_format", "The text must not start or end with a variable.");
  if (/\}\}\s*\{\{/.test(text)) problem(`${at}.text`, "invalid_format", "Put words between two variables.");
  const example = objectAt(component, "example");
  if (format === "named")
    return checkNamedSamples(variables, listAt(example, "body_text_named_params"), `${at}.example.body_text_named_params`, problem);
  checkSamples(variables, listAt(example, "body_text"), `${at}.example.body_text`, problem);
}

function checkFooter(component: Json, at: string, category: string, problem: Problem): void {
  // In an authentication template the footer only says after how many minutes the code expires.
  if (category === "AUTHENTICATION") return checkExpiry(component, at, problem);
  const text = checkText(component, at, FOOTER_MAX, problem);
  if (/\{\{/.test(text)) problem(`${at}.text`, "not_allowed", "A footer cannot have variables.");
}

function checkExpiry(component: Json, at: string, problem: Problem): void {
  const minutes = own(component, "code_expiration_minutes");
  const field = `${at}.code_expiration_minutes`;
  if (minutes === undefined) return problem(field, "required", "After how many minutes the code expires is required here.");
  if (typeof minutes !== "number" || !Number.isInteger(minutes)) return problem(field, "invalid_type", "It must be a whole number.");
  if (minutes < EXPIRY_MIN || minutes > EXPIRY_MAX) problem(field, "out_of_range", `It must be ${EXPIRY_MIN} to ${EXPIRY_MAX} minutes.`);
}

function checkText(component: Json, at: string, max: number, problem: Problem): string {
  const text = own(component, "text");
  if (typeof text !== "string" || text.trim() === "") {
    problem(`${at}.text`, text === undefined || text === "" ? "required" : "invalid_type", "A text is required here.");
    return "";
  }
  if ([...text].length > max) problem(`${at}.text`, "too_long", `It can have at most ${max} characters.`);
  return text;
}

/** Numbers from 1 without gaps, or names; never both. */
export function checkVariables(text: string, at: string, format: ParameterFormat, problem: Problem): string[] {
  const written = [...text.matchAll(PLACEHOLDER)].map((match) => (match[1] ?? "").trim());
  const wrong = written.find((name) => !(format === "named" ? /^[a-z][a-z0-9_]*$/ : /^[1-9]\d{0,2}$/).test(name));
  if (wrong !== undefined) {
    const rule =
      format === "named"
        ? "Variable names must be lower-case letters, digits and underscores, starting with a letter."
        : "Variables must be numbers: {{1}}, {{2}} … For names, set parameterFormat to named.";
    problem(at, "invalid_format", `{{${wrong}}} cannot be a variable. ${rule}`);
    return [];
  }
  const distinct = [...new Set(written)];
  if (format === "named") return distinct;
  const missing = variablesOf(text).filter((number) => !distinct.includes(number));
  if (missing.length > 0) problem(at, "invalid_format", `The numbers have gaps: {{${missing[0]}}} is missing.`);
  return variablesOf(text);
}

/** `[["Amina", "2291"]]`; a flat list means the same. */
function checkSamples(variables: string[], samples: unknown[], at: string, problem: Problem): void {
  const texts = samples.filter((sample) => typeof sample === "string" && sample.trim() !== "");
  if (texts.length < variables.length)
    problem(at, "required", `Each variable needs a sample: ${variables.map((v) => `{{${v}}}`).join(", ")}.`);
  else if (texts.length > variables.length)
    problem(at, "out_of_range", `There are ${variables.length} variable(s) and ${texts.length} samples.`);
}

function checkNamedSamples(variables: string[], samples: unknown[], at: string, problem: Problem): void {
  const given = new Set(
    samples.filter((sample) => (textAt(sample, "example") ?? "").trim() !== "").map((sample) => textAt(sample, "param_name")),
  );
  const missing = variables.filter((name) => !given.has(name));
  if (missing.length > 0) problem(at, "required", `Each variable needs a sample: ${missing.map((v) => `{{${v}}}`).join(", ")}.`);
}
