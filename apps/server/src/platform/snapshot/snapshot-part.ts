import type { TSchema } from "typebox";
import { AppError } from "../errors/app-error.ts";
import type { Scope } from "../auth/scopes.ts";
import type { TxContext } from "../http/context.ts";
import { normalForm } from "../text/normal.ts";
import { cut } from "../text/clean.ts";

/**
 * What a module contributes to snapshots (modules/agency/snapshots): one part of a tenant's configuration, with names
 * instead of ids, so that it can be applied to another tenant. No secrets, no people, no customer data.
 */
export interface SnapshotPart {
  /** Its key in a snapshot's `parts`. */
  name: string;
  /** Parts that its entries refer to, which are applied first. */
  after?: readonly string[];
  /** Its value's schema: a list with `maxItems`, or one object. */
  schema: TSchema;
  /** The scopes that a credential needs in addition to the route's: those of the resource itself. */
  scopes: { read: Scope; write: Scope };
  /**
   * Ordered only by the entries themselves. Throws conflict (`refuseTooMany`) for more than `maxItems`: a part is complete
   * or absent.
   */
  read(ctx: TxContext): Promise<{ value: unknown; leftOut: OmittedEntry[] }>;
  /**
   * Refuses what no organization could apply and the schema cannot express. `at`: the path of the value, for errors.
   */
  check?(value: never, at: string, now: Date): void;
  /** Uses the module's own verbs, so that its rules, events and audit entries are the same as for a request. */
  apply(ctx: TxContext, value: never, run: SnapshotRun): Promise<void>;
}

/** A list of parts loses its values' types; each was checked where it was declared. */
export function snapshotPart<V>(
  part: Omit<SnapshotPart, "read" | "check" | "apply"> & {
    read(ctx: TxContext): Promise<{ value: V; leftOut: OmittedEntry[] }>;
    check?(value: V, at: string, now: Date): void;
    apply(ctx: TxContext, value: V, run: SnapshotRun): Promise<void>;
  },
): SnapshotPart {
  return part;
}

/**
 * has_media: the entry is included without its files; duplicate: an older one with the same name is included; circular:
 * it and others refer to each other; all others: the entry is not included.
 */
export const leftOutReasons = [
  "circular",
  "duplicate",
  "has_media",
  "names_agent",
  "names_broadcast",
  "names_channel",
  "names_contact",
  "names_deleted",
  "names_division",
  "names_form",
  "names_stage",
] as const;

export interface OmittedEntry {
  key: string;
  reason: (typeof leftOutReasons)[number];
}

/** One entry, and what the tenant has under the same name. */
export interface SnapshotStep<E extends object> {
  /** null: nothing. */
  current: E | null;
  /** As it would be stored; missing members stay unchanged. */
  desired: Partial<E>;
  create(): Promise<unknown>;
  /** Receives the members that differ. */
  update(changed: Partial<E>): Promise<unknown>;
}

/** How an apply, or its dry run, processes a part's entries. */
export interface SnapshotRun {
  /** Throws validation_error (422) for a second entry with the same key. `field`: the entry's field that holds the key. */
  distinct(keys: readonly string[], field: string): void;
  /** `index` null: the part is one object. Errors of `find` or its verbs are reported with the entry's path. */
  entry<E extends object>(at: { index: number | null; key: string }, find: () => Promise<SnapshotStep<E>>): Promise<void>;
}

/** The object without its undefined members. */
export function definedOnly<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * For rows read up to one more than a part may have: refuses even if some of them would be left out, because the rest
 * was not read.
 */
export function refuseTooMany(part: string, rows: readonly unknown[], max: number): void {
  if (rows.length > max)
    throw new AppError("conflict", {
      message: `There are more than ${max} ${part}. In \`parts\`, name the parts that you need, without this one.`,
    });
}

/** Sorted by code units, so that the order is the same in two databases with different collations. */
export function sortedBy<E>(entries: readonly E[], text: (entry: E) => string): E[] {
  return entries.toSorted((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

/** A path of names as one text; sorts parents before their children. */
export const pathKey = (path: readonly string[]): string => path.join("\u0000");

/** The first entry of each key; the others are reported as left out. */
export function firstOfEach<E>(entries: readonly E[], keyOf: (entry: E) => string, leftOut: OmittedEntry[]): E[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) leftOut.push({ key: cut(key.replaceAll("\u0000", " / "), 200), reason: "duplicate" });
    else return seen.add(key);
    return false;
  });
}

/**
 * Equal for names that differ only in case or accents. The database has the final say; this finds duplicate names in a
 * snapshot.
 */
export function foldName(name: string): string {
  return normalForm("NFKD", name.trim())
    .replaceAll(/[\u0300-\u036F]/g, "")
    .toLowerCase();
}
