import type { Tx } from "#platform/db/database.ts";
import type { ExportPlan } from "./plan.ts";

export interface Column {
  name: string;
  type: string;
  /** The column's position in the primary key; 0: not part of it. */
  key: number;
}

/** In the order of the table. */
export function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  return tx.query<Column>({
    name: "organization_export_columns",
    // $1 satisfies the rule that a statement names its tenant; the catalogue itself has none.
    text: `select a.attname::text as name, format_type(a.atttypid, null) as type, coalesce(array_position(k.conkey, a.attnum), 0) as key
             from pg_attribute a left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
            where $1::uuid is not null and a.attrelid = format('public.%I', $2::text)::regclass and a.attnum > 0 and not a.attisdropped
            order by a.attnum`,
    values: [tx.tenantId, table],
  });
}

const neverTypes = new Set(["bytea", "xid8", "tsvector"]);

/** The exported columns of a table. Pure. */
export function shownColumns(plan: ExportPlan, table: string, columns: Column[]): Column[] {
  const { omit } = plan.lineOf(table);
  return columns.filter(({ name, type }) => !neverTypes.has(type) && !omit.includes(name));
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const quoted = (name: string) => `"${name}"`;

/** The SQL that renders a column as the API would: ids with their prefix, instants in UTC. Pure. */
function shown(plan: ExportPlan, table: string, { name, type }: Column): string {
  const prefix = plan.prefixOf(table, name);
  const value = `t.${quoted(name)}`;
  const as = `as ${quoted(camel(name))}`;
  if (type === "timestamp with time zone") return `wire_time(${value}) ${as}`;
  if (prefix == null) return `${value} ${as}`;
  if (type === "uuid") return `wire_id('${prefix}', ${value}) ${as}`;
  return `case when ${value} is not null then (select coalesce(json_agg(wire_id('${prefix}', e)), '[]') from unnest(${value}) e) end ${as}`;
}

export interface Line {
  line: string;
  key: string[];
}

/**
 * The next rows of a table in primary-key order, as lines of JSON: at least one if there is any, otherwise as many as fit into `bytesMax`.
 * Line breaks in a json column occur only between tokens, so they become spaces.
 * @param after the key of the last line
 */
export function nextLines(
  tx: Tx,
  plan: ExportPlan,
  table: string,
  columns: Column[],
  after: string[] | null,
  limit: { rows: number; bytes: number },
): Promise<Line[]> {
  const keys = columns.filter(({ key, name }) => key > 0 && name !== "tenant_id").sort((a, b) => a.key - b.key);
  const order = keys.map(({ name }) => `t.${quoted(name)}`).join(", ");
  const beyond = after === null ? "" : `and (${order}) > (${keys.map(({ type }, i) => `$${i + 4}::${type}`).join(", ")})`;
  const list = shownColumns(plan, table, columns)
    .map((column) => shown(plan, table, column))
    .join(", ");
  return tx.query<Line>({
    name: `organization_export_${table}${after === null ? "" : "_after"}`,
    text: `select x.line, x.key from (
             select y.line, y.key, y.n, sum(octet_length(y.line)) over (order by y.n) as bytes from (
               select (select translate(row_to_json(r)::text, E'\\n\\r', '  ') from (select ${list}) r) as line,
                      array[${keys.map(({ name }) => `t.${quoted(name)}::text`).join(", ")}]::text[] as key,
                      row_number() over (${order === "" ? "" : `order by ${order}`}) as n
                 from ${quoted(table)} t where t.tenant_id = $1 ${beyond} ${order === "" ? "" : `order by ${order}`} limit $2) y) x
            where x.n = 1 or x.bytes <= $3 order by x.n`,
    values: [tx.tenantId, limit.rows, limit.bytes, ...(after ?? [])],
  });
}

export interface FileRow {
  id: string;
  content_id: string;
  size_bytes: number;
  filename: string | null;
  created_at: Date;
}

/** Files with stored content, in the order of their ids. */
export function nextFiles(tx: Tx, after: string | null, limit: number): Promise<FileRow[]> {
  return tx.query<FileRow>({
    name: "organization_export_files",
    text: `select m.id, m.content_id, c.size_bytes, m.filename, m.created_at
             from media m join media_contents c on c.tenant_id = $1 and c.id = m.content_id and c.state = 'stored'
            where m.tenant_id = $1 and m.id > $2::uuid order by m.id limit $3`,
    values: [tx.tenantId, after ?? "00000000-0000-0000-0000-000000000000", limit],
  });
}
