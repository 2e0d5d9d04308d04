/**
 * Changes that a person made and the server has not confirmed yet, applied to the server's records. A record fetched meanwhile is shown
 * with them, so that nothing flickers; after the response, the server's last record is shown.
 */
export interface Overlay<Item> {
  /** The record with the changes. Also stores it as the server's last record. */
  show(item: Item): Item;
  /** The record as currently shown, without a new record from the server. */
  current(item: Item): Item;
  /** The returned function ends the change, and returns the server's last record. */
  begin(item: Item, change: (item: Item) => Item): () => Item;
}

export function createOverlay<Item extends { id: string }>(): Overlay<Item> {
  const pending = new Map<string, { base: Item; changes: Set<(item: Item) => Item> }>();
  const render = ({ base, changes }: { base: Item; changes: Set<(item: Item) => Item> }) =>
    [...changes].reduce((item, change) => change(item), base);
  return {
    show(item) {
      const under = pending.get(item.id);
      if (under === undefined) return item;
      under.base = item;
      return render(under);
    },
    current(item) {
      const under = pending.get(item.id);
      return under === undefined ? item : render(under);
    },
    begin(item, change) {
      const under = pending.get(item.id) ?? { base: item, changes: new Set() };
      pending.set(item.id, under);
      // A separate function, so that the same change made twice counts twice.
      const own = (each: Item) => change(each);
      under.changes.add(own);
      return () => {
        under.changes.delete(own);
        if (under.changes.size === 0 && pending.get(item.id) === under) pending.delete(item.id);
        return under.base;
      };
    },
  };
}
