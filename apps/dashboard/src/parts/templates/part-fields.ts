/**
 * What a template needs besides the values of its body's variables: a text or a place for the header, an ending for a button's URL, a code
 * to copy. Which fields that are, what is wrong with a value, and the platform's format, which the API passes on unchanged. Pure.
 */
import type { Template, TemplateParameters } from "@parley/sdk";
import { fixedLength, pieces, templateParts, variablesOf } from "./template-text.ts";
import { byNameAndPosition, nameOf, placed } from "./value-names.ts";

export interface PartField {
  /** The key of its value: `header.1`, `location.latitude`, `button.0`. */
  id: string;
  kind: "header" | "latitude" | "longitude" | "place" | "address" | "url" | "code";
  /** Of a header: the variable. Of a button: its label. */
  name: string;
  /** The whole URL, with its variable. */
  url: string;
  /** For the value; null: no limit is known. */
  charactersMax: number | null;
}

/** Whether it stands above the body. */
export const isAbove = ({ kind }: PartField): boolean => kind !== "url" && kind !== "code";

/** By the fields' ids. */
export type PartValues = Readonly<Record<string, string>>;

type Shape = Pick<Template, "category" | "components" | "parameterFormat">;

/** The platform's, for the texts with their values. */
const headerCharactersMax = 60;
const urlCharactersMax = 2_000;

/** Of a value. None if the text alone has as many characters as are allowed. */
const room = (charactersMax: number, text: string) => Math.max(0, charactersMax - fixedLength(text));

const placeKinds = { latitude: "latitude", longitude: "longitude", name: "place", address: "address" } as const;
const placeNames = Object.keys(placeKinds) as (keyof typeof placeKinds)[];

/** In the order of the message. `given`: parameters that are there already, whose parts need no field. */
export function partFields(template: Shape, given: readonly TemplateParameters[] = []): PartField[] {
  const { header, hasLocation, buttons } = templateParts(template);
  const plain = { name: "", url: "", charactersMax: null };
  const fields: PartField[] = [];
  if (header !== null && !hasHeader(given)) {
    const variables = variablesOf(header);
    const charactersMax = variables.length === 1 ? room(headerCharactersMax, header) : null;
    for (const name of variables) fields.push({ ...plain, id: `header.${name}`, kind: "header", name, charactersMax });
  }
  if (hasLocation && !hasHeader(given))
    for (const name of placeNames) fields.push({ ...plain, id: `location.${name}`, kind: placeKinds[name] });
  // The server puts the code of an authentication template into its button, too.
  if (template.category?.toUpperCase() === "AUTHENTICATION") return fields;
  for (const [index, { type, text: name, url }] of buttons.entries()) {
    if (hasButton(given, index)) continue;
    if (variablesOf(url).length > 0)
      fields.push({ id: `button.${index}`, kind: "url", name, url, charactersMax: room(urlCharactersMax, url) });
    else if (type.toUpperCase() === "COPY_CODE") fields.push({ ...plain, id: `button.${index}`, kind: "code", name });
  }
  return fields;
}

export type Problem = "empty" | "tooLong" | "spaces" | "latitude" | "longitude";

export function problemOf({ kind, charactersMax }: PartField, value = ""): Problem | null {
  const text = oneLine(value);
  if (text === "") return "empty";
  if (charactersMax !== null && text.length > charactersMax) return "tooLong";
  // Whatever opened it would cut the URL there.
  if (kind === "url" && text.includes(" ")) return "spaces";
  if (kind === "latitude" && !isDegrees(text, 90)) return "latitude";
  return kind === "longitude" && !isDegrees(text, 180) ? "longitude" : null;
}

/** A decimal comma counts: coordinates are copied from maps in every language. */
const decimal = (text: string) => text.replace(",", ".");
const isDegrees = (text: string, max: number) => /^[+-]?\d{1,3}(?:\.\d+)?$/.test(decimal(text)) && Math.abs(Number(decimal(text))) <= max;

/** The platform refuses line breaks, tabs and more than four spaces in a row. */
const oneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, (gap) => (/[\r\n\t\u2028\u2029]/.test(gap) ? " " : gap))
    .replaceAll(/ {5,}/g, "    ")
    .trim();

/** A part that only the API can fill: a file in the header; products or other data; null: there is none. */
export function blockOf({ components }: Pick<Template, "components">, given: readonly TemplateParameters[] = []): "file" | "data" | null {
  const { mediaHeader, buttons } = templateParts({ components });
  if (mediaHeader !== null && !hasHeader(given)) return "file";
  const has = (type: string) => given.some((part) => part.type.toUpperCase() === type);
  const isBlocked = components.some(({ type, format = "" }) => {
    const kind = type.toUpperCase();
    if (kind === "HEADER") return format.toUpperCase() === "PRODUCT" && !hasHeader(given);
    return (kind === "CAROUSEL" || kind === "LIMITED_TIME_OFFER") && !has(kind);
  });
  const needsData = buttons.some(({ type }, at) => ["MPM", "SPM", "ORDER_DETAILS"].includes(type.toUpperCase()) && !hasButton(given, at));
  return isBlocked || needsData ? "data" : null;
}

