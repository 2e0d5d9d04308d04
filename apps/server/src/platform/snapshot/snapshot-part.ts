import type { TSchema } from "typebox";
import { AppError } from "../errors/app-error.ts";
import type { Scope } from "../auth/scopes.ts";
import type { TxContext } from "../http/context.ts";

/**
 * What a module brings to snapshots (modules/agency/snapshots): one part of a tenant's configuration, by names instead of ids, so that it can be
 * applied to another tenant. No secret, no person, nothing of a customer.
 */
export interface SnapshotPart {
  /** Its member in `parts` of a snapshot. */
  name: string;
  /** Parts whose entries these name: they are applied before. */
  after?: readonly string[];
  /** Of its value: a list with `maxItems`, or one object. */
  schema: TSchema;
  /** What a credential needs besides the route's scope: those of the resource itself. */
  scopes: { read: Scope; write: Scope };
  /** In an order that depends on the entries alone. Throws conflict (`refuseMore`) for more than `maxItems`: a part is whole or not given. */
  read(ctx: TxContext): Promise<{ value: unknown; leftOut: LeftOut[] }>;
  /** By the module's own verbs, so that its rules, events and audit entries are the same as for a request. */
  apply(ctx: TxContext, value: never, run: SnapshotRun): Promise<void>;
}

/** A list of parts forgets the types of their values; each was checked where it was declared. */
export function snapshotPart<V>(
  part: Omit<SnapshotPart, "read" | "apply"> & {
    read(ctx: TxContext): Promise<{ value: V; leftOut: LeftOut[] }>;
    apply(ctx: TxContext, value: V, run: SnapshotRun): Promise<void>;
  },
): SnapshotPart {
  return part;
}

/**
 * has_media: the entry is there without its files; duplicate: an older one of the same name is there; circular: it and others name one another; else the
 * entry is not there.
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

export interface LeftOut {
  key: string;
  reason: (typeof leftOutReasons)[number];
}

/** One entry beside what the tenant has by its name. */
export interface SnapshotStep<E extends object> {
  /** null: it has none. */
  current: E | null;
  /** As it would be stored; what is not among its members is left as it is. */
  wanted: Partial<E>;
  create(): Promise<unknown>;
  /** Gets the members that differ. */
  update(changed: Partial<E>): Promise<unknown>;
}

/** How an apply, or its rehearsal, goes through the entries of a part. */
export interface SnapshotRun {
  /** Throws validation_error (422) for the second entry of a key. `field`: which one of the entry holds the key. */
  distinct(keys: readonly string[], field: string): void;
  /** `index` null: the part is one object. What `find` or its verbs refuse is told with the path of the entry. */
  entry<E extends object>(at: { index: number | null; key: string }, find: () => Promise<SnapshotStep<E>>): Promise<void>;
}

/** Without the members that are undefined. */
export function given<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Of rows that were read up to one more than the most a part may hold: also where some of them will be left out, the rest was not read. */
export function refuseMore(part: string, rows: readonly unknown[], max: number): void {
  if (rows.length > max)
    throw new AppError("conflict", {
      message: `There are more than ${max} ${part}. In \`parts\`, name the parts that you need, without this one.`,
    });
}

/** By the code units of a text, so that two tenants sort alike whatever their database's collation is. */
export function sortedBy<E>(entries: readonly E[], text: (entry: E) => string): E[] {
  return entries.toSorted((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

/** One text for a path of names; sorts what is above before what is below it. */
export const pathKey = (path: readonly string[]): string => path.join("\u0000");

/** Of entries with the same key the first; the others are told as left out. */
export function firstOfEach<E>(entries: readonly E[], keyOf: (entry: E) => string, leftOut: LeftOut[]): E[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) leftOut.push({ key: key.replaceAll("\u0000", " / ").slice(0, 200), reason: "duplicate" });
    else return seen.add(key);
    return false;
  });
}

/** Where names differ neither by case nor by accents. The database has the last word; this finds two of one name in a snapshot. */
export function foldName(name: string): string {
  return name
    .trim()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .toLowerCase();
}
