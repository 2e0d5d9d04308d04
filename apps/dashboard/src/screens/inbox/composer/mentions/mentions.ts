/** Colleagues mentioned by an @ and their names, in a note that is being written. Pure. */
import { plain } from "../../../../shell/palette/match.ts";

export interface Person {
  id: string;
  name: string;
}

/** The word after an @ that ends at the caret; null: there is none. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | null {
  const from = text.lastIndexOf("@", caret - 1);
  if (from === -1 || caret - from > typedMax) return null;
  const typed = text.slice(from + 1, caret);
  if (/\s/.test(typed) || (from > 0 && !/\s/.test(text.charAt(from - 1)))) return null;
  return { from, typed };
}

/** A name's word is never longer. */
const typedMax = 40;

/** People with a word in their name that starts with the typed text, ignoring accents and case. */
export function peopleFor<P extends Person>(people: readonly P[], typed: string): P[] {
  const begins = plain(typed);
  return people
    .filter(({ name }) =>
      plain(name)
        .split(" ")
        .some((word) => word.startsWith(begins)),
    )
    .slice(0, 7);
}

/**
 * People whose names occur in the text after an @; if one name is the start of another, the longer one wins. Of several people with the
 * same name, the last selected ones are meant, as many as the name occurs; all of them if none was selected.
 */
export function mentionedIn(text: string, people: readonly Person[], chosen: readonly string[] = []): string[] {
  const times = new Map<string, number>();
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const [longest] = people.filter(({ name }) => isNamed(text, at + 1, name)).sort((a, b) => b.name.length - a.name.length);
    if (longest !== undefined) times.set(longest.name, (times.get(longest.name) ?? 0) + 1);
  }
  const mentioned = [...times].flatMap(([name, count]) => {
    const ids = people.filter((each) => each.name === name).map(({ id }) => id);
    const meant = chosen.filter((id) => ids.includes(id)).slice(-count);
    return meant.length > 0 ? meant : ids;
  });
  return [...new Set(mentioned)];
}

export interface Piece {
  /** Its position. */
  at: number;
  text: string;
  isMention: boolean;
}

/** The text in pieces: mentions, and the text between them. */
export function splitMentions(text: string, names: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const [name] = names.filter((each) => isNamed(text, at + 1, each)).sort((a, b) => b.length - a.length);
    if (name === undefined) continue;
    const end = at + 1 + name.length;
    pieces.push({ at: done, text: text.slice(done, at), isMention: false }, { at, text: text.slice(at, end), isMention: true });
    done = end;
  }
  return [...pieces, { at: done, text: text.slice(done), isMention: false }].filter((piece) => piece.text !== "");
}

function isNamed(text: string, at: number, name: string): boolean {
  return name !== "" && text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + name.length));
}
