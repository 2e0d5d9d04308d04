/** A template as it is sent, and what is suggested for it. Pure. */
import type { Conversation, Template, TemplateContent } from "@parley/sdk";
import { blockOf, parametersOf, partFields, type PartValues } from "./part-fields.ts";

type Values = Readonly<Record<string, string>>;

/** Values for the variables of the body, taken from the contact's own fields: a suggestion that the sender may change. */
export function prefill({ variables }: Pick<Template, "variables">, contact: Conversation["contact"]): Record<string, string> {
  const known = knownOf(contact);
  return Object.fromEntries(
    variables.map((variable, at) => [
      variable,
      known[variable.toLowerCase()] ?? (at === 0 && /^1$/.test(variable) ? (known["first_name"] ?? "") : ""),
    ]),
  );
}

/** The same for the header's variables. A numbered one is left empty: in a header it is an order's number as often as a name. */
export function prefillParts(template: Template, contact: Conversation["contact"]): PartValues {
  const known = knownOf(contact);
  return Object.fromEntries(
    partFields(template).flatMap(({ id, kind, name }) => (kind === "header" ? [[id, known[name.toLowerCase()] ?? ""]] : [])),
  );
}

function knownOf(contact: Conversation["contact"]): Readonly<Record<string, string>> {
  const name = contact.name ?? "";
  const first = name.split(" ")[0] ?? "";
  return { name, first_name: first, firstname: first, customer_name: name, phone: contact.phone ?? "" };
}

/** In the format of `POST /messages`. */
export function templateContent(template: Template, values: Values, parts: PartValues): TemplateContent {
  const { name, language, variables } = template;
  const components = parametersOf(template, parts);
  return { name, language, variables: bodyVariables(template, variables, values), ...(components.length === 0 ? {} : { components }) };
}

/** The values of these variables, as the template's format wants them. */
export function bodyVariables({ parameterFormat }: Pick<Template, "parameterFormat">, names: readonly string[], values: Values) {
  return names.map((name) => (parameterFormat === "named" ? { name, value: values[name] ?? "" } : (values[name] ?? "")));
}

/**
 * The template that is selected first, of those that can be sent: in exactly this language (pt_BR for pt-BR), else in another form of it
 * (pt_PT), else the first one, in whatever language.
 */
export function preferred(templates: readonly Template[], language: string): Template | undefined {
  const code = (tag: string) => tag.toLowerCase().replaceAll("_", "-");
  const main = (tag: string) => code(tag).split("-")[0];
  const sendable = templates.filter((each) => each.status === "approved" && blockOf(each) === null);
  return (
    sendable.find((each) => code(each.language) === code(language)) ??
    sendable.find((each) => main(each.language) === main(language)) ??
    sendable[0] ??
    templates.find(({ status }) => status === "approved")
  );
}
