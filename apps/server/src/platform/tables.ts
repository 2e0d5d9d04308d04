import type { WirePrefix } from "./ids/ids.ts";

/** What the erasure of a contact does with a table. Its steps are in modules/administration/privacy; this is what they are checked against. */
export type ContactFate =
  /** Rows of the person go. */
  | { fate: "deleted"; how: string }
  /** Rows stay and say nothing of the person any more. `kept`: columns that hold nothing of them. */
  | { fate: "blanked"; how: string; blanked: string[]; kept: string[] }
  /** Nothing of a contact is in it, or what is names nobody once the contact is gone. */
  | { fate: "kept"; why: string; columns: string[] };

/** What of a table goes into the export of an organization. Columns of bytes (hashes, sealed secrets) and of transaction numbers never do. */
export type ExportFate =
  | {
      fate: "exported";
      /** Of the table's own ids; null: they have no form of the API and are written as they are stored. */
      id: WirePrefix | null;
      /** Columns whose ids are of another kind than the name says everywhere else. */
      refs: Record<string, WirePrefix | null>;
      /** Columns that stay here. */
      omit: string[];
    }
  | { fate: "left out"; why: string };

export type RetentionSetting = "messagesDays" | "mediaDays" | "eventsDays" | "auditDays" | "importsDays" | "flowRunsDays";

/** What its module says of a table, in one place: docs/tables.md shows it, and what is made of it is checked against the schema. */
export interface Table {
  holds: string;
  /** Whose personal data stand in it: the organization's contacts, the people who work with it (and its visitors), both, or nobody's. */
  personal: "contacts" | "people" | "both" | "nobody";
  onContactErasure: ContactFate;
  onExport: ExportFate;
  /**
   * What the end of an organization does with it, where its rows do not just go with those of the organization (erase_tenant_rows). `stays`: what is left of
   * an organization; `apart`: it belongs to no organization.
   */
  onOrganizationErasure?: { fate: "stays"; why: string } | { fate: "apart"; how: string };
  /** Which period of an organization's own removes rows. */
  retention?: RetentionSetting;
  /** How long rows stay otherwise; absent: as long as what they are of. */
  keptFor?: string;
  /** Which other modules write to it, and why they may. */
  alsoWrittenBy?: Readonly<Record<string, string>>;
}

export interface TableOwner {
  /** Of a module its folders, `contacts/segments`; of a part of the platform `platform/jobs`. */
  owner: string;
  tables: Readonly<Record<string, Table>>;
}

export const ownedBy = (owner: string, tables: Readonly<Record<string, Table>>): TableOwner => ({ owner, tables });

const words = (text: string) => text.split(" ").filter(Boolean);

export const deleted = (how: string): ContactFate => ({ fate: "deleted", how });
/** Columns as words, with spaces between. */
export const blanked = (how: string, columns: string, rest: string): ContactFate => ({
  fate: "blanked",
  how,
  blanked: words(columns),
  kept: words(rest),
});
/** `columns`: each that could hold a text, as words with spaces between. */
export const kept = (why: string, columns = ""): ContactFate => ({ fate: "kept", why, columns: words(columns) });

export const exported = (
  id: WirePrefix | null,
  more: { refs?: Record<string, WirePrefix | null>; omit?: readonly string[] } = {},
): ExportFate => ({ fate: "exported", id, refs: more.refs ?? {}, omit: [...(more.omit ?? [])] });
export const leftOut = (why: string): ExportFate => ({ fate: "left out", why });

/** Why a table is left out of an export, where several have the same reason. */
export const reasons = {
  files: "files that were made of what is in the export",
  passing: "work on its way, gone when it is done",
  derived: "made of what is in the export, for finding it",
  person: "of people in all their organizations; members tell who is in this one",
  installation: "of the installation",
  credential: "lets somebody in",
};

/** Reasons that hold for what tells of a person, too. */
export const harmlessReasons: readonly string[] = [reasons.files, reasons.passing, reasons.derived];

/** What is told of all tables, by name. A table has one owner. */
export interface Tables {
  ownerOf(table: string): string | undefined;
  /** In alphabetical order: an export goes on behind the table that it has come to, also when a release has brought new ones. */
  all: ReadonlyMap<string, Table>;
  /** By table, of what `fate` tells. */
  dataMap: Readonly<Record<string, ContactFate>>;
  exportMap: Readonly<Record<string, ExportFate>>;
  /** Tables of organizations that stay when one is erased. */
  staying: readonly string[];
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
    staying: [...all].flatMap(([name, { onOrganizationErasure: end }]) => (end?.fate === "stays" ? [name] : [])),
  };
}