const hasHeader = (given: readonly TemplateParameters[]) => given.some(({ type }) => type.toLowerCase() === "header");
export const hasBody = (given: readonly TemplateParameters[]) => given.some(({ type }) => type.toLowerCase() === "body");
const hasButton = (given: readonly TemplateParameters[], index: number) =>
  given.some((part) => part.type.toLowerCase() === "button" && String(part.index) === String(index));

/** The `components` of a message or broadcast: what is given, and the fields' values, which must have no problem. */
export function parametersOf(template: Shape, values: PartValues, given: readonly TemplateParameters[] = []): TemplateParameters[] {
  const fields = partFields(template, given);
  const sent = (id: string) => oneLine(values[id] ?? "");
  const texts = fields.filter(({ kind }) => kind === "header");
  const header: TemplateParameters[] =
    texts.length === 0
      ? []
      : [
          {
            type: "header",
            parameters: texts.map(({ id, name }) => ({
              type: "text",
              ...(template.parameterFormat === "named" ? { parameter_name: name } : {}),
              text: sent(id),
            })),
          },
        ];
  const location = fields.some(({ kind }) => kind === "latitude")
    ? [{ type: "header", parameters: [{ type: "location", location: placeOf(sent) }] }]
    : [];
  const buttons = templateParts(template).buttons.flatMap(({ type }, at): TemplateParameters[] => {
    const field = fields.find(({ id }) => id === `button.${at}`);
    const button = { type: "button", index: String(at) };
    if (field?.kind === "url") return [{ ...button, sub_type: "url", parameters: [{ type: "text", text: sent(field.id) }] }];
    if (field?.kind === "code")
      return [{ ...button, sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: sent(field.id) }] }];
    // The platform wants it named, though it needs no value (github.com/Bindambc/whatsapp-business-java-api/issues/221, read 2026-11-27).
    return type.toUpperCase() === "FLOW" && !hasButton(given, at) ? [{ ...button, sub_type: "flow" }] : [];
  });
  return [...given, ...header, ...location, ...buttons];
}

/** Whether values for the body's variables are enough. */
export const takesVariablesOnly = (template: Shape): boolean => blockOf(template) === null && parametersOf(template, {}).length === 0;

/** All four, as texts: so the platform documents them for headers. */
function placeOf(sent: (id: string) => string) {
  const of = (name: keyof typeof placeKinds) => sent(`location.${name}`);
  return { latitude: decimal(of("latitude")), longitude: decimal(of("longitude")), name: of("name"), address: of("address") };
}

/**
 * The opposite: the values of fields, and `given`, what no field can show, such as a file. A header's values are there by name and by
 * position: only the template says which of them counts (`placedParts`).
 */
export function readParameters(components: readonly TemplateParameters[]): { values: PartValues; given: TemplateParameters[] } {
  const values: Record<string, string> = {};
  const given: TemplateParameters[] = [];
  for (const part of components) {
    const read = readPart(part);
    if (read === null) given.push(part);
    else Object.assign(values, read);
  }
  return { values, given };
}

function readPart({ type, sub_type: subType, index, parameters = [] }: TemplateParameters): PartValues | null {
  const [first] = parameters;
  if (type.toLowerCase() === "header") {
    if (parameters.length > 0 && parameters.every((each) => each.type === "text" && typeof each.text === "string"))
      return byNameAndPosition(
        parameters.map((each) => ({ name: nameOf(each), value: each.text ?? "" })),
        "header.",
      );
    const location = first?.["location"];
    if (parameters.length !== 1 || first?.type !== "location" || typeof location !== "object" || location === null) return null;
    return Object.fromEntries(placeNames.map((name) => [`location.${name}`, String((location as Record<string, unknown>)[name] ?? "")]));
  }
  if (type.toLowerCase() !== "button") return null;
  if (subType === "flow" && parameters.length === 0) return {};
  if (parameters.length !== 1) return null;
  const value = subType === "url" ? first?.text : subType === "copy_code" ? first?.["coupon_code"] : undefined;
  return typeof value === "string" ? { [`button.${index}`]: value } : null;
}

/** By the names of the template's own variables. */
export function placedParts(template: Shape, values: PartValues): PartValues {
  return placed(variablesOf(templateParts(template).header ?? ""), values, "header.");
}

/** What the customer sees of the values above the body. */
export function shownOf(values: PartValues) {
  const headerValues: Record<string, string> = {};
  for (const [id, value] of Object.entries(values)) if (id.startsWith("header.")) headerValues[id.slice("header.".length)] = value;
  return { headerValues, place: { name: values["location.name"] ?? "", address: values["location.address"] ?? "" } };
}

/** The URL of a button with the value at its end. */
export function urlWith({ url }: PartField, value = ""): string {
  return pieces(url)
    .map((piece) => ("text" in piece ? piece.text : value.trim() === "" ? "…" : oneLine(value)))
    .join("");
}
