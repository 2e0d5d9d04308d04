import type { optInWords } from "../contacts.schema.ts";

type OptInWord = (typeof optInWords)[number];

/** What a contact has said about messages, and when; instants are texts. */
export interface OptIn {
  optIn: OptInWord;
  at: string | null;
  /** Absent: it applies to the whole contact, whoever has been merged into it. */
  through?: OptInThrough;
}

/** An opt-in that only people at some of a contact's addresses have said. */
export interface OptInThrough {
  /** What applied to the whole contact before. */
  before: Omit<OptIn, "through">;
  /** When each said it, by identity (uuid). */
  at: Record<string, string>;
}

/** As the journal of merges stores it. */
export interface StoredOptIn {
  optIn: OptInWord;
  /** Absent in entries made by earlier releases. */
  optInAt?: string | null;
  optInThrough?: OptInThrough | null;
}

/** Drops `through` unless opted in: a process of the previous release that opts out, beside this one, leaves it in the row. Pure. */
export function optInOfRow(row: { opt_in: OptInWord; opt_in_at: Date | null; opt_in_through: OptInThrough | null }): OptIn {
  const { opt_in: optIn, opt_in_at: at, opt_in_through: through } = row;
  return { optIn, at: at?.toISOString() ?? null, ...(through === null || optIn !== "opted_in" ? {} : { through }) };
}

/** Pure. */
export function storedOptIn({ optIn, at, through }: OptIn): Required<StoredOptIn> {
  return { optIn, optInAt: at, optInThrough: through ?? null };
}

/** `at`: for an entry without a time. Pure. */
export function optInFromStored(stored: StoredOptIn, at: Date | null): OptIn {
  const { optIn, optInAt = at?.toISOString() ?? null, optInThrough } = stored;
  return { optIn, at: optInAt, ...(optInThrough == null ? {} : { through: optInThrough }) };
}

/** After an opt-in through an address. Pure. */
export function addOptInThrough({ optIn, at: before, through }: OptIn, identityId: string, at: string): OptIn {
  return { optIn: "opted_in", at, through: { before: through?.before ?? { optIn, at: before }, at: { ...through?.at, [identityId]: at } } };
}

/** What applies to the whole contact: without the opt-ins of some of its addresses. Pure. */
export function optInOfAll({ optIn, at, through }: OptIn): Omit<OptIn, "through"> {
  return through?.before ?? { optIn, at };
}

/** With opt-ins through addresses on top, by identity (uuid). Pure. */
export function optInWith(said: OptIn, at: Record<string, string>): OptIn {
  return Object.entries(at)
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
    .reduce((sofar, [id, when]) => addOptInThrough(sofar, id, when), said);
}

/** The opt-ins that were said through these identities. Pure. */
export function optInsOf(said: OptIn, identityIds: ReadonlySet<string>): Record<string, string> {
  return optInsWhere(said, (id) => identityIds.has(id));
}

/** The opt-ins that were said through all other identities. Pure. */
export function optInsExcept(said: OptIn, identityIds: ReadonlySet<string>): Record<string, string> {
  return optInsWhere(said, (id) => !identityIds.has(id));
}

function optInsWhere(said: OptIn, isOne: (id: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(said.through?.at ?? {}).filter(([id]) => isOne(id)));
}
