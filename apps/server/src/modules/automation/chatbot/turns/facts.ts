import { normalForm } from "#platform/text/normal.ts";

/**
 * The facts that a reply states, as tokens that can be searched in a source: numbers (with what makes them a price or a
 * percentage), times, links, mail addresses, phone numbers. Pure. See docs/adr/0124.
 */

const urlPattern = /(?:https?:\/\/|www\.)[^\s<>"'`]+/giu;
/** A run that may contain host names; `hostsIn` decides which labels form one. */
const hostRun = /(?<![a-z0-9.-])([a-z0-9.-]+)(\/[^\s<>"'`]*)?/giu;
const topLevels = new Set(
  "com org net io co app dev info biz shop store me ly gg xyz eu de fr es it pt br uk in id tr ae sa mx ar us ca au ru cn jp example test".split(
    " ",
  ),
);
const mailPattern = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const phonePattern = /(?<![\p{L}\p{N}.,:/])(?:\+|00)?\(?\d[\d\s().-]{6,}\d(?![\p{L}\p{N}])/gu;
const timePattern =
  /\b([01]?\d|2[0-4])[:h.]([0-5]\d)(?!\d|[.,]\d)\s*(am|pm|a\.m\.|p\.m\.)?|\b(1[0-2]|0?[1-9])\s*(am|pm|a\.m\.|p\.m\.)(?![\p{L}])/giu;
const numberPattern = /\d+(?:[.,'’ ]\d+)*/gu;
const percentAfter = /^\s?(%|percent|prozent|por ?ciento|por ?cento|pour ?cent|persen)/iu;
/** The marker of a list item is not a fact. */
const listMarker = /^[^\S\r\n\u2028\u2029]*\d{1,2}[.)]\s+(?=\S)/gmu;

const currencySigns: Record<string, string> = {
  $: "usd",
  "€": "eur",
  "£": "gbp",
  "₹": "inr",
  "¥": "jpy",
  "₺": "try",
  "₽": "rub",
  "₩": "krw",
  "₪": "ils",
  "₫": "vnd",
  "฿": "thb",
  "₱": "php",
  "₦": "ngn",
};
const currencyWords: Record<string, string> = {
  usd: "usd",
  dollar: "usd",
  dollars: "usd",
  dolares: "usd",
  dolar: "usd",
  eur: "eur",
  euro: "eur",
  euros: "eur",
  gbp: "gbp",
  pound: "gbp",
  pounds: "gbp",
  inr: "inr",
  rupee: "inr",
  rupees: "inr",
  rs: "inr",
  idr: "idr",
  rp: "idr",
  rupiah: "idr",
  brl: "brl",
  reais: "brl",
  real: "brl",
  mxn: "mxn",
  pesos: "peso",
  peso: "peso",
  try: "try",
  tl: "try",
  lira: "try",
  aed: "aed",
  dirham: "aed",
  dirhams: "aed",
  sar: "sar",
  riyal: "sar",
  chf: "chf",
  jpy: "jpy",
  yen: "jpy",
  cad: "cad",
  aud: "aud",
  sgd: "sgd",
  myr: "myr",
  rm: "myr",
  ngn: "ngn",
  zar: "zar",
  pln: "pln",
  sek: "sek",
};

const numberWords: Record<string, number> = (() => {
  const lists: Record<number, string> = {
    3: "three drei tres trois tiga uc",
    4: "four vier cuatro quatro quatre empat dort",
    5: "five funf cinco cinq lima bes",
    6: "six sechs seis enam",
    7: "seven sieben siete sete sept tujuh yedi",
    8: "eight acht ocho oito huit delapan sekiz",
    9: "nine neun nueve nove sembilan dokuz",
    10: "ten zehn diez dez dix sepuluh",
    11: "eleven elf once onze sebelas",
    12: "twelve zwolf doce doze douze",
    13: "thirteen dreizehn trece treze treize",
    14: "fourteen vierzehn catorce quatorze",
    15: "fifteen funfzehn quince quinze",
    20: "twenty zwanzig veinte vinte vingt yirmi",
    30: "thirty dreissig treinta trinta trente otuz",
    40: "forty vierzig cuarenta quarenta quarante kirk",
    50: "fifty funfzig cincuenta cinquenta cinquante elli",
    60: "sixty sechzig sesenta sessenta soixante",
    70: "seventy siebzig setenta",
    80: "eighty achtzig ochenta oitenta",
    90: "ninety neunzig noventa doksan",
    100: "hundred hundert cien ciento cem cent seratus",
    1000: "thousand tausend mil mille seribu",
  };
  const words: Record<string, number> = {};
  for (const [value, list] of Object.entries(lists)) for (const word of list.split(" ")) words[word] = Number(value);
  return words;
})();

/** Digits of every script as ASCII; every kind of space as a plain one. */
function normalizeDigits(text: string): string {
  return normalForm("NFKC", text)
    .replace(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : String(digitValue(digit))))
    .replace(/[٪]/g, "%")
    .replace(/٫/g, ".")
    .replace(/٬/g, ",");
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  // Decimal digits come in runs of ten that begin with the zero of their script.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

export interface Facts {
  links: Set<string>;
  mails: Set<string>;
  /** Digits only. */
  phones: Set<string>;
  /** Minutes of the day, for every reading of a time. */
  times: Set<number>;
  /** The readings of a number: "1.299" is 1299 or 1.299. */
  numbers: { readings: number[]; currency: string | null; percent: boolean; text: string }[];
  currencies: Set<string>;
}

export function factsOf(text: string): Facts {
  const facts: Facts = { links: new Set(), mails: new Set(), phones: new Set(), times: new Set(), numbers: [], currencies: new Set() };
  let rest = normalizeDigits(text).replace(listMarker, " ");
  const take = (pattern: RegExp, use: (match: string, ...groups: string[]) => boolean) => {
    rest = rest.replace(pattern, (match: string, ...groups: string[]) => (use(match, ...groups) ? " ".repeat(match.length) : match));
  };
  take(mailPattern, (mail) => facts.mails.add(mail.toLowerCase().replace(/\.$/, "")) !== undefined);
  take(urlPattern, (url) => facts.links.add(linkOf(url)) !== undefined);
  take(hostRun, (_, run = "", path) => {
    const hosts = hostsIn(run, path ?? "");
    for (const host of hosts) facts.links.add(linkOf(host));
    return hosts.length > 0;
  });
  take(phonePattern, (phone) => {
    const digits = phone.replace(/\D/g, "").replace(/^00/, "");
    // Dates and grouped numbers look alike.
    if (
      digits.length < 8 ||
      /^\d{4}[-.]\d{1,2}[-.]\d{1,2}$|^\d{1,2}[-.]\d{1,2}[-.]\d{4}$|^\d{1,3}([. ]\d{3})+$|^\d{4}\s*-\s*\d{4}$/.test(phone.trim())
    )
      return false;
    facts.phones.add(digits);
    return true;
  });
  take(timePattern, (match, hour, minute, half, hourAlone, halfAlone) => {
    // With a point it may be a number, unless something marks it as a time.
    if (match.includes(".") && minute !== undefined && half === undefined && !/^\d{2}\.\d{2}$/.test(match.trim())) return false;
    if (/^\d{1,2}\.\d{2}$/.test(match.trim()) && half === undefined) return false;
    for (const reading of timeReadings(Number(hour ?? hourAlone), Number(minute ?? 0), half ?? halfAlone)) facts.times.add(reading);
    return true;
  });
  for (const match of rest.matchAll(numberPattern)) {
    const at = match.index;
    const before = rest.slice(Math.max(0, at - 12), at);
    const after = rest.slice(at + match[0].length, at + match[0].length + 12);
    const currency = adjacentCurrency(before, after);
    if (currency !== null) facts.currencies.add(currency);
    const percent = percentAfter.test(after) || /(%|yuzde|yüzde)\s?$/iu.test(before);
    for (const readings of readingsOf(match[0])) facts.numbers.push({ readings, currency, percent, text: match[0] });
  }
  const words = normalForm("NFKD", rest.toLowerCase()).replace(/[\u0300-\u036f]/g, "");
  for (const match of words.matchAll(/\p{L}+/gu)) {
    if (!Object.hasOwn(numberWords, match[0])) continue;
    const after = words.slice(match.index + match[0].length, match.index + match[0].length + 12);
    const currency = adjacentCurrency("", after);
    if (currency !== null) facts.currencies.add(currency);
    facts.numbers.push({ readings: [numberWords[match[0]] as number], currency, percent: percentAfter.test(after), text: match[0] });
  }
  return facts;
}

/** Names that end in a known top-level domain; consecutive dots separate them. The path belongs to the last one, if it follows directly. */
function hostsIn(run: string, path: string): string[] {
  const names = run.split(/\.\.+/);
  return names.flatMap((name, at) => {
    const labels = name.split(".");
    const end = labels.findLastIndex((label, i) => i > 0 && labels[i - 1] !== "" && topLevels.has(label.toLowerCase()));
    if (end === -1) return [];
    const isWhole = end === labels.length - 1 && at === names.length - 1;
    return [labels.slice(0, end + 1).join(".") + (isWhole ? path : "")];
  });
}

function linkOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/^-+/, "")
    .replace(/(?<![.,;:!?)\]}*_])[.,;:!?)\]}*_]+$/, "")
    .replace(/\/$/, "");
}

