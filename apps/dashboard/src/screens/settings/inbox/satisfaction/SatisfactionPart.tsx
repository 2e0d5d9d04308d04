import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { AgentSettings } from "@parley/sdk";
import { agentSettingsQuery, saveAgentSettings } from "../../../../api/settings/agent-settings.ts";
import { can, meQuery } from "../../../../api/session.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { useEdits } from "../../../../parts/fields/useEdits.ts";
import { toast } from "../../../../shell/toast.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Form } from "../../../../ui/fields/Form.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";
import { NewestRatings } from "./NewestRatings.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { Score } from "./Score.tsx";

/** Whether and how surveys are sent, and their results. */
export function SatisfactionPart() {
  const { data, error, refetch } = useQuery({ ...agentSettingsQuery(), throwOnError: false });
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <div className="satisfaction">
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <SatisfactionForm csat={data.csat} mayWrite={can(me, "agents:write")} />
      )}
      {can(me, "metrics:read") && (
        <div className="satisfaction-said">
          <Score />
          <NewestRatings />
        </div>
      )}
    </div>
  );
}

function SatisfactionForm({ csat, mayWrite }: { csat: AgentSettings["csat"]; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { values, changes, edit, settle } = useEdits({ enabled: csat.enabled, delayMinutes: csat.delayMinutes, questions: csat.questions });
  const { enabled, delayMinutes, questions } = values;
  async function save() {
    if (changes !== null) await saveAgentSettings(client, { csat: changes });
    settle();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="grid content-start gap-5">
      <Switch isSelected={enabled} onChange={(on) => edit({ enabled: on })} hint={t("satisfaction.enabled.hint")} isReadOnly={!mayWrite}>
        {t("satisfaction.enabled")}
      </Switch>
      <NumberField
        label={t("satisfaction.delay")}
        name="csat.delayMinutes"
        unit={t("duration.minutes")}
        value={delayMinutes}
        minValue={0}
        isReadOnly={!mayWrite}
        onChange={(minutes) => edit({ delayMinutes: minutes })}
      />
      <QuestionFields own={questions} usual={csat.defaultQuestions} onChange={(own) => edit({ questions: own })} mayWrite={mayWrite} />
      {mayWrite && (
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("common.save")}
        </Button>
      )}
    </Form>
  );
}
