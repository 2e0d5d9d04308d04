/** A broadcast as edited on its page, and as the API accepts it. Pure. */
import type {
  AutoPause,
  Broadcast,
  BroadcastContentInput,
  BroadcastTemplate,
  Contact,
  CreateBroadcast,
  QuietHours,
  TargetAudience,
  Template,
} from "@parley/sdk";
import { newRule, type DraftAudience, draftOf, rulesOf } from "../../../parts/audience/rules.ts";
import {
  blockOf,
  hasBody,
  parametersOf,
  partFields,
  type PartValues,
  placedParts,
  problemOf,
  readParameters,
} from "../../../parts/templates/part-fields.ts";
import { byNameAndPosition, type GivenValue, placed } from "../../../parts/templates/value-names.ts";

/** For a template's variable: the same text for all, or a field of each contact with a fallback. */
export interface VariableDraft {
  /** Empty: the same text for all. */
  field: string;
  /** The text for all, or the fallback. */
  text: string;
}

export interface BroadcastForm {
  title: string;
  channelId: string | null;
  way: "rules" | "segment" | "all" | "kept";
  rules: DraftAudience;
  segmentId: string | null;
  /** A list of contacts created through the API, which the form cannot edit. */
  kept: TargetAudience | null;
  /** `components`: parts given through the API, such as a file, which the form cannot edit. */
  template: Pick<BroadcastTemplate, "name" | "language" | "components"> | null;
  /** By the variable's name. */
  variables: Readonly<Record<string, VariableDraft>>;
  /** For the template's header and buttons. */
  parts: PartValues;
  /** On a channel without templates. */
  text: string;
  /** Null: now. */
  at: string | null;
  /** Null: as fast as the channel allows. */
  rate: number | null;
  quiet: QuietHours | null;
  /** Undefined: the server's own limits. */
  limits: AutoPause | null | undefined;
}

export const emptyForm: BroadcastForm = {
  title: "",
  channelId: null,
  way: "rules",
  rules: { match: "all", rules: [newRule("tags", "has_any", "list")] },
  segmentId: null,
  kept: null,
  template: null,
  variables: {},
  parts: {},
  text: "",
  at: null,
  rate: null,
  quiet: null,
  limits: undefined,
};

export function formOf(broadcast: Broadcast): BroadcastForm {
  const { title, channelId, messageContent: content, targetAudience: target } = broadcast;
  const shared = {
    title,
    channelId,
    at: null,
    rate: broadcast.sendRatePerMinute,
    quiet: broadcast.quietHours,
    limits: broadcast.autoPause,
  };
  const audience: Pick<BroadcastForm, "way" | "rules" | "segmentId" | "kept"> =
    target.segmentId !== undefined
      ? { way: "segment", rules: emptyForm.rules, segmentId: target.segmentId, kept: null }
      : target.rules !== undefined
        ? { way: "rules", rules: draftOf({ ...target, rules: target.rules }), segmentId: null, kept: null }
        : target.all === true
          ? { way: "all", rules: emptyForm.rules, segmentId: null, kept: null }
          : { way: "kept", rules: emptyForm.rules, segmentId: null, kept: target };
  if ("text" in content) return { ...shared, ...audience, template: null, variables: {}, parts: {}, text: content.text };
  const { name, language, variables = [], components = [] } = content;
  const { values, given } = readParameters(components);
  return {
    ...{ ...shared, ...audience, parts: values, text: "" },
    template: { name, language, ...(given.length === 0 ? {} : { components: given }) },
    variables: byNameAndPosition(variables.map(variableOf)),
  };
}

function variableOf(given: NonNullable<BroadcastTemplate["variables"]>[number]): GivenValue<VariableDraft> {
  if (typeof given !== "object") return { name: null, value: { field: "", text: String(given) } };
  const value = "field" in given ? { field: given.field, text: given.fallback ?? "" } : { field: "", text: String(given.value) };
  return { name: given.name ?? null, value };
}

/** With the values under the names that the selected template has for them. */
export const placedIn = (template: Template, form: BroadcastForm): BroadcastForm => ({
  ...form,
  variables: placed(template.variables, form.variables),
  parts: placedParts(template, form.parts),
});

/** Suggested values for the variables of a template that has just been selected. */
export function suggested({ variables }: Pick<Template, "variables">): BroadcastForm["variables"] {
  const known: Record<string, string> = { "1": "firstName", first_name: "firstName", firstname: "firstName", name: "name" };
  return Object.fromEntries(variables.map((name) => [name, { field: known[name.toLowerCase()] ?? "", text: "" }]));
}

/** The recipients; null: not chosen yet. */
export function audienceOf({ way, rules, segmentId, kept }: BroadcastForm): TargetAudience | null {
  if (way === "all") return { all: true };
  if (way === "segment") return segmentId === null ? null : { segmentId };
  return way === "kept" ? kept : rulesOf(rules);
}

const isFilled = ({ field, text }: VariableDraft = { field: "", text: "" }) => field !== "" || text.trim() !== "";

const givenOf = (form: BroadcastForm) => form.template?.components ?? [];

/** The variables of the body that the form sets. */
export const variablesToSet = (form: BroadcastForm, { variables }: Template): string[] => (hasBody(givenOf(form)) ? [] : variables);

