import { useQuery } from "@tanstack/react-query";
import { segments } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { AudienceEditor } from "../../../parts/audience/AudienceEditor.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { AudienceCount } from "./AudienceCount.tsx";
import { Card } from "./Card.tsx";
import type { BroadcastFormState } from "./useBroadcastForm.ts";

/** The recipients, by rules or a segment, with their number. */
export function AudienceCard({ making }: { making: BroadcastFormState }) {
  const { t } = useI18n();
  const { form, change, preview } = making;
  const { data: segmentList } = useQuery({ ...segments.listQuery(), throwOnError: false });
  const ways = (["rules", "segment", "all"] as const).map((id) => ({ id, name: t(`broadcasts.way.${id}`) }));
  return (
    <Card title={t("broadcasts.audience")} n={1} isDone={(preview?.data?.sendable ?? 0) > 0}>
      <div className="making-audience">
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <Segmented
              label={t("broadcasts.audience")}
              size="small"
              value={form.way}
              segments={form.kept === null ? ways : [...ways, { id: "kept" as const, name: t("broadcasts.way.kept") }]}
              onChange={(way) => change({ way })}
            />
            <span className="ms-auto text-12 text-text-3">{t("broadcasts.countedAgain")}</span>
          </div>
          {form.way === "rules" && <AudienceEditor initial={form.rules} onChange={(rules) => change({ rules })} />}
          {form.way === "segment" && segmentList !== undefined && (
            <ComboBox
              label={t("broadcasts.segment")}
              value={form.segmentId}
              options={segmentList.items.map(({ id, name, description }) => ({
                ...{ id, name },
                ...(description === null ? {} : { description }),
              }))}
              onChange={(segmentId) => change({ segmentId })}
            />
          )}
          {form.way === "kept" && <p className="text-text-2">{t("broadcasts.keptContacts", { n: form.kept?.contactIds?.length ?? 0 })}</p>}
        </div>
        <AudienceCount making={making} />
      </div>
    </Card>
  );
}
