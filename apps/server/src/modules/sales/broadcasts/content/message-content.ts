import type { ConnectorDescription, TemplateShape } from "@parley/connector-kit";
import {
  findSendableTemplate,
  findSendableTemplates,
  type SendableTemplate,
  shapeOfSendable,
  templateState,
} from "#modules/channels/channels/index.ts";
import { templateText, variableProblems, variablesMismatch } from "#modules/channels/templates/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, type ErrorDetail, invalidField } from "#platform/errors/app-error.ts";
import { withRemedy } from "#platform/errors/remedies.ts";
import { cut } from "#platform/text/clean.ts";
import { checkText, fillText } from "./text-variables.ts";

/** A value that is the same for all, or a field of each contact. Has its name if the template has named variables. */
export type Variable = { name?: string; value: string } | { name?: string; field: string; fallback?: string };

export type BroadcastContent =
  | { type: "template"; name: string; language: string; variables: Variable[]; components?: unknown[] }
  | { type: "text"; text: string };

export interface VariableValues {
  name: string | null;
  phone: string | null;
  email: string | null;
  source: string;
  country: string | null;
  language: string | null;
  timezone: string | null;
  custom_fields: Record<string, unknown>;
}

const at = "messageContent";
const plainFields = ["name", "firstName", "phone", "email", "source", "country", "language", "timezone"] as const;
const customPrefix = "customFields.";
const variablesMax = 50;
const valueCharactersMax = 1_024;

/**
 * Whether a channel takes templates. A broadcast on it must then be a template, because it goes to people who have not
 * just written.
 */
export const takesTemplates = (description: ConnectorDescription) => description.outboundTypes.includes("template");

/** Reads content as given. Throws validation_error, and template_required for a text on a channel with templates. */
export function readContent(input: unknown, description: ConnectorDescription): BroadcastContent {
  const parsed = typeof input === "string" ? fromText(input) : input;
  if (!takesTemplates(description)) return readText(input, parsed, description);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed) || Object.hasOwn(parsed, "text")) {
    throw new AppError("template_required", {
      message: "On this channel, a broadcast must be an approved template: { name, language, variables }.",
      details: [{ field: at, issue: "template_required" }],
    });
  }
  const { name, language, variables, components } = parsed as Record<string, unknown>;
  for (const [field, value, max] of [
    ["name", name, 512],
    ["language", language, 20],
  ] as const) {
    if (typeof value !== "string") throw invalidField(`${at}.${field}`, value === undefined ? "required" : "invalid_type");
    if (value === "") throw invalidField(`${at}.${field}`, "too_short");
    if (value.length > max) throw invalidField(`${at}.${field}`, "too_long");
  }
  if (variables !== undefined && !Array.isArray(variables)) throw invalidField(`${at}.variables`, "invalid_type");
  if (components !== undefined && !Array.isArray(components)) throw invalidField(`${at}.components`, "invalid_type");
  const list = (variables ?? []) as unknown[];
  if (list.length > variablesMax) throw invalidField(`${at}.variables`, "too_many");
  return {
    type: "template",
    name: name as string,
    language: language as string,
    variables: list.map((variable, i) => readVariable(variable, `${at}.variables[${i}]`)),
    ...(components === undefined ? {} : { components: components as unknown[] }),
  };
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: a plain text.
    return null;
  }
}

function readText(input: unknown, parsed: unknown, description: ConnectorDescription): BroadcastContent {
  const own = typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>)["text"] : undefined;
  const text = own ?? input;
  if (typeof text !== "string")
    throw invalidField(`${at}.text`, own === undefined ? "required" : "invalid_type", "This channel needs a text.");
  if (text.trim() === "") throw invalidField(`${at}.text`, "too_short");
  if (isTooLong(text, description))
    throw invalidField(`${at}.text`, "too_long", `This channel allows at most ${description.limits.textCharactersMax} characters.`);
  checkText(text, `${at}.text`, isField);
  return { type: "text", text };
}

/** Whether a text is too long for a channel. Pure. */
export function isTooLong(text: string, { limits }: Pick<ConnectorDescription, "limits">): boolean {
  return (
    Array.from(text).length > limits.textCharactersMax ||
    (limits.textBytesMax !== undefined && Buffer.byteLength(text) > limits.textBytesMax)
  );
}

/** Whether a contact has a field of this name, or could have one: `name`, `customFields.plan`. Pure. */
function isField(field: string): boolean {
  if (!field.startsWith(customPrefix)) return plainFields.includes(field as "name");
  const key = field.slice(customPrefix.length);
  return key !== "" && key.length <= 64;
}

