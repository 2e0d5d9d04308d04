import { type TemplateComponent, variablesOf } from "./templates.ts";

const NAME = /^[a-z0-9_]{1,512}$/;
const CATEGORIES = new Set(["MARKETING", "UTILITY", "AUTHENTICATION"]);
const FORMATS = new Set(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"]);
const LABEL_MAX = 25;

/** The platform's reasons to refuse a creation outright (2.8); a badly written template is still accepted. */
export function wrongWith(body: Record<string, unknown>, components: TemplateComponent[]): string | undefined {
  if (typeof body.name !== "string" || !NAME.test(body.name)) return "name must be lower-case letters, digits and underscores";
  if (typeof body.language !== "string" || body.language === "") return "language is required";
  if (!CATEGORIES.has(String(body.category).toUpperCase())) return "category must be MARKETING, UTILITY or AUTHENTICATION";
  if (body.parameter_format !== undefined && !/^(named|positional)$/i.test(String(body.parameter_format)))
    return "parameter_format must be NAMED or POSITIONAL";
  if (components.some((component) => typeof component?.type !== "string")) return "every component needs a type";
  const part = (type: string) => components.find((component) => component.type.toUpperCase() === type);
  const text = part("BODY");
  if (!text) return "a BODY component is required";
  if (String(body.category).toUpperCase() === "AUTHENTICATION") return undefined;
  return wrongBody(text) ?? wrongHeader(part("HEADER")) ?? wrongFooter(part("FOOTER")) ?? wrongButtons(part("BUTTONS"));
}

function wrongBody(part: TemplateComponent): string | undefined {
  const text = part.text ?? "";
  if (text === "") return "the body needs a text";
  if (text.length > 1024) return "the body must be at most 1024 characters long";
  if (/^\s*\{\{|\}\}\s*$/.test(text)) return "variables cannot be at the start or end of the body";
  const variables = variablesOf(text);
  if (variables.length > 0 && part.example === undefined) return "the body has variables and needs an example";
  const numbers = variables.filter((name) => /^\d+$/.test(name)).map(Number);
  if (numbers.length > 0 && Math.max(...numbers) !== numbers.length) return "the variables of the body are not numbered 1, 2, 3";
  return undefined;
}

function wrongHeader(part: TemplateComponent | undefined): string | undefined {
  if (!part) return undefined;
  const format = (part.format ?? "TEXT").toUpperCase();
  if (!FORMATS.has(format)) return `header format ${format} does not exist`;
  if (format === "LOCATION") return undefined;
  if (format !== "TEXT") return part.example === undefined ? "a media header needs an example handle" : undefined;
  if ((part.text ?? "").length > 60) return "the header must be at most 60 characters long";
  const variables = variablesOf(part.text);
  if (variables.length > 1) return "the header takes one variable";
  return variables.length > 0 && part.example === undefined ? "the header has a variable and needs an example" : undefined;
}

function wrongFooter(part: TemplateComponent | undefined): string | undefined {
  if (!part) return undefined;
  if ((part.text ?? "").length > 60) return "the footer must be at most 60 characters long";
  return variablesOf(part.text).length > 0 ? "the footer takes no variables" : undefined;
}

function wrongButtons(part: TemplateComponent | undefined): string | undefined {
  if (!part) return undefined;
  const buttons = part.buttons ?? [];
  if (buttons.length === 0 || buttons.length > 10) return "there must be 1 to 10 buttons";
  const types = buttons.map((button) => String(button.type).toUpperCase());
  if (types.filter((type) => type === "URL").length > 2) return "at most 2 URL buttons";
  if (types.filter((type) => type === "PHONE_NUMBER").length > 1) return "at most 1 PHONE_NUMBER button";
  const replies = types.map((type) => type === "QUICK_REPLY");
  if (replies.includes(true) && replies.slice(replies.indexOf(true), replies.lastIndexOf(true)).includes(false))
    return "quick replies must stand together";
  const long = buttons.find((button) => (button.text ?? "").length > LABEL_MAX);
  return long ? `button labels hold ${LABEL_MAX} characters` : undefined;
}
