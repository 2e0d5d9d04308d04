/** Formats numbers, money, times and durations. Every function is for one language. */
export interface Format {
  number(value: number): string;
  /** With enough space 4,214; in narrow places 14.4 k. */
  compact(value: number): string;
  /** Without conversion. A whole amount has no decimals: €25, €189.63. */
  money(amount: number, currency: string): string;
  /** Like money, with all decimals: a price per request is often below a cent. */
  price(amount: number, currency: string): string;
  percent(share: number): string;
  bytes(sizeBytes: number): string;
  /** Today 12:41, yesterday the word, within six days the weekday, this year 19 Nov, otherwise with the year. */
  when(iso: string, nowMs?: number): string;
  /** 12:41 */
  time(iso: string): string;
  /** The word for today and yesterday, otherwise the day. */
  day(iso: string, nowMs?: number): string;
  /** November 2026, for `2026-11`. */
  month(yearMonth: string): string;
  /** The full time with its zone, for a tooltip. */
  instant(iso: string): string;
  /** At most two units: 6 m 12 s, 3 h 40 m, 2 d. `exact`: with minutes even above ten hours. */
  duration(ms: number, exact?: boolean): string;
  /** In 5 minutes, 2 days ago. */
  relative(iso: string, nowMs?: number): string;
  list(items: readonly string[]): string;
  /** With a capital first letter, if the language has one: for a state in a list of options, not in running text. */
  sentence(text: string): string;
}

const dayMs = 86_400_000;
/** Between a number and its unit. */
const apart = "\u00a0";

export function createFormat(language: string): Format {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const compact = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  /** Dates as 19 Nov, with the day first as in all other languages; numbers and money are unaffected. */
  const dates = language === "en" ? "en-GB" : language;
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: language === "en" ? "h23" : undefined });
  const weekday = new Intl.DateTimeFormat(dates, { weekday: "short" });
  const date = new Intl.DateTimeFormat(dates, { day: "numeric", month: "short" });
  const dateOfYear = new Intl.DateTimeFormat(dates, { day: "numeric", month: "short", year: "numeric" });
  const month = new Intl.DateTimeFormat(dates, { month: "long", year: "numeric", timeZone: "UTC" });
  const full = new Intl.DateTimeFormat(dates, { dateStyle: "full", timeStyle: "long" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const currencies = new Map<string, Intl.NumberFormat>();
  const units = new Map<string, Intl.NumberFormat>();

  function currencyFormat(currency: string, decimalsMax: number | undefined): Intl.NumberFormat {
    const key = `${currency} ${decimalsMax}`;
    let made = currencies.get(key);
    if (made === undefined) {
      const style = { style: "currency", currency, maximumFractionDigits: decimalsMax, trailingZeroDisplay: "stripIfInteger" } as const;
      currencies.set(key, (made = new Intl.NumberFormat(language, style)));
    }
    return made;
  }

  function unit(value: number, name: string): string {
    let made = units.get(name);
    if (made === undefined) units.set(name, (made = new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" })));
    // Narrow units follow their numbers without a space in some languages; here always with one, on one line.
    return made
      .formatToParts(value)
      .map(({ type, value: part }, index) => (type === "literal" ? apart : type === "unit" && index > 0 ? apart + part : part))
      .join("")
      .replace(/\u00a0+/g, apart);
  }

  /** The number of calendar days between them, by the reader's clock. */
  function daysBetween(earlier: Date, later: Date): number {
    const start = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
    return Math.round((start(later) - start(earlier)) / dayMs);
  }

  function dayOf(iso: string, nowMs: number): string {
    const at = new Date(iso);
    const now = new Date(nowMs);
    const days = daysBetween(at, now);
    if (days === 0 || days === 1) return capitalize(relative.format(-days, "day"), language);
    if (days > 1 && days < 7) return weekday.format(at);
    return (at.getFullYear() === now.getFullYear() ? date : dateOfYear).format(at);
  }

  return {
    number: (value) => number.format(value),
    compact: (value) => (Math.abs(value) < 10_000 ? number.format(value) : compact.format(value)),
    money: (amount, currency) => currencyFormat(currency, undefined).format(amount),
    price: (amount, currency) => currencyFormat(currency, 6).format(amount),
    percent: (share) => percent.format(share),
    bytes(sizeBytes) {
      const names = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
      const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log10(sizeBytes) / 3), names.length - 1);
      const shown = sizeBytes / 1_000 ** power;
      return new Intl.NumberFormat(language, {
        style: "unit",
        unit: names[power] ?? "byte",
        // The short form of byte has no plural.
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: power === 0 ? 0 : 1,
      }).format(shown);
    },
    when(iso, nowMs = Date.now()) {
      const at = new Date(iso);
      return daysBetween(at, new Date(nowMs)) === 0 ? time.format(at) : dayOf(iso, nowMs);
    },
    time: (iso) => time.format(new Date(iso)),
    day: (iso, nowMs = Date.now()) => dayOf(iso, nowMs),
    month: (yearMonth) => month.format(new Date(`${yearMonth}-01T00:00:00Z`)),
    instant: (iso) => full.format(new Date(iso)),
    duration(ms, exact = false) {
      const seconds = Math.max(0, Math.floor(ms / 1_000));
      const minutes = Math.floor(seconds / 60);
      const hours = Math.floor(minutes / 60);
      if (hours >= 48) return unit(Math.floor(hours / 24), "day");
      if (hours >= 10 && !exact) return unit(hours, "hour");
      if (hours > 0) return [unit(hours, "hour"), ...(minutes % 60 === 0 ? [] : [unit(minutes % 60, "minute")])].join(" ");
      if (minutes >= 10) return unit(minutes, "minute");
      if (minutes > 0) return [unit(minutes, "minute"), ...(seconds % 60 === 0 ? [] : [unit(seconds % 60, "second")])].join(" ");
      return unit(seconds, "second");
    },
    relative(iso, nowMs = Date.now()) {
      const ms = new Date(iso).getTime() - nowMs;
      const steps = [
        ["day", dayMs],
        ["hour", 3_600_000],
        ["minute", 60_000],
      ] as const;
      for (const [name, size] of steps) if (Math.abs(ms) >= size) return relative.format(Math.round(ms / size), name);
      return relative.format(Math.round(ms / 1_000), "second");
    },
    list: (items) => list.format(items),
    sentence: (text) => capitalize(text, language),
  };
}

function capitalize(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
