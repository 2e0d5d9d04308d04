import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Retention } from "@parley/sdk";
import { retentionQuery, saveRetention } from "../../../api/settings/privacy.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";

const kinds = ["messagesDays", "mediaDays", "eventsDays", "auditDays", "importsDays", "flowRunsDays"] as const;

export function RetentionForm({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useQuery({ ...retentionQuery(), throwOnError: false });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  return <DaysForm retention={data} mayWrite={mayWrite} />;
}

function DaysForm({ retention, mayWrite }: { retention: Retention; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { values: days, changes, edit, settle } = useEdits(retention);
  async function save() {
    if (changes !== null) await saveRetention(client, changes);
    settle();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} label={t("retention.title")} className="grid gap-3">
      <h2 className="text-16">{t("retention.title")}</h2>
      <p className="text-text-2">{t("retention.text")}</p>
      <div className="retention-days">
        {kinds.map((kind) => (
          <NumberField
            key={kind}
            label={t(`retention.${kind}`)}
            name={kind}
            isOptional
            unit={t("duration.days")}
            value={days[kind] ?? Number.NaN}
            isReadOnly={!mayWrite}
            hideButtons
            onChange={(next) => edit({ [kind]: Number.isNaN(next) ? null : next })}
          />
        ))}
      </div>
      {mayWrite && (
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("common.save")}
        </Button>
      )}
    </Form>
  );
}
