/**
 * Changes that a person has made and the server has not answered yet, laid over what the server says. A record that is fetched meanwhile is
 * shown with them, so that nothing flickers; when the answer comes, what the server last said shows through.
 */
export interface Overlay<Item> {
  /** As it is to be shown. Also notes it as what the server said last. */
  show(item: Item): Item;
  /** As it is shown now, without a word of the server. */
  current(item: Item): Item;
  /** The answer ends it, and gives the record beneath: what the server said last. */
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
      // Of its own, so that the same change made twice is there twice.
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
