import "../../styles/screens/board.css";
import { type ReactNode, useEffect, useRef } from "react";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { GripVertical } from "lucide-react";

interface LaneProps<Item extends { id: string }> {
  /** Read by screen readers: "Quote sent, 3 deals". */
  label: string;
  header: ReactNode;
  items: readonly Item[];
  nameOf(item: Item): string;
  card(item: Item): ReactNode;
  /** The type of the dragged items: `deal`. Lanes of one type accept each other's. */
  kind: string;
  isReadOnly?: boolean;
  /** Before the item with this id, or at the end. */
  onDrop(itemId: string, beforeId: string | null): void;
  onOpen(item: Item): void;
  empty: string;
  /** After the last card: loads more. */
  end?: ReactNode;
}

/**
 * A column of a board. Cards are dragged with the pointer, or lifted with Enter on their handle, moved with arrows and Tab, dropped with
 * Enter, put back with Esc; each step is announced to screen readers.
 */
export function Lane<Item extends { id: string }>(props: LaneProps<Item>) {
  const { label, header, items, nameOf, card, kind, isReadOnly = false, onDrop, onOpen, empty, end } = props;
  const { t } = useI18n();
  const type = `application/x-${kind}`;
  const section = useRef<HTMLElement>(null);
  const arriving = useRef<string | null>(null);
  const drop = (id: string, beforeId: string | null) => {
    arriving.current = id;
    onDrop(id, beforeId);
  };
  // The focused card was removed from its old lane: it gets the focus again here, unless the focus has left the board.
  useEffect(() => {
    const id = arriving.current;
    if (id === null || !items.some((item) => item.id === id)) return;
    arriving.current = null;
    requestAnimationFrame(() => {
      const lane = section.current;
      const { activeElement } = document;
      if (lane === null || activeElement === null) return;
      if (activeElement.contains(lane) || lane.parentElement?.contains(activeElement) === true)
        lane.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)?.focus();
    });
  }, [items]);
  const after = (id: string) => items[items.findIndex((item) => item.id === id) + 1]?.id ?? null;
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ [type]: String(key), "text/plain": String(key) })),
    acceptedDragTypes: [type],
    getDropOperation: () => "move",
    async onInsert({ items: dropped, target }) {
      const id = await idOf(dropped);
      if (id !== null) drop(id, target.dropPosition === "before" ? String(target.key) : after(String(target.key)));
    },
    async onRootDrop({ items: dropped }) {
      const id = await idOf(dropped);
      if (id !== null) drop(id, null);
    },
    onReorder({ keys, target }) {
      const [id] = keys;
      if (id !== undefined) drop(String(id), target.dropPosition === "before" ? String(target.key) : after(String(target.key)));
    },
  });
  async function idOf(
    dropped: Parameters<NonNullable<Parameters<typeof useDragAndDrop>[0]["onInsert"]>>[0]["items"],
  ): Promise<string | null> {
    const [first] = dropped;
    return first !== undefined && isTextDropItem(first) ? await first.getText(type) : null;
  }
  return (
    <section ref={section} className="lane" aria-label={label}>
      <header className="lane-head">{header}</header>
      <div className="lane-scroll">
        <GridList
          aria-label={label}
          className="lane-list"
          items={items}
          // A card also shows what its item does not contain, such as a contact that is loaded later.
          dependencies={[card]}
          dragAndDropHooks={dragAndDropHooks}
          onAction={(key) => {
            const found = items.find(({ id }) => id === key);
            if (found !== undefined) onOpen(found);
          }}
          renderEmptyState={() => <p className="p-2 text-12 text-text-3">{empty}</p>}
        >
          {(item) => (
            <GridListItem id={item.id} textValue={nameOf(item)} className="deal">
              {!isReadOnly && (
                <Button
                  slot="drag"
                  icon={GripVertical}
                  label={t("ui.drag", { name: nameOf(item) })}
                  variant="ghost"
                  size="small"
                  className="lane-grip"
                />
              )}
              {card(item)}
            </GridListItem>
          )}
        </GridList>
        {end}
      </div>
    </section>
  );
}
