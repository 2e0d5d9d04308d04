import type { Division } from "@parley/sdk";

/** Each division after its parent, sorted by name among siblings. */
export function asTree(divisions: readonly Division[]): { division: Division; depth: number }[] {
  const known = new Set(divisions.map(({ id }) => id));
  const below = Map.groupBy(divisions, ({ parent_division_id: parent }) => (parent !== null && known.has(parent) ? parent : null));
  const rows: { division: Division; depth: number }[] = [];
  function add(parent: string | null, depth: number) {
    for (const division of [...(below.get(parent) ?? [])].sort((a, b) => a.name.localeCompare(b.name))) {
      rows.push({ division, depth });
      add(division.id, depth + 1);
    }
  }
  add(null, 0);
  return rows;
}
