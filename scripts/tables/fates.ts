/**
 * Gaps in the declarations: a table or column without a declared fate, or one that does not exist. Pure: the schema and declarations in,
 * gaps out.
 */
import { planExport } from "../../apps/server/src/modules/administration/organization-exports/index.ts";
import { collectTables, reasonsForPersonalData, type Table, type TableOwner } from "../../apps/server/src/platform/tables.ts";

interface Column {
  name: string;
  type: string;
  /** The database derives it from another column. */
  isDerived: boolean;
}

function columnsOf(schema: string): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const [, table, body] of schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)) {
    const columns = [...(body as string).matchAll(/^ {2}"?(\w+)"? ([a-z]\w*(?:\[\])?).*$/gm)]
      .filter(([, name]) => name !== "constraint")
      .map(([line, name, type]) => ({ name: name as string, type: type as string, isDerived: line.includes("generated always") }));
    tables.set(table as string, columns);
  }
  return tables;
}

export function fateGaps(owners: readonly TableOwner[], schema: string): string[] {
  const columns = columnsOf(schema);
  const { all, exportMap, ownerOf } = collectTables(owners);
  const plan = planExport(exportMap);
  const gaps: string[] = [];
  for (const [name, table] of all) {
    const known = columns.get(name);
    if (known === undefined) continue;
    const say = (problem: string) => gaps.push(`${ownerOf(name)}/tables.ts: ${name}${problem}`);
    contactGaps(table, known, say);
    const isOfTenants = known.some((column) => column.name === "tenant_id");
    if (table.onOrganizationErasure?.fate === "apart" && isOfTenants) say(" belongs to an organization: its rows go with it, or stay");
    if (table.onOrganizationErasure?.fate !== "apart" && !isOfTenants) say(": say what happens when an organization is erased (apart)");
    const line = table.onExport;
    if (line.fate === "left out") {
      // A column with personal data must not be overlooked: tables that an erasure deletes from contain some.
      if (table.onContactErasure.fate === "deleted" && !reasonsForPersonalData.includes(line.why))
        say(" tells of contacts: it is in the export, or passing, derived, or a file");
      continue;
    }
    if (!isOfTenants) say(" is exported and belongs to no organization");
    for (const { name: column, type } of known)
      if (type.startsWith("uuid") && !line.omit.includes(column) && plan.prefixOf(name, column) === undefined)
        say(`.${column}: say whose ids these are (onExport)`);
    for (const column of [...line.omit, ...Object.keys(line.refs)])
      if (!known.some((each) => each.name === column)) say(`.${column} is named (onExport), and there is none`);
  }
  return gaps;
}

/** Every column that can contain personal data must be declared. */
function contactGaps({ onContactErasure: fate }: Table, known: readonly Column[], say: (problem: string) => void): void {
  if (fate.fate === "deleted") return;
  const said = fate.fate === "kept" ? fate.columns : [...fate.blanked, ...fate.kept];
  const asked = known.filter(({ type, isDerived }) => /^(?:text|json|jsonb|bytea)(?:\[\])?$/.test(type) && !isDerived);
  for (const { name } of asked) if (!said.includes(name)) say(`.${name}: say what happens to it (onContactErasure)`);
  for (const name of said)
    if (!asked.some((column) => column.name === name)) say(`.${name} is named (onContactErasure), and there is none`);
}
