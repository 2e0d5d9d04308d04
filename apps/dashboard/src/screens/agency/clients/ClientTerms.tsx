import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyClient, ClientBilling } from "@parley/sdk";
import { clientBillingQuery, currencyQuery } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

const modes = ["client_pays", "agency_pays"] as const;
const markupMax = 100;

/** Who pays for the client's usage, and with which markup. */
export function ClientTerms({ client, mayWrite }: { client: AgencyClient; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...clientBillingQuery(client.id), throwOnError: false });
  const { data: currency } = useQuery({ ...currencyQuery, enabled: can(me, "billing:read"), throwOnError: false });
  const [editing, setEditing] = useState(false);
  return (
    <section aria-label={t("agency.terms")}>
      <h3 className="client-heading">
        {t("agency.terms")}
        {mayWrite && data !== undefined && (
          <Button size="small" variant="ghost" onPress={() => setEditing(true)}>
            {t("agency.terms.change")}
          </Button>
        )}
      </h3>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        )
      ) : (
        <dl className="client-facts">
          <div>
            <dt>{t("agency.terms.payer")}</dt>
            <dd>{t(`agency.terms.${data.mode}`)}</dd>
          </div>
          <div>
            <dt>{t("agency.terms.markup")}</dt>
            <dd className="tabular-nums">{format.percent(data.markupPercent / 100)}</dd>
          </div>
          {data.outstanding.charges > 0 && (
            <div>
              <dt>
                {t("agency.terms.outstanding", {
                  amount: currency === undefined ? format.number(data.outstanding.cost) : format.money(data.outstanding.cost, currency),
                })}
              </dt>
              <dd>{data.outstanding.reason}</dd>
            </div>
          )}
        </dl>
      )}
      {editing && data !== undefined && <TermsDialog id={client.id} terms={data} onClose={() => setEditing(false)} />}
    </section>
  );
}

function TermsDialog({ id, terms, onClose }: { id: string; terms: ClientBilling; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [mode, setMode] = useState(terms.mode);
  const [markupPercent, setMarkup] = useState(terms.markupPercent);
  const changes = useChangesSinceOpened({ mode, markupPercent });
  async function save() {
    if (changes === null) return onClose();
    client.setQueryData(clientBillingQuery(id).queryKey, await api.agency.clients.billing.update(id, changes));
    onClose();
  }
  return (
    <FormDialog title={t("agency.terms.change")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <RadioGroup
        label={t("agency.terms.payer")}
        name="mode"
        value={mode}
        onChange={(next) => setMode(modes.find((each) => each === next) ?? mode)}
      >
        {modes.map((each) => (
          <Radio key={each} value={each}>
            {t(`agency.terms.${each}`)}
          </Radio>
        ))}
      </RadioGroup>
      <NumberField
        label={t("agency.terms.markup")}
        name="markupPercent"
        hint={t("agency.terms.markup.hint")}
        unit="%"
        minValue={0}
        maxValue={markupMax}
        value={markupPercent}
        onChange={(value) => setMarkup(Number.isNaN(value) ? 0 : value)}
      />
    </FormDialog>
  );
}
