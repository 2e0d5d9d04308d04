/** One-line descriptions of a trigger, a condition and a step. Pure: names for ids are passed in. */
import type { FlowConditions } from "@parley/sdk";
import type { I18n } from "../../../i18n/i18n.tsx";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { type Field, isStepType, isTriggerType, stepFields, triggerFields, type ValueLabels } from "./fields.ts";

export interface Naming {
  i18n: Pick<I18n, "t" | "format" | "has" | "language">;
  /** null: unknown, or not visible to this person. */
  nameOf(id: string): string | null;
}

/** A trigger or a step, whatever its fields. */
export interface TypedStep {
  type: string;
}
export const fieldsOf = (given: TypedStep) => given as TypedStep & Record<string, unknown>;

export function stepName(type: string, { t }: Pick<I18n, "t">): string {
  return isStepType(type) ? t(`flows.step.${type}`) : t("flows.unknownStep", { type });
}
export function triggerName(type: string, { t }: Pick<I18n, "t">): string {
  return isTriggerType(type) ? t(`flows.trigger.${type}`) : t("flows.unknownStep", { type });
}

export function valueName(words: ValueLabels, id: string, { t, format }: Pick<I18n, "t" | "format">): string {
  const label = words.find(([each]) => each === id)?.[1];
  return label == null ? id : format.sentence(t(label));
}

/** 1 January 2024 was a Monday. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export function weekdayName(day: string, language: string, length: "long" | "short" = "long"): string {
  const at = (weekdays as readonly string[]).indexOf(day);
  return at < 0 ? day : new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + at));
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The beginning of a step's description: what it works with. Empty: nothing. */
export function stepDetail(given: TypedStep, naming: Naming): string {
  const step = fieldsOf(given);
  const { t } = naming.i18n;
  if (!isStepType(step.type)) return "";
  switch (step.type) {
    case "wait_for_reply":
      return step["timeoutSeconds"] === undefined
        ? t("flows.incomplete")
        : t("flows.upTo", { time: spanOf(step["timeoutSeconds"], 1_000, naming) });
    case "http_request":
      return step["url"] === undefined
        ? t("flows.incomplete")
        : `${textOf(step["method"])} ${textOf(step["url"]).replace(/^https?:\/\//, "")}`;
    case "set_field":
      return step["field"] === undefined
        ? t("flows.incomplete")
        : t("flows.fieldIs", {
            field: contactFieldName(textOf(step["field"]), naming),
            value: listOf([step["value"] ?? ""].flat()).join(", "),
          });
    default:
      return partsOf(step, stepFields[step.type], naming);
  }
}

export function triggerDetail(given: TypedStep, naming: Naming): string {
  const trigger = fieldsOf(given);
  const { t, format } = naming.i18n;
  const where = listOf(trigger["channelIds"]).map((id) => naming.nameOf(id) ?? id);
  const with_ = (...parts: string[]) => [...parts, ...where].filter((part) => part !== "").join(" · ");
  switch (trigger.type) {
    case "csat.answered":
      return with_(t("flows.rating", { from: numberOf(trigger["ratingMin"] ?? 1), to: numberOf(trigger["ratingMax"] ?? 5) }));
    case "window.closing":
      return with_(t("flows.before", { time: spanOf(trigger["minutesBefore"] ?? 60, 60_000, naming) }));
    case "no_reply_for":
      if (trigger["minutes"] === undefined || trigger["of"] === undefined) return t("flows.incomplete");
      return with_(t(`flows.noReply.${trigger["of"] === "us" ? "us" : "customer"}`, { time: spanOf(trigger["minutes"], 60_000, naming) }));
    case "schedule": {
      const { segmentId } = objectOf(trigger["audience"]);
      const whom = typeof segmentId === "string" ? (naming.nameOf(segmentId) ?? "") : "";
      return with_(timeWords(objectOf(trigger["at"]), naming), whom);
    }
    case "webhook":
      return textOf(trigger["contactFrom"]) === "" ? t("flows.incomplete") : textOf(trigger["contactFrom"]);
    case "message.keyword":
      return listOf(trigger["keywords"]).length === 0 ? t("flows.incomplete") : with_(format.list(listOf(trigger["keywords"])));
    default:
      return isTriggerType(trigger.type) ? partsOf(trigger, triggerFields[trigger.type], naming) : "";
  }
}

