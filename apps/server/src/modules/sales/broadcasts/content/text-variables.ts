import { brokenRule } from "#platform/errors/app-error.ts";

/** `{{contact.name}}`, optionally with a fallback for a missing value: `{{contact.firstName|there}}`. As in canned replies. */
const placeholder = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const prefix = "contact.";

/**
 * Refuses what would reach customers verbatim: an unknown name, unbalanced braces. `known` checks a field without its
 * prefix.
 */
export function checkText(text: string, field: string, known: (name: string) => boolean): void {
  for (const match of text.matchAll(placeholder)) {
    const name = (match[1] as string).trim();
    if (name.startsWith(prefix) && known(name.slice(prefix.length))) continue;
    throw brokenRule(field, "unknown", `Unknown variable: ${name.slice(0, 50)} (character ${place(text, match.index)}).`);
  }
  const open = text.replace(placeholder, (written) => " ".repeat(written.length)).search(/\{\{|\}\}/);
  if (open >= 0)
    throw brokenRule(field, "invalid_format", `Braces of a variable do not match (character ${place(text, open)}): {{contact.name}}.`);
}

/** Counted in characters as people see them, from 1. */
const place = (text: string, index: number) => Array.from(text.slice(0, index)).length + 1;

/** Fills in a text, reading each value once; null: one has neither a value nor a fallback. Pure. */
export function fillText(text: string, readField: (name: string) => string | undefined): string | null {
  let complete = true;
  const filled = text.replace(placeholder, (written, given: string, fallback: string | undefined) => {
    const value = readField(given.trim().slice(prefix.length)) ?? fallback?.trim();
    if (value === undefined) complete = false;
    return value ?? written;
  });
  return complete ? filled : null;
}
