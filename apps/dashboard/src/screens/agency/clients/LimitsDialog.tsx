import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Entitlements } from "@parley/sdk";
import { allEntitlementsQuery, clientEntitlementsQuery } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { type LimitName, limitNames } from "./limits.ts";

interface Props {
  id: string;
  name: string;
  limits: Entitlements;
  onClose(): void;
}

/** A client's limits. */
export function LimitsDialog({ id, name, limits, onClose }: Props) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  // An empty field means no limit.
  const [typed, setTyped] = useState<Readonly<Record<LimitName, number>>>(
    () => Object.fromEntries(limitNames.map((each) => [each, limits.entitlements[each].limit ?? Number.NaN])) as Record<LimitName, number>,
  );
  const changes = useChangesSinceOpened(
    Object.fromEntries(limitNames.map((each) => [each, Number.isNaN(typed[each]) ? null : typed[each]])),
  );
  async function save() {
    if (changes === null) return onClose();
    client.setQueryData(clientEntitlementsQuery(id).queryKey, await api.agency.clients.entitlements.update(id, changes));
    void client.invalidateQueries({ queryKey: allEntitlementsQuery.queryKey });
    onClose();
  }
  return (
    <FormDialog title={t("agency.limits.edit", { name })} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <p className="text-12 text-text-2">{t("agency.limits.hint")}</p>
      <div className="limit-fields">
        {limitNames.map((each) => (
          <NumberField
            key={each}
            label={t(`agency.limit.${each}`)}
            name={each}
            minValue={0}
            placeholder={t("agency.limit.none")}
            value={typed[each]}
            onChange={(value) => setTyped((now) => ({ ...now, [each]: value }))}
            unit={format.compact(limits.entitlements[each].usage)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
