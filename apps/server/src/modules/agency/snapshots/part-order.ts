import type { SnapshotPart } from "#platform/snapshot/snapshot-part.ts";

/**
 * Sorts each part after those whose entries it refers to; otherwise in the given order. Throws for an unknown name, a duplicate name, a
 * cycle.
 */
export function partsInOrder(parts: readonly SnapshotPart[]): SnapshotPart[] {
  const byName = new Map(parts.map((part) => [part.name, part]));
  if (byName.size !== parts.length) throw new Error("two parts of snapshots have the same name");
  const ordered: SnapshotPart[] = [];
  const place = (part: SnapshotPart, above: readonly string[]): void => {
    if (above.includes(part.name))
      throw new Error(`parts of snapshots refer to each other in a circle: ${[...above, part.name].join(", ")}`);
    if (ordered.includes(part)) return;
    for (const name of part.after ?? []) {
      const before = byName.get(name);
      if (before === undefined) throw new Error(`the part ${part.name} of snapshots comes after ${name}, which does not exist`);
      place(before, [...above, part.name]);
    }
    ordered.push(part);
  };
  for (const part of parts) place(part, []);
  return ordered;
}
