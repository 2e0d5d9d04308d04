import type { WirePrefix } from "./ids/ids.ts";

/**
 * What a contact's erasure does with a table. modules/administration/privacy has the steps; a test compares them with
 * this.
 */
export type ContactFate =
  /** The person's rows are deleted. */
  | { fate: "deleted"; how: string }
  /** Rows stay but no longer contain anything about the person. `kept`: columns without personal data. */
  | { fate: "blanked"; how: string; blanked: string[]; kept: string[] }
  /** Contains nothing about a contact, or only what identifies nobody once the contact is gone. */
  | { fate: "kept"; why: string; columns: string[] };

/**
 * What an organization's export includes of a table. Columns of bytes (hashes, sealed secrets) and of transaction
 * numbers are never included.
 */
export type ExportFate =
  | {
      fate: "exported";
      /** For the table's own ids; null: they have no API form and are exported as stored. */
      id: WirePrefix | null;
      /** Columns whose ids are of another kind than their name means elsewhere. */
      refs: Record<string, WirePrefix | null>;
      /** Columns that are not exported. */
      omit: string[];
    }
  | { fate: "left out"; why: string };

export type RetentionSetting = "messagesDays" | "mediaDays" | "eventsDays" | "auditDays" | "importsDays" | "flowRunsDays";

/**
 * A module's declaration of a table, in one place: docs/tables.md shows it, and everything derived from it is checked
 * against the schema.
 */
export interface Table {
  holds: string;
  /**
   * Whose personal data it contains: the organization's contacts', the people's who work with it (and its visitors'),
   * both, or nobody's.
   */
  personal: "contacts" | "people" | "both" | "nobody";
  onContactErasure: ContactFate;
  onExport: ExportFate;
  /**
   * What an organization's erasure does with it, unless its rows are simply deleted with the organization's
   * (erase_tenant_rows). `stays`: outlives the organization; `apart`: belongs to no organization.
   */
  onOrganizationErasure?: { fate: "stays"; why: string } | { fate: "apart"; how: string };
  /** Which of the organization's retention settings removes rows. */
  retention?: RetentionSetting;
  /** How long rows stay otherwise; absent: as long as the resource that they belong to. */
  keptFor?: string;
  /** Which other modules write to it, and why they may. */
  alsoWrittenBy?: Readonly<Record<string, string>>;
}

export interface TableOwner {
  /** A module's folders, `contacts/segments`; for the platform `platform/jobs`. */
  owner: string;
  tables: Readonly<Record<string, Table>>;
}

export const ownedBy = (owner: string, tables: Readonly<Record<string, Table>>): TableOwner => ({ owner, tables });

const splitWords = (text: string) => text.split(" ").filter(Boolean);

export const deleted = (how: string): ContactFate => ({ fate: "deleted", how });
/** Column names are separated by spaces. */
export const blanked = (how: string, columns: string, rest: string): ContactFate => ({
  fate: "blanked",
  how,
  blanked: splitWords(columns),
  kept: splitWords(rest),
});
/** `columns`: each column that could contain text, separated by spaces. */
export const kept = (why: string, columns = ""): ContactFate => ({ fate: "kept", why, columns: splitWords(columns) });

export const exported = (
  id: WirePrefix | null,
  more: { refs?: Record<string, WirePrefix | null>; omit?: readonly string[] } = {},
): ExportFate => ({ fate: "exported", id, refs: more.refs ?? {}, omit: [...(more.omit ?? [])] });
export const leftOut = (why: string): ExportFate => ({ fate: "left out", why });

/** Shared reasons for leaving a table out of an export. */
export const reasons = {
  files: "files derived from exported data",
  passing: "pending work, deleted when it is done",
  derived: "derived from exported data, for searching it",
  person: "of people in all their organizations; members lists those of this one",
  installation: "of the installation",
  credential: "a credential",
};

/** Reasons that also apply to tables with personal data. */
export const reasonsForPersonalData: readonly string[] = [reasons.files, reasons.passing, reasons.derived];

/** The declarations of all tables, by name. A table has one owner. */
export interface Tables {
  ownerOf(table: string): string | undefined;
  /** Sorted by name: an export continues after its current table, even if a release has added new ones. */
  all: ReadonlyMap<string, Table>;
  /** Each table's `fate`. */
  dataMap: Readonly<Record<string, ContactFate>>;
  exportMap: Readonly<Record<string, ExportFate>>;
  /** Tables of an organization's data that stay when it is erased. */
  survivingErasure: readonly string[];
}

export function collectTables(owners: readonly TableOwner[]): Tables {
  const ownerByTable = new Map<string, string>();
  for (const { owner, tables } of owners) {
    for (const table of Object.keys(tables)) {
      const other = ownerByTable.get(table);
      if (other !== undefined) throw new Error(`the table ${table} has two owners: ${other} and ${owner}`);
      ownerByTable.set(table, owner);
    }
  }
  const all = new Map(owners.flatMap(({ tables }) => Object.entries(tables)).sort(([a], [b]) => (a < b ? -1 : 1)));
  const by = <T>(pick: (table: Table) => T) => Object.fromEntries([...all].map(([name, table]) => [name, pick(table)]));
  return {
    ownerOf: (table) => ownerByTable.get(table),
    all,
    dataMap: by((table) => table.onContactErasure),
    exportMap: by((table) => table.onExport),
    survivingErasure: [...all].flatMap(([name, { onOrganizationErasure: end }]) => (end?.fate === "stays" ? [name] : [])),
  };
}
