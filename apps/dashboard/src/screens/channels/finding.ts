/** The result of a channel's check, in the reader's language. Pure. */
import type { ChannelHealth } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";

export type Finding = ChannelHealth["findings"][number];

export interface FindingWords {
  title: string;
  remedy: string | null;
  /** The platform's message, in its own language; only for a failed check. */
  detail: string | null;
}

/** The platform's terms for how people rate a number's messages. */
export const qualities: Readonly<Record<string, "high" | "medium" | "low">> = { GREEN: "high", YELLOW: "medium", RED: "low" };

/** How many people a day may be messaged first; the platform sends TIER_250, TIER_10K, TIER_UNLIMITED. Null: unknown. */
export function peopleADay(limit: string | null): number | null {
  if (limit === "TIER_UNLIMITED") return Number.POSITIVE_INFINITY;
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(limit ?? "") ?? [];
  return count === undefined ? null : Number(count) * (thousands === "K" ? 1_000 : 1);
}

export function wordsOfFinding(finding: Finding, i18n: I18n): FindingWords {
  // A check unknown to this dashboard is shown in the server's words.
  if (finding.ok) return { title: passed(finding, i18n) ?? finding.message, remedy: null, detail: null };
  const known = failed(finding, i18n);
  if (known === null) return { title: finding.message, remedy: finding.remedy, detail: null };
  return { ...known, detail: finding.message };
}

function passed({ check, values }: Finding, { t, format }: I18n): string | null {
  const text = (name: string) => (values[name] === undefined ? null : String(values[name]));
  const at = text("at");
  const name = text("name");
  const to = text("to");
  switch (check) {
    case "status":
    case "throttling":
    case "templates":
    case "permissions":
      return t(`health.${check}`);
    case "queue":
      return Number(values["waiting"]) > 0 ? t("health.queue.some", { n: Number(values["waiting"]) }) : t("health.queue.none");
    case "callbacks":
      return at !== null
        ? t("health.callbacks.last", { time: format.relative(at) })
        : to === null
          ? null
          : t("health.callbacks.to", { to });
    case "inbound":
      return at === null ? t("health.inbound.none") : t("health.inbound.last", { time: format.relative(at) });
    case "callback_address":
      return t("health.address");
    case "credentials":
    case "token": {
      const ends = text("endsAt");
      return ends === null ? t("health.token") : t("health.access.until", { day: format.day(ends) });
    }
    case "account":
      return name === null ? t("health.account") : t("health.account.is", { name });
    case "number":
      return name === null ? t("health.number") : t("health.number.is", { name });
    case "quality":
      return t(qualities[text("rating") ?? ""] === "high" ? "health.quality.good" : "health.quality.none");
    case "messaging_limit": {
      const people = peopleADay(text("limit"));
      if (people === null) return null;
      return Number.isFinite(people) ? t("health.limit", { people: format.number(people) }) : t("health.limit.none");
    }
    case "subscription":
      return to === null ? t("health.subscription") : t("health.callbacks.to", { to });
    default:
      return null;
  }
}

function failed({ check, values }: Finding, { t, format }: I18n): Omit<FindingWords, "detail"> | null {
  const text = (name: string) => (values[name] === undefined ? null : String(values[name]));
  const reference = text("reference");
  if (reference !== null) return { title: t("health.bad.server", { reference }), remedy: t("health.remedy.operator") };
  if (values["retry"] === "later") return { title: t("health.bad.platform"), remedy: t("health.remedy.later") };
  const reconnect = t("health.remedy.reconnect");
  switch (check) {
    case "status":
    case "token":
    case "subscription":
      return { title: t(`health.bad.${check}`), remedy: reconnect };
    case "credentials":
    case "sign_in": {
      const ends = text("endsAt");
      const isAhead = ends !== null && Date.parse(ends) > Date.now();
      return { title: isAhead ? t("health.bad.sign_in", { day: format.day(ends) }) : t("health.bad.credentials"), remedy: reconnect };
    }
    case "queue": {
      const since = text("since");
      if (since === null) return null;
      const time = format.when(since);
      return { title: t("health.bad.queue", { n: Number(values["waiting"]), time }), remedy: t("health.remedy.queue") };
    }
    case "throttling": {
      const until = text("until");
      if (until === null) return null;
      return { title: t("health.bad.throttling", { time: format.when(until) }), remedy: t("health.remedy.throttling") };
    }
    case "callback_address":
    case "account_callbacks":
      return { title: t("health.bad.address"), remedy: t("health.remedy.address") };
    case "quality": {
      const quality = qualities[text("rating") ?? ""] === "low" ? "low" : "medium";
      return { title: t(`health.bad.quality.${quality}`), remedy: t("health.remedy.quality") };
    }
    case "callbacks":
    case "number":
    case "display_name":
    case "account":
    case "templates":
    case "permissions":
      return { title: t(`health.bad.${check}`), remedy: t(`health.remedy.${check}`) };
    default:
      return null;
  }
}
