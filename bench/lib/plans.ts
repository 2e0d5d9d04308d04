/** Query plans from PostgreSQL's log (auto_explain, JSON). */
export interface LoggedPlan {
  query: string;
  /** Parameters of a prepared statement; null if the log shows none. */
  values: (string | null)[] | null;
  durationMs: number;
  /** Ran inside a function. */
  nested: boolean;
  root: PlanNode;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

export function readPlans(log: string): LoggedPlan[] {
  const plans: LoggedPlan[] = [];
  for (const part of log.split(/\n(?=\d{4}-\d\d-\d\d \d\d:)/)) {
    const found = /duration: ([\d.]+) ms {2}plan:\s*(\{[\s\S]*\})/.exec(part);
    if (found?.[2] === undefined) continue;
    const explained = parse(found[2].replaceAll("\n\t", "\n"));
    if (explained === null) continue;
    plans.push({
      query: explained["Query Text"],
      values: readValues(explained["Query Parameters"]),
      durationMs: Number(found[1]),
      nested: !explained["Query Text"].includes("$1") || explained["Query Parameters"] === undefined,
      root: explained.Plan,
    });
  }
  return plans;
}

interface Explained {
  "Query Text": string;
  "Query Parameters"?: string;
  Plan: PlanNode;
}

/** Null for a plan that two sessions wrote to the log at the same time, interleaved. */
function parse(text: string): Explained | null {
  try {
    return JSON.parse(text) as Explained;
  } catch {
    return null;
  }
}

function readValues(text: string | undefined): (string | null)[] | null {
  if (text === undefined) return null;
  const values: (string | null)[] = [];
  for (const match of text.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g))
    values.push(match[1] === "NULL" ? null : (match[2] as string).replaceAll("''", "'"));
  return values;
}

export interface Access {
  table: string;
  scan: string;
  index: string | null;
  rowsRead: number;
}

const tables = new Set(["messages", "conversations", "contacts", "contact_identities"]);

/** Every access path to a large table. */
export function accessesOf(plan: LoggedPlan): Access[] {
  const found: Access[] = [];
  const walk = (node: PlanNode, table: string | undefined) => {
    const relation = node["Relation Name"] ?? table;
    const type = node["Node Type"];
    if (relation !== undefined && tables.has(relation) && /Scan/.test(type) && type !== "Bitmap Heap Scan") {
      const loops = node["Actual Loops"] ?? 1;
      const rows = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
      if (loops > 0) found.push({ table: relation, scan: type, index: node["Index Name"] ?? null, rowsRead: Math.round(rows * loops) });
    }
    for (const child of node.Plans ?? []) walk(child, type === "Bitmap Heap Scan" || /Bitmap(And|Or)/.test(type) ? relation : undefined);
  };
  walk(plan.root, undefined);
  return found;
}
