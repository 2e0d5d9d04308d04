/** A template as edited on the screen, and in the platform's form. Pure. */
import type { Template, TemplateButton, TemplateComponent } from "@parley/sdk";
import { pieces } from "../../../parts/templates/template-text.ts";
import { type CodeDraft, codeOf, codeParts, copiesCode, emptyCode } from "./code-draft.ts";

export const categories = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
export type Category = (typeof categories)[number];
export const buttonTypes = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"] as const;

export interface ButtonDraft {
  /** `kept`: of a type that cannot be edited here, and stays unchanged. */
  type: (typeof buttonTypes)[number] | "kept";
  text: string;
  /** A URL, a phone number, or a sample code. */
  value: string;
  /** For a URL with a variable. */
  sample: string;
  raw?: TemplateButton;
}

export const mediaFormats = ["IMAGE", "VIDEO", "DOCUMENT"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export interface HeaderDraft {
  /** `kept`: a picture, video or document that stays unchanged. */
  kind: "none" | "text" | "location" | "kept" | MediaFormat;
  /** For a file: its name. */
  text: string;
  /** For a text's variable; for a picture, video or document: the platform's handle of an uploaded file. */
  sample: string;
  raw?: TemplateComponent;
}

export interface TemplateDraft {
  name: string;
  language: string;
  category: string;
  format: Template["parameterFormat"];
  header: HeaderDraft;
  body: string;
  /** For the body's variables, by name. */
  samples: Record<string, string>;
  footer: string;
  buttons: ButtonDraft[];
  /** Used instead if the category is authentication: the platform writes the texts itself. */
  code: CodeDraft;
}

export const emptyDraft: TemplateDraft = {
  ...{ name: "", language: "en", category: "UTILITY", format: "positional", body: "", samples: {}, footer: "", buttons: [] },
  header: { kind: "none", text: "", sample: "" },
  code: emptyCode,
};

export const isCode = ({ category }: Pick<TemplateDraft, "category">): boolean => category === "AUTHENTICATION";

/** Each variable once: numbers in order of size, names in order of occurrence. */
export function variablesIn(text: string): string[] {
  const names = [...new Set(pieces(text).flatMap((piece) => ("variable" in piece ? [piece.variable] : [])))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** The text with one more variable, and the new cursor position. */
export function withVariable(text: string, at: number, format: TemplateDraft["format"]): { text: string; cursor: number } {
  const used = variablesIn(text);
  const next = format === "positional" ? String(Math.max(0, ...used.map(Number).filter(Number.isFinite)) + 1) : freeName(used);
  const written = `{{${next}}}`;
  return { text: text.slice(0, at) + written + text.slice(at), cursor: at + written.length };
}

function freeName(used: readonly string[]): string {
  for (let n = used.length + 1; ; n++) if (!used.includes(`value_${n}`)) return `value_${n}`;
}

type Part = "header" | "body" | "footer" | "buttons";

function parts(draft: TemplateDraft): { part: Part; component: TemplateComponent }[] {
  const { header, body, footer, buttons, code } = draft;
  if (isCode(draft)) return codeParts(code);
  return [
    ...(header.kind === "none" ? [] : [{ part: "header" as const, component: headerOf(draft) }]),
    { part: "body" as const, component: { type: "BODY", text: body, ...bodySamples(draft) } },
    ...(footer.trim() === "" ? [] : [{ part: "footer" as const, component: { type: "FOOTER", text: footer } }]),
    ...(buttons.length === 0 ? [] : [{ part: "buttons" as const, component: { type: "BUTTONS", buttons: buttons.map(buttonOf) } }]),
  ];
}

export const componentsOf = (draft: TemplateDraft): TemplateComponent[] => parts(draft).map(({ component }) => component);

/** The server's path for a part in error details: `components[1]`. */
export function placeOf(draft: TemplateDraft, wanted: Part): string {
  return `components[${parts(draft).findIndex(({ part }) => part === wanted)}]`;
}

export const headerSamples = ({ format }: TemplateDraft): string => (format === "named" ? "header_text_named_params" : "header_text");
export const samplesField = ({ format }: TemplateDraft): string => (format === "named" ? "body_text_named_params" : "body_text");

function headerOf(draft: TemplateDraft): TemplateComponent {
  const { kind, text, sample, raw } = draft.header;
  if (kind === "kept") return raw as TemplateComponent;
  if (kind === "location") return { type: "HEADER", format: "LOCATION" };
  const media = mediaFormats.find((each) => each === kind);
  if (media !== undefined)
    return { type: "HEADER", format: media, example: { header_handle: sample.trim() === "" ? [] : [sample.trim()] } };
  const [variable] = variablesIn(text);
  if (variable === undefined) return { type: "HEADER", format: "TEXT", text };
  const example =
    draft.format === "named" ? { header_text_named_params: [{ param_name: variable, example: sample }] } : { header_text: [sample] };
  return { type: "HEADER", format: "TEXT", text, example };
}

function bodySamples(draft: TemplateDraft): Pick<TemplateComponent, "example"> {
  const names = variablesIn(draft.body);
  if (names.length === 0) return {};
  const sample = (name: string) => draft.samples[name] ?? "";
  if (draft.format === "named")
    return { example: { body_text_named_params: names.map((name) => ({ param_name: name, example: sample(name) })) } };
  return { example: { body_text: [names.map(sample)] } };
}

function buttonOf({ type, text, value, sample, raw }: ButtonDraft): TemplateButton {
  switch (type) {
    case "kept":
      return raw as TemplateButton;
    case "QUICK_REPLY":
      return { type, text };
    case "URL":
      return { type, text, url: value, ...(variablesIn(value).length === 0 ? {} : { example: sample.trim() === "" ? [] : [sample] }) };
    case "PHONE_NUMBER":
      return { type, text, phone_number: value };
    case "COPY_CODE":
      return { type, example: value.trim() === "" ? [] : [value] };
  }
}

type Json = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const json = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const typeOf = (component: unknown): string => text(json(component)["type"]).toUpperCase();

/** Whether the whole template can be shown as fields. */
export function canBeWritten({ category, components }: Pick<Template, "category" | "components">): boolean {
  const known = categories.find((each) => each === category?.toUpperCase());
  if (known === "AUTHENTICATION") return copiesCode(components);
  return known !== undefined && components.every((each) => ["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(typeOf(each)));
}

export function draftOf(template: Pick<Template, "name" | "language" | "category" | "parameterFormat" | "components">): TemplateDraft {
  const { name, language, category, parameterFormat: format, components } = template;
  const of = (type: string) => json(components.find((each) => typeOf(each) === type));
  const example = json(of("BODY")["example"]);
  const body = text(of("BODY")["text"]);
  return {
    ...{ name, language, category: category?.toUpperCase() ?? "UTILITY", format, body },
    header: readHeader(components.find((each) => typeOf(each) === "HEADER")),
    samples: readSamples(variablesIn(body), list(example["body_text"]).flat(), list(example["body_text_named_params"])),
    footer: text(of("FOOTER")["text"]),
    buttons: list(of("BUTTONS")["buttons"]).map(readButton),
    code: category?.toUpperCase() === "AUTHENTICATION" ? codeOf(components) : emptyCode,
  };
}

function readHeader(raw: TemplateComponent | undefined): HeaderDraft {
  if (raw === undefined) return { kind: "none", text: "", sample: "" };
  const header = json(raw);
  const format = text(header["format"]).toUpperCase() || "TEXT";
  if (format === "LOCATION") return { kind: "location", text: "", sample: "" };
  if (format !== "TEXT") return { kind: "kept", text: "", sample: "", raw };
  const example = json(header["example"]);
  const sample = text(list(example["header_text"])[0]) || text(json(list(example["header_text_named_params"])[0])["example"]);
  return { kind: "text", text: text(header["text"]), sample };
}

function readSamples(names: string[], inOrder: unknown[], named: unknown[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name, at) => [name, text(json(named.find((each) => json(each)["param_name"] === name))["example"]) || text(inOrder[at])]),
  );
}

function readButton(raw: unknown): ButtonDraft {
  const button = json(raw);
  const type = buttonTypes.find((each) => each === typeOf(raw));
  if (type === undefined) return { type: "kept", text: text(button["text"]), value: "", sample: "", raw: raw as TemplateButton };
  const example = text(button["example"]) || text(list(button["example"])[0]);
  const value = { QUICK_REPLY: "", URL: text(button["url"]), PHONE_NUMBER: text(button["phone_number"]), COPY_CODE: example }[type];
  return { type, text: text(button["text"]), value, sample: type === "URL" ? example : "" };
}

/** The stored unsubmitted edits, or null. */
export function readDraft(kept: string): TemplateDraft | null {
  if (kept === "") return null;
  try {
    const draft = JSON.parse(kept) as Partial<TemplateDraft> | null;
    const isWhole = typeof draft?.body === "string" && typeof draft.header?.kind === "string" && Array.isArray(draft.buttons);
    return isWhole ? { ...emptyDraft, ...(draft as TemplateDraft) } : null;
  } catch {
    return null;
  }
}
