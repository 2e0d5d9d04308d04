/** Splits items into chunks of at most `max`, as one call accepts. */
export function chunks<Item>(items: readonly Item[], max: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += max) parts.push(items.slice(at, at + max));
  return parts;
}