/** What the form sets of the header and the buttons. */
export const partsToSet = (form: BroadcastForm, template: Template) => partFields(template, givenOf(form));

/** A part of the template that only the API can fill. */
export const blocked = (form: BroadcastForm, template: Template) => blockOf(template, givenOf(form));

/** Whether every variable and part has a value that can be sent. */
export const isComplete = (form: BroadcastForm, template: Template): boolean =>
  variablesToSet(form, template).every((name) => isFilled(form.variables[name])) &&
  partsToSet(form, template).every((field) => problemOf(field, form.parts[field.id]) === null) &&
  blocked(form, template) === null;

/** The template's `components`; undefined: it needs none. */
export function componentsOf(form: BroadcastForm, template: Template) {
  const components = parametersOf(template, form.parts, givenOf(form));
  return components.length === 0 ? undefined : components;
}

/** The message; null: not complete. `template`: on a channel with templates, the selected one. */
export function contentOf(form: BroadcastForm, hasTemplates: boolean, template: Template | undefined): BroadcastContentInput | null {
  if (!hasTemplates) return form.text.trim() === "" ? null : { text: form.text };
  if (form.template === null || template === undefined || !isComplete(form, template)) return null;
  const variables = variablesToSet(form, template).map((name) => {
    const { field = "", text = "" } = form.variables[name] ?? {};
    const named = template.parameterFormat === "named" ? { name } : {};
    if (field !== "") return { ...named, field, ...(text.trim() === "" ? {} : { fallback: text }) };
    return template.parameterFormat === "named" ? { name, value: text } : text;
  });
  const components = componentsOf(form, template);
  return { name: template.name, language: template.language, variables, ...(components === undefined ? {} : { components }) };
}

/** The body of POST and PATCH, without the time, which is set by scheduling; null: not complete. */
export function bodyOf(form: BroadcastForm, content: BroadcastContentInput | null): CreateBroadcast | null {
  const audience = audienceOf(form);
  if (form.title.trim() === "" || form.channelId === null || audience === null || content === null) return null;
  return {
    title: form.title,
    channelId: form.channelId,
    messageContent: content,
    targetAudience: audience,
    sendRatePerMinute: form.rate,
    quietHours: form.quiet,
    ...(form.limits === undefined ? {} : { autoPause: form.limits }),
  };
}

/** A contact's field as shown in a message; undefined: none. */
export function fieldOf(contact: Contact, field: string): string | undefined {
  const own =
    field === "firstName"
      ? contact.name?.trim().split(/\s+/)[0]
      : field.startsWith("customFields.")
        ? contact.customFields[field.slice("customFields.".length)]
        : contact[field as "name"];
  const text = (Array.isArray(own) ? own.join(", ") : String(own ?? "")).replaceAll(/\s+/g, " ").trim();
  return text === "" ? undefined : text;
}

/** The values for one contact; missing ones are absent. */
export function valuesFor(form: BroadcastForm, contact: Contact | undefined): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, { field, text }] of Object.entries(form.variables)) {
    const value = field === "" ? text : ((contact === undefined ? undefined : fieldOf(contact, field)) ?? text);
    if (value.trim() !== "") values[name] = value;
  }
  return values;
}

/** A text with `{{contact.firstName|there}}` for one contact; null: a value is missing. */
export function filledText(text: string, contact: Contact): string | null {
  let complete = true;
  const filled = text.replaceAll(
    /\{\{\s*contact\.([^{}|]*)(?:\|([^{}]*))?\}\}/g,
    (written, field: string, fallback: string | undefined) => {
      const value = fieldOf(contact, field.trim()) ?? fallback?.trim();
      if (value === undefined) complete = false;
      return value ?? written;
    },
  );
  return complete ? filled : null;
}

const sentBy: Readonly<Record<keyof BroadcastForm, readonly (keyof CreateBroadcast)[]>> = {
  title: ["title"],
  // The content depends on the channel.
  channelId: ["channelId", "messageContent"],
  ...{ way: ["targetAudience"], rules: ["targetAudience"], segmentId: ["targetAudience"], kept: ["targetAudience"] },
  ...{ template: ["messageContent"], variables: ["messageContent"], parts: ["messageContent"], text: ["messageContent"] },
  at: [],
  ...{ rate: ["sendRatePerMinute"], quiet: ["quietHours"], limits: ["autoPause"] },
};

/** The part of the body that edited fields determine: a colleague's changes to the rest stay. */
export function changesOf(body: CreateBroadcast, edited: readonly (keyof BroadcastForm)[]): Partial<CreateBroadcast> {
  const names = new Set(edited.flatMap((field) => sentBy[field] ?? []));
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name as keyof CreateBroadcast)));
}

/** Unsaved edits stored in the browser: the values that were changed. */
export function readKept(text: string): Partial<BroadcastForm> {
  if (text === "") return {};
  try {
    return JSON.parse(text) as Partial<BroadcastForm>;
  } catch {
    // Written by another version.
    return {};
  }
}

/**
 * The time that stays selected for a draft: it is needed for scheduling, and is not part of the draft. Does not hide other people's
 * changes.
 */
export const keptTime = (at: string): string => JSON.stringify({ at } satisfies Partial<BroadcastForm>);