function timeReadings(hour: number, minute: number, half: string | undefined): number[] {
  if (half === undefined) return [hour * 60 + minute];
  const pm = half.toLowerCase().startsWith("p");
  return [((hour % 12) + (pm ? 12 : 0)) * 60 + minute];
}

function adjacentCurrency(before: string, after: string): string | null {
  const sign = /([$€£₹¥₺₽₩₪₫฿₱₦])\s?$/u.exec(before)?.[1] ?? /^\s?([$€£₹¥₺₽₩₪₫฿₱₦])/u.exec(after)?.[1];
  if (sign !== undefined) return /R\$\s?$/u.test(before) ? "brl" : (currencySigns[sign] ?? null);
  for (const word of [/(?<!\p{L})(\p{L}+)\.?\s?$/u.exec(before)?.[1], /^\s?(\p{L}+)/u.exec(after)?.[1]]) {
    const known =
      word === undefined ? undefined : Object.hasOwn(currencyWords, word.toLowerCase()) ? currencyWords[word.toLowerCase()] : undefined;
    if (known !== undefined) return known;
  }
  return null;
}

/** Every way to read a written number; several lists if it is several numbers (a date). */
function readingsOf(text: string): number[][] {
  const spaced = text.replace(/['’ ](?=\d{3}(\D|$))/gu, "");
  if (/[\s'’]/u.test(spaced)) return spaced.split(/[\s'’]+/u).flatMap((part) => readingsOf(part));
  const marks = spaced.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [[Number(spaced)]];
  const groups = spaced.split(/[.,]/);
  const last = groups.at(-1) as string;
  const thousands = groups.slice(1).every((group) => group.length === 3) && (groups[0] as string).length <= 3;
  if (marks.length === 1) {
    const decimal = Number(`${groups[0]}.${last}`);
    return [thousands ? [decimal, Number(groups.join(""))] : [decimal]];
  }
  const same = marks.every((mark) => mark === marks[0]);
  if (same) {
    // 1.299.000, or the Indian 1,29,900; otherwise the parts of a date.
    const indian = marks[0] === "," && last.length === 3 && groups.slice(1, -1).every((group) => group.length === 2);
    return thousands || indian ? [[Number(groups.join(""))]] : groups.map((group) => [Number(group)]);
  }
  if (new Set(marks.slice(0, -1)).size === 1) return [[Number(`${groups.slice(0, -1).join("")}.${last}`)]];
  return groups.map((group) => [Number(group)]);
}

/** The facts that a reply states and no source contains, as written. Empty: every fact has a source. */
export function unsupportedFacts(reply: string, sources: readonly string[], customer = ""): string[] {
  const stated = factsOf(reply);
  const known = sources.map((source) => factsOf(source));
  const missing: string[] = [];
  const anywhere = (test: (facts: Facts) => boolean) => known.some(test);
  for (const link of stated.links) if (!anywhere((facts) => facts.links.has(link))) missing.push(link);
  for (const mail of stated.mails) if (!anywhere((facts) => facts.mails.has(mail))) missing.push(mail);
  for (const phone of stated.phones) {
    const same = (other: string) =>
      other === phone ||
      (Math.min(other.length, phone.length) >= 8 && (other.endsWith(phone.replace(/^0/, "")) || phone.endsWith(other.replace(/^0/, ""))));
    const own = normalizeDigits(customer).replace(/\D/g, "");
    if (!anywhere((facts) => [...facts.phones].some(same)) && !own.includes(phone)) missing.push(phone);
  }
  for (const time of stated.times) {
    const bare = time % 60 === 0 ? [time / 60, (time / 60) % 12 || 12] : [];
    if (
      !anywhere(
        (facts) =>
          facts.times.has(time) || facts.numbers.some((n) => n.readings.some((r) => bare.includes(r) && n.currency === null && !n.percent)),
      )
    )
      missing.push(`${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`);
  }
  const own = new Set((normalizeDigits(customer).match(/\d{5,}/g) ?? []).map(Number));
  for (const number of stated.numbers) {
    const same = (other: Facts["numbers"][number]) => other.readings.some((reading) => number.readings.includes(reading));
    const supported =
      anywhere((facts) =>
        facts.numbers.some(
          (other) =>
            same(other) &&
            number.percent === other.percent &&
            (number.currency === null ||
              other.currency === number.currency ||
              (other.currency === null && facts.currencies.has(number.currency))),
        ),
      ) ||
      (number.currency === null &&
        !number.percent &&
        anywhere((facts) => [...facts.times].some((time) => time % 60 === 0 && number.readings.includes(time / 60)))) ||
      (number.currency === null && !number.percent && number.readings.some((reading) => own.has(reading)));
    if (!supported) missing.push(number.text);
  }
  return missing;
}
