/** The text as PostgreSQL can store it, without invisible characters, which would split words so that they could not be found. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu, "")
    .replace(/[\u0000-\u0008\u000B\u000E-\u001F\u007F]/g, " ");
}
