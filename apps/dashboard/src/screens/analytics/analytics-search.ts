/** The search parameters of analytics: those of GET /metrics, and how the result is shown. */
export const reports = ["overview", "team", "service-levels", "satisfaction", "chatbot", "broadcasts", "flows"] as const;
export type ReportId = (typeof reports)[number];

/** Relative to today in the organization's time zone; other periods are `since` and `until`. */
export const periods = ["today", "7d", "30d", "90d", "365d", "month", "last-month"] as const;
export type PeriodId = (typeof periods)[number];
export const periodDefault: PeriodId = "30d";

export const intervals = ["hour", "day", "week", "month"] as const;
export const groupings = ["assignee", "division", "channel", "label"] as const;
export type Grouping = (typeof groupings)[number];

export interface AnalyticsSearch {
  period?: PeriodId | undefined;
  /** Dates: the first day, and the day after the last, as in the API. Both or none. */
  since?: string | undefined;
  until?: string | undefined;
  timezone?: string | undefined;
  interval?: (typeof intervals)[number] | undefined;
  channelId?: string | undefined;
  channelKind?: string | undefined;
  assigneeId?: string | undefined;
  divisionId?: string | undefined;
  label?: string | undefined;
  /** What the report groups by. */
  by?: Grouping | undefined;
  /** The team table's sort column, with a minus for descending. */
  sort?: string | undefined;
  /** The charts shown as tables: their names, separated by commas; or all. */
  tables?: string | undefined;
}

const dayMs = 86_400_000;
/** As in the API. */
export const rangeDaysMax = 400;

const oneOf = <const Word extends string>(values: readonly Word[], value: unknown) => values.find((candidate) => candidate === value);
// A numeric text in the URL arrives as a number.
const text = (value: unknown) =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;

function day(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^2[01]\d\d-\d\d-\d\d$/.test(value)) return undefined;
  const at = new Date(`${value}T00:00:00Z`);
  // An invalid day of a month would roll over into the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined;
}

function zone(value: unknown): string | undefined {
  const name = text(value);
  if (name === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // A name unknown to this browser.
    return undefined;
  }
}

/** Reads the URL's search parameters; invalid values are ignored. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const [since, until] = [day(search["since"]), day(search["until"])];
  const days = since === undefined || until === undefined ? 0 : (Date.parse(until) - Date.parse(since)) / dayMs;
  const own = days > 0 && days <= rangeDaysMax;
  return {
    // Every key has a value, even undefined, because the router keeps parameters that are not given.
    since: own ? since : undefined,
    until: own ? until : undefined,
    period: own ? undefined : oneOf(periods, search["period"]),
    timezone: zone(search["timezone"]),
    interval: oneOf(intervals, search["interval"]),
    channelId: text(search["channelId"]),
    channelKind: text(search["channelKind"]),
    assigneeId: text(search["assigneeId"]),
    divisionId: text(search["divisionId"]),
    label: text(search["label"]),
    by: oneOf(groupings, search["by"]),
    sort: text(search["sort"]),
    tables: text(search["tables"]),
  };
}
