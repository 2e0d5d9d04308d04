import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { useState } from "react";
import type { Price } from "@parley/sdk";
import { adminPricesQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { useRun } from "../frame/useRun.ts";
import { PriceDialog } from "./PriceDialog.tsx";

/** The installation's price list: what a request to each model costs. */
export function PricesPart() {
  const { t, format } = useI18n();
  const { inForm } = useRun();
  const { data: me } = useSuspenseQuery(meQuery);
  const [edited, setEdited] = useState<Price | "new" | null>(null);
  const [deleted, setDeleted] = useState<Price | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const mayWrite = can(me, "admin:write");
  useActions([
    {
      ...({ id: "admin.price.new", label: "admin.price.new", group: "shell.admin", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setEdited("new"),
    },
  ]);
  return (
    <>
      {mayWrite && (
        <div className="settings-tools">
          <Button variant="primary" icon={Plus} keys="c" ref={making} onPress={() => setEdited("new")}>
            {t("admin.price.new")}
          </Button>
        </div>
      )}
      <ListFrame<Price>
        query={adminPricesQuery()}
        label={t("billing.prices")}
        rowId={({ id }) => id}
        columns={[
          { id: "model", name: t("billing.model"), cell: ({ modelName }) => <bdi className="font-medium">{modelName}</bdi> },
          { id: "about", name: t("billing.description"), cell: ({ description }) => <bdi className="text-text-2">{description}</bdi> },
          {
            ...{ id: "state", name: t("inbox.status") },
            cell: ({ isActive }) => <Chip tone={isActive ? "ok" : "plain"}>{t(isActive ? "admin.price.on" : "admin.price.off")}</Chip>,
          },
          { id: "changed", name: t("admin.changed"), cell: ({ updatedAt }) => <When at={updatedAt} /> },
          {
            ...({ id: "price", name: t("billing.perRequest"), align: "end" } as const),
            cell: ({ costPerRequest, currency }) => format.price(costPerRequest, currency),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (price) =>
              mayWrite && <RowTools name={price.modelName} onEdit={() => setEdited(price)} onDelete={() => setDeleted(price)} />,
          },
        ]}
        empty={
          <EmptyState icon={Tags} title={t("billing.prices.empty")} call="POST /api/v1/admin/billing/pricing">
            {t("admin.prices.empty.text")}
          </EmptyState>
        }
      />
      {edited !== null && <PriceDialog price={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: deleted.modelName })}
          isOpen
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleted(null)}
          onConfirm={async () => {
            await inForm(() => api.admin.billing.pricing.delete(deleted.id), t("admin.price.deleted"));
            setDeleted(null);
            focusMaking();
          }}
        >
          {t("admin.price.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
