import { Tags } from "lucide-react";
import type { Price } from "@parley/sdk";
import { pricesQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** What a request to each model costs. */
export function Prices() {
  const { t, format } = useI18n();
  return (
    <ListFrame<Price>
      query={pricesQuery()}
      label={t("billing.prices")}
      rowId={({ id }) => id}
      columns={[
        { id: "model", name: t("billing.model"), cell: ({ modelName }) => <bdi className="font-medium">{modelName}</bdi> },
        { id: "about", name: t("billing.description"), cell: ({ description }) => <bdi className="text-text-2">{description}</bdi> },
        {
          ...({ id: "price", name: t("billing.perRequest"), align: "end" } as const),
          cell: ({ costPerRequest, currency }) => format.price(costPerRequest, currency),
        },
      ]}
      empty={<EmptyState icon={Tags} title={t("billing.prices.empty")} call="GET /api/v1/billing/pricing" />}
    />
  );
}
