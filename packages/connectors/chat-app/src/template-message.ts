import { oneLine, type OutboundMessage, type TemplateShape, templateParts } from "@parley/connector-kit";
import { type Json, asObject, listAt, own, textAt, textOf } from "@parley/connector-kit/read";
import { templateLanguage } from "./normalize/template.ts";

/** The problem explains why the content cannot be a template message. */
export type TemplateMessage = { template: Json } | { problem: string };

/**
 * Converts `content {name, language, variables[]}` into the platform's template object. Variables become the body's
 * parameters, in order or by name. `content.components`, when given, is sent unchanged (headers with media, buttons),
 * together with the body unless it contains one. The code of an authentication template is sent twice: in the body and
 * in its button.
 */
export function templateMessage(message: OutboundMessage): TemplateMessage {
  const name = textAt(message.content, "name") ?? message.template?.name;
  const language = own(message.content, "language");
  const code = textOf(language) ?? textAt(language, "code") ?? message.template?.language;
  if (name === undefined || code === undefined) return { problem: "a template needs a name and a language" };
  const head = { name, language: { code: templateLanguage(code) } };

  const given = listAt(message.content, "components");
  const variables = own(message.content, "variables") ?? [];
  if (!Array.isArray(variables)) return { problem: "variables are not a list" };
  const parameters = variables.map((variable, index) => parameter(variable, index, message.template));
  if (parameters.includes(undefined)) return { problem: "a variable has no text, or no name this template knows" };
  const types = given.map((component) => textAt(component, "type")?.toLowerCase());
  const body = parameters.length === 0 || types.includes("body") ? [] : [{ type: "body", parameters }];
  const components = [...given, ...body, ...(types.includes("button") ? [] : codeButton(message.template, parameters))];
  // The platform refuses components for a template without variables.
  return { template: components.length === 0 ? head : { ...head, components } };
}

function codeButton(template: TemplateShape | undefined, parameters: (Json | undefined)[]): Json[] {
  if (template?.category?.toUpperCase() !== "AUTHENTICATION" || parameters.length !== 1) return [];
  const button = templateParts(template.components ?? []).buttons.find(({ url }) => (url?.variables.length ?? 0) > 0);
  return button === undefined ? [] : [{ type: "button", sub_type: "url", index: String(button.index), parameters }];
}

function parameter(variable: unknown, index: number, template: TemplateShape | undefined): Json | undefined {
  const object = asObject(variable);
  const value = object === undefined ? variable : (own(object, "value") ?? own(object, "text"));
  const text = typeof value === "string" ? value : textOf(value);
  if (text === undefined) return undefined;
  const ownName = textAt(object, "parameter_name") ?? textAt(object, "name");
  // For a template known only by name, the format is unknown, too.
  const unknown = template === undefined || (template.components?.length === 0 && template.variables.length === 0);
  const named = unknown ? ownName !== undefined : template.parameterFormat === "named";
  if (!named) return { type: "text", text: oneLine(text) };
  const name = ownName ?? template?.variables[index];
  return name === undefined ? undefined : { type: "text", parameter_name: name, text: oneLine(text) };
}