function timeWords(at: Record<string, unknown>, { i18n: { t, format, language } }: Naming): string {
  const time = textOf(at["time"]);
  if (time === "") return t("flows.incomplete");
  if (Array.isArray(at["days"]))
    return t("flows.onDays", { days: format.list(listOf(at["days"]).map((day) => weekdayName(day, language, "short"))), time });
  if (typeof at["dayOfMonth"] === "number") return t("flows.onDayOfMonth", { day: at["dayOfMonth"], time });
  if (typeof at["date"] === "string") return t("flows.onDate", { date: at["date"], time });
  return t("flows.everyDay", { time });
}

const spanOf = (value: unknown, unitMs: number, { i18n }: Naming) => i18n.format.duration(numberOf(value) * unitMs);

function partsOf(given: Record<string, unknown>, fields: readonly Field[], naming: Naming): string {
  const parts = fields.map((field) => fieldWords(field, given[field.name], naming)).filter((part) => part !== "");
  if (parts.length > 0) return parts.join(" · ");
  return fields.some(({ isRequired }) => isRequired === true) ? naming.i18n.t("flows.incomplete") : "";
}

/** A description of one field's value; empty: none. */
export function fieldWords(field: Field, value: unknown, naming: Naming): string {
  const { i18n, nameOf } = naming;
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (value === null) return i18n.t("flows.nobody");
  switch (field.as) {
    case "word":
      return valueName(field.words, String(value), i18n);
    case "words":
      return i18n.format.list(listOf(value).map((id) => valueName(field.words, id, i18n)));
    case "seconds":
    case "minutes":
      return spanOf(value, field.as === "seconds" ? 1_000 : 60_000, naming);
    case "number":
      return i18n.format.number(numberOf(value));
    case "contactField":
      return contactFieldName(String(value), naming);
    case "rules":
      return conditionWords(value as FlowConditions, naming);
    case "switch":
      return i18n.t(value === true ? "common.yes" : "common.no");
    case "list":
      return i18n.format.list(listOf(value));
    case "channels":
    case "members":
      return i18n.format.list(listOf(value).map((id) => nameOf(id) ?? id));
    case "schedule":
      return timeWords(objectOf(value), naming);
    case "audience":
      return typeof objectOf(value)["segmentId"] === "string"
        ? (nameOf(String(objectOf(value)["segmentId"])) ?? "")
        : i18n.t(objectOf(value)["all"] === true ? "flows.audience.all" : "flows.audience.rules");
    case "json":
    case "headers":
    case "store":
      return typeof value === "string" ? value : JSON.stringify(value);
    default:
      return nameOf(String(value)) ?? String(value);
  }
}

export function contactFieldName(field: string, { i18n: { t, has }, nameOf }: Naming): string {
  const key = `contacts.field.${field}`;
  return has(key) ? t(key as PlainKey & "contacts.field.name") : (nameOf(field) ?? field.replace(/^customFields\./, ""));
}

export function conditionFieldName(field: string, naming: Naming): string {
  const { t, has } = naming.i18n;
  if (field.startsWith("variables.")) return t("flows.condition.variable", { name: field.slice("variables.".length) });
  for (const key of [`flows.condition.${field}`, `segments.field.${field}`])
    if (has(key)) return t(key as PlainKey & "contacts.field.name");
  return contactFieldName(field.replace(/^contact\./, ""), naming);
}

/** A description of one rule, or the number of rules. */
export function conditionWords({ match, rules, exclude }: FlowConditions, naming: Naming): string {
  const { t, has } = naming.i18n;
  const [first] = rules;
  if (first === undefined) return t("flows.incomplete");
  if (rules.length > 1 || exclude !== undefined || !("field" in first)) {
    const n = rules.length + (exclude?.rules.length ?? 0);
    return match === "any" ? t("flows.rules.any", { n }) : t("flows.rules", { n });
  }
  const { field, op, value } = first as { field: string; op: string; value?: unknown };
  const key = `segments.op.${op}`;
  return [conditionFieldName(field, naming), has(key) ? t(key as PlainKey & "segments.op.eq") : op, valueWords(value, naming)]
    .filter((part) => part !== "")
    .join(" ");
}

export function valueWords(value: unknown, { i18n, nameOf }: Naming): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return i18n.t(value ? "common.yes" : "common.no");
  if (typeof value === "number") return i18n.format.number(value);
  if (Array.isArray(value)) return i18n.format.list(value.map((each) => valueWords(each, { i18n, nameOf })));
  if (typeof value === "object") return "days" in value ? String((value as { days: unknown }).days) : JSON.stringify(value);
  return nameOf(String(value)) ?? String(value);
}