function readVariable(input: unknown, path: string): Variable {
  if (typeof input === "string" || typeof input === "number") return { value: checked(String(input), path) };
  if (typeof input !== "object" || input === null || Array.isArray(input)) throw invalidField(path, "invalid_type");
  const { name, value, field, fallback } = input as Record<string, unknown>;
  if (name !== undefined && (typeof name !== "string" || name === "" || name.length > 100))
    throw invalidField(`${path}.name`, "invalid_format");
  const named = name === undefined ? {} : { name: name as string };
  if (field === undefined) {
    if (typeof value !== "string" && typeof value !== "number")
      throw invalidField(`${path}.value`, value === undefined ? "required" : "invalid_type", "A variable needs either a value or a field.");
    return { ...named, value: checked(String(value), `${path}.value`) };
  }
  if (typeof field !== "string") throw invalidField(`${path}.field`, "invalid_type");
  if (!isField(field)) throw invalidField(`${path}.field`, "unknown_value");
  if (fallback === undefined) return { ...named, field };
  if (typeof fallback !== "string") throw invalidField(`${path}.fallback`, "invalid_type");
  return { ...named, field, fallback: checked(fallback, `${path}.fallback`) };
}

function checked(text: string, path: string): string {
  // The platform would refuse such a message.
  if (text.trim() === "") throw invalidField(path, "too_short");
  if (text.length > valueCharactersMax) throw invalidField(path, "too_long");
  return text;
}

/** As on the wire: what readContent() accepts. */
export function showContent(content: BroadcastContent): Record<string, unknown> {
  const { type: _, ...shown } = content;
  if (content.type === "text") return shown;
  // A plain value is shown as a plain string.
  const variables = content.variables.map((variable) => ("value" in variable && variable.name === undefined ? variable.value : variable));
  return { ...shown, variables };
}

/** Refuses a template that the platform would refuse: not approved, or with variables that do not match. */
export async function checkTemplateNow(tx: Tx, channelId: string, content: BroadcastContent): Promise<void> {
  if (content.type === "text") return;
  refuseTemplate(content, await findSendableTemplate(tx, channelId, content.name, content.language));
}

/** What `checkTemplateNow` would refuse, for broadcasts not sent yet, by id. */
export async function templateWarnings(
  tx: Tx,
  drafts: { id: string; channel_id: string; content: BroadcastContent }[],
): Promise<Map<string, { field: string; issue: string; message: string }[]>> {
  const wanted = drafts.flatMap(({ channel_id: channelId, content }) =>
    content.type === "text" ? [] : [{ channelId, name: content.name, language: content.language }],
  );
  const known = wanted.length === 0 ? [] : await findSendableTemplates(tx, wanted);
  return new Map(
    drafts.map(({ id, channel_id: channelId, content }) => {
      if (content.type === "text") return [id, []];
      const template = known.find((t) => t.channel_id === channelId && t.name === content.name && t.language === content.language);
      try {
        refuseTemplate(content, template ?? null);
        return [id, []];
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return [id, (error.details ?? []).map(({ field, issue }) => ({ field, issue, message: error.message }))];
      }
    }),
  );
}

function refuseTemplate(content: Extract<BroadcastContent, { type: "template" }>, known: SendableTemplate | null): void {
  if (known === null || known.status !== "approved") {
    throw new AppError("template_not_approved", {
      message: withRemedy(
        "template_not_approved",
        known === null ? "The channel has no template with this name and language." : `The template is ${templateState(known)}.`,
      ),
      details: [{ field: `${at}.name`, issue: known === null ? "unknown" : "not_allowed" }],
    });
  }
  const details: ErrorDetail[] = variableProblems(
    shapeOfSendable(known),
    // Every variable will get some value: only their number and names must match.
    { variables: content.variables.map(({ name }) => (name === undefined ? "x" : { name, value: "x" })), components: content.components },
    `${at}.`,
  );
  if (details.length > 0) throw variablesMismatch(known, details);
}

/**
 * The content for one contact; null: a variable has neither a value nor a fallback. `template`: for template content.
 * Pure.
 */
export function fillContent(
  content: BroadcastContent,
  contact: VariableValues,
  template: TemplateShape | null,
): { text: string | null; content: object | null } | null {
  if (content.type === "text") {
    const filled = fillText(content.text, (field) => fieldValue(field, contact));
    // It consists only of variables with empty fallbacks.
    return filled === null || filled.trim() === "" ? null : { text: filled, content: null };
  }
  const variables: unknown[] = [];
  for (const variable of content.variables) {
    const value = "field" in variable ? (fieldValue(variable.field, contact) ?? variable.fallback) : variable.value;
    if (value === undefined) return null;
    variables.push(variable.name === undefined ? value : { name: variable.name, value });
  }
  const { name, language, components } = content;
  const filled = { name, language, variables, ...(components === undefined ? {} : { components }) };
  return { text: templateText(template, filled), content: filled };
}

function fieldValue(field: string, contact: VariableValues): string | undefined {
  if (field === "firstName") return text(contact.name?.trim().split(/\s+/)[0]);
  if (!field.startsWith(customPrefix)) return text(contact[field as "name"]);
  const key = field.slice(customPrefix.length);
  const value = Object.hasOwn(contact.custom_fields, key) ? contact.custom_fields[key] : null;
  return text(Array.isArray(value) ? value.join(", ") : value);
}

/** A blank value counts as missing. The platform refuses line breaks and long runs of spaces in variables. */
function text(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const plain = cut(String(value).replaceAll(/\s+/g, " ").trim(), valueCharactersMax);
  return plain === "" ? undefined : plain;
}
