import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { defineResource } from "../../api/resource.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { useFocusAfter } from "../use-focus-after.ts";
import { PanelSection } from "./PanelSection.tsx";

interface Props<Item extends { id: string }> {
  title: string;
  resource: Pick<ReturnType<typeof defineResource<Item, { contactId?: string }>>, "listQuery" | "loadMore">;
  contactId: string;
  /** Shown even if there are no records. */
  action?: ReactNode;
  children(item: Item): ReactNode;
}

const few = 5;

/** The newest of a contact's records; the others on request. Nothing if there are none. */
export function PanelRecords<Item extends { id: string }>({ title, resource, contactId, action, children }: Props<Item>) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data } = useQuery({ ...resource.listQuery({ contactId }), throwOnError: false });
  const titleId = useId();
  const [isWhole, setWhole] = useState(false);
  const [others, focusOthers] = useFocusAfter<HTMLDivElement>();
  if (data === undefined || (data.items.length === 0 && action === undefined)) return null;
  const { items, next } = data;
  return (
    <PanelSection title={title} titleId={titleId} count={items.length} hasMore={next !== null} action={action}>
      {items.length === 0 && <span className="hint">{t("common.none")}</span>}
      {items.slice(0, few).map(children)}
      {isWhole ? (
        <div ref={others} tabIndex={-1} role="group" aria-labelledby={titleId} className="border-t border-line">
          {items.slice(few).map(children)}
          <LoadMore hasMore={next !== null} onMore={() => resource.loadMore(client, { contactId })} />
        </div>
      ) : (
        items.length > few && (
          <Button
            size="small"
            variant="ghost"
            className="-ms-2"
            aria-describedby={titleId}
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
