import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Order } from "@parley/sdk";
import { orders } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import { PanelRecords } from "./PanelRecords.tsx";

const OrderDialog = lazyComponent(async () => (await import("./OrderDialog.tsx")).OrderDialog, { keys: "all" });

const orderTones: Readonly<Record<Order["status"], ChipTone>> = {
  draft: "plain",
  pending: "warn",
  paid: "info",
  fulfilled: "ok",
  cancelled: "plain",
  refunded: "warn",
};

/** A contact's orders, newest first; with the permission, one can be opened or created. */
export function ContactOrders({ contactId }: { contactId: string }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: currency } = useQuery({
    ...orders.listQuery({ contactId }),
    throwOnError: false,
    select: ({ items }) => items[0]?.currency ?? null,
  });
  /** null: a new one; undefined: none is open. */
  const [opened, setOpened] = useState<Order | null | undefined>(undefined);
  const mayWrite = can(me, "pipeline:write");
  return (
    <>
      <PanelRecords
        title={t("contact.orders")}
        resource={orders}
        contactId={contactId}
        {...(mayWrite
          ? {
              action: <Button icon={Plus} label={t("orders.new")} variant="ghost" size="small" onPress={() => setOpened(null)} />,
            }
          : {})}
      >
        {(order) => {
          const words = (
            <>
              <span className="cut grow text-start">
                <bdi>{order.number}</bdi>
                <span className="text-text-2 tabular-nums">{` · ${format.money(order.total, order.currency)}`}</span>
              </span>
              <Chip tone={orderTones[order.status]}>{t(`order.status.${order.status}`)}</Chip>
            </>
          );
          return mayWrite ? (
            <button type="button" className="mini w-full" key={order.id} onClick={() => setOpened(order)}>
              {words}
            </button>
          ) : (
            <div className="mini" key={order.id}>
              {words}
            </div>
          );
        }}
      </PanelRecords>
      {opened !== undefined && (
        <OrderDialog order={opened} contactId={contactId} currency={currency ?? "EUR"} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
