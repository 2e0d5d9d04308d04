/** Times and durations in the reader's own locale; the page's texts are English. */

const hourMs = 3_600_000;
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const full = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** @param {number} at */
export const timeOf = (at) => time.format(at);
/** @param {number} at */
export const momentOf = (at) => full.format(at);
/** @param {number} at */
export const dayKey = (at) => new Date(at).toDateString();

/**
 * @param {number} at
 * @param {number} now
 */
export function dayOf(at, now) {
  if (dayKey(at) === dayKey(now)) return "Today";
  if (dayKey(at) === dayKey(now - 24 * hourMs)) return "Yesterday";
  return day.format(at);
}

/** "23 h 58 min", "6 days" @param {number} ms */
export function spanOf(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours <= 72) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} days` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** @type {Record<string, string>} */
export const kindWords = {
  image: "Photo",
  video: "Video",
  audio: "Voice message",
  document: "Document",
  sticker: "Sticker",
  location: "Location",
  contacts: "Contact",
};

/**
 * One line about a message: quotes, the list, the announcement.
 * @param {import("@parley/simulators/phone").PhoneMessage} message
 */
export function summaryOf(message) {
  if (message.deleted) return "Deleted message";
  const word = kindWords[message.kind];
  if (word === undefined) return message.text ?? "";
  const more = message.text ?? message.place?.name ?? message.media?.name;
  return more ? `${word}: ${more}` : word;
}
