import { checkLocation, mediaChecker, type Refusal } from "../message-check.ts";
import { type Template, type TemplateComponent, type TemplateStore, variablesOf } from "./templates.ts";

interface SentComponent {
  type?: unknown;
  sub_type?: unknown;
  index?: unknown;
  parameters?: unknown;
}

type Parameter = Record<string, unknown>;

const FORBIDDEN_TEXT = /[\n\t]| {5,}/;

function parametersOf(component: SentComponent | undefined): Parameter[] {
  return Array.isArray(component?.parameters) ? (component.parameters as Parameter[]) : [];
}

function textParametersFit(template: Template, part: TemplateComponent | undefined, parameters: Parameter[]): Refusal | undefined {
  const wanted = variablesOf(part?.text);
  const where = (part?.type ?? "body").toLowerCase();
  if (wanted.length !== parameters.length) {
    return {
      code: 132000,
      details: `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`,
    };
  }
  if (template.parameterFormat === "NAMED") {
    const given = new Set(parameters.map((parameter) => parameter.parameter_name));
    const missing = wanted.find((name) => !given.has(name));
    if (missing !== undefined) return { code: 132012, details: `${where}: Parameter name is missing or empty: ${missing}` };
  }
  let filled = part?.text?.length ?? 0;
  for (const parameter of parameters) {
    const text = parameter.text;
    if (parameter.type !== "text") continue;
    if (typeof text !== "string" || text === "") return { code: 131008, details: `${where}: parameter text is required` };
    if (FORBIDDEN_TEXT.test(text)) {
      return {
        code: 100,
        details: `${where}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      };
    }
    filled += text.length;
  }
  // Headers may have 60 characters and bodies 1,024 once filled in (2.8).
  if (filled > (where === "header" ? 60 : 1024) + wanted.join("").length + 4 * wanted.length) {
    return { code: 132005, details: `${where}: the filled-in text is too long` };
  }
  return undefined;
}

function headerFits(template: Template, sent: SentComponent[]): Refusal | undefined {
  const header = template.components.find((component) => component.type.toUpperCase() === "HEADER");
  const parameters = parametersOf(sent.find((component) => String(component.type).toLowerCase() === "header"));
  const format = (header?.format ?? "TEXT").toUpperCase();
  if (!header || format === "TEXT") return textParametersFit(template, header ?? { type: "HEADER" }, parameters);
  const kind = parameters[0]?.type;
  if (typeof kind === "string" && kind.toUpperCase() === format) {
    const value = (parameters[0]?.[kind] ?? {}) as Parameter;
    return format === "LOCATION" ? checkLocation(value) : mediaChecker(kind)(value);
  }
  return {
    code: 132012,
    details: `header: Format mismatch, expected ${format}, received ${String(kind ?? "UNKNOWN").toUpperCase()}`,
  };
}

function buttonsFit(template: Template, sent: SentComponent[]): Refusal | undefined {
  const buttons = template.components.find((component) => component.type.toUpperCase() === "BUTTONS")?.buttons ?? [];
  const given = sent.filter((component) => String(component.type).toLowerCase() === "button");
  for (const [index, button] of buttons.entries()) {
    if (button.type.toUpperCase() === "COPY_CODE") {
      const [code] = parametersOf(given.find((component) => Number(component.index) === index));
      if (code?.type !== "coupon_code" || typeof code.coupon_code !== "string" || code.coupon_code.trim() === "")
        return { code: 131008, details: `Button at index ${index} of type CopyCode requires a coupon_code` };
    }
    if (button.type.toUpperCase() !== "URL" || variablesOf(button.url).length === 0) continue;
    if (!given.some((component) => Number(component.index) === index && parametersOf(component).length === 1)) {
      return { code: 131008, details: `Button at index ${index} of type Url requires a parameter` };
    }
  }
  if (given.some(({ sub_type: subType }) => typeof subType !== "string" || subType === "")) {
    return { code: 131008, details: "Required parameter components['button']['sub_type'] is missing" };
  }
  const stray = given.find((component) => !buttons[Number(component.index)]);
  if (stray) return { code: 132012, details: `buttons: there is no button at index ${String(stray.index)}` };
  return undefined;
}

/** Checks a template send against the account's templates; an account that never had one accepts every name. */
export function checkTemplate(store: TemplateStore, message: unknown, toUserId: boolean): Refusal | undefined {
  const { name, language, components } = (message ?? {}) as {
    name?: unknown;
    language?: { code?: unknown };
    components?: unknown;
  };
  if (typeof name !== "string" || name === "") return { code: 131008, details: "Required parameter template['name'] is missing" };
  const code = language?.code;
  if (typeof code !== "string" || code === "") {
    return { code: 131008, details: "Required parameter template['language']['code'] is missing" };
  }
  if (components !== undefined && !Array.isArray(components)) {
    return { code: 100, details: "Param template['components'] must be an array" };
  }
  if (!store.used) return undefined;
  const template = store.find(name, code);
  if (template?.status === "PAUSED") return { code: 132015 };
  if (template?.status === "DISABLED") return { code: 132016 };
  if (template?.status !== "APPROVED") {
    return { code: 132001, details: `template name (${name}) does not exist in ${code}` };
  }
  if (toUserId && template.category === "AUTHENTICATION") return { code: 131062 };
  const sent = (components ?? []) as SentComponent[];
  const body = template.components.find((component) => component.type.toUpperCase() === "BODY");
  const bodyParameters = parametersOf(sent.find((component) => String(component.type).toLowerCase() === "body"));
  return headerFits(template, sent) ?? textParametersFit(template, body ?? { type: "BODY" }, bodyParameters) ?? buttonsFit(template, sent);
}
