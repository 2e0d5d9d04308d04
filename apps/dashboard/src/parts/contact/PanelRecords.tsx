import { type ReactNode, useState } from "react";
import type { ListData } from "../../api/live/list.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { useFocusAfter } from "../use-focus-after.ts";
import { PanelSection } from "./PanelSection.tsx";

interface Props<Item> {
  title: string;
  list: ListData<Item>;
  /** Fetches the next page. */
  onMore(): Promise<unknown>;
  action?: ReactNode;
  children(item: Item): ReactNode;
}

const few = 5;

/** The newest of a contact's records; the others on request. */
export function PanelRecords<Item>({ title, list: { items, next }, onMore, action, children }: Props<Item>) {
  const { t } = useI18n();
  const [isWhole, setWhole] = useState(false);
  const [others, focusOthers] = useFocusAfter<HTMLDivElement>();
  return (
    <PanelSection title={title} count={items.length} hasMore={next !== null} action={action}>
      {items.slice(0, few).map(children)}
      {isWhole ? (
        <div ref={others} tabIndex={-1} className="border-t border-line">
          {items.slice(few).map(children)}
          <LoadMore hasMore={next !== null} onMore={onMore} />
        </div>
      ) : (
        items.length > few && (
          <Button
            size="small"
            variant="ghost"
            className="-ms-2"
            onPress={() => {
              setWhole(true);
              focusOthers();
            }}
          >
            {t("contact.showAll")}
          </Button>
        )
      )}
    </PanelSection>
  );
}
