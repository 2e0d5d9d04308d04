import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AgentSettings } from "@parley/sdk";
import { agentSettingsQuery, saveAgentSettings } from "../../../api/settings/agent-settings.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Holidays } from "../../../parts/hours/Holidays.tsx";
import { WeekFields } from "../../../parts/hours/WeekFields.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";
import { defaultWeek, fromSpans, timezones, toSpans } from "../../../parts/hours/week.ts";

/**
 * The team's business hours: outside them nothing is assigned automatically, and clocks that follow them are paused.
 */
export function HoursPart() {
  const { data, error, refetch } = useQuery({ ...agentSettingsQuery(), throwOnError: false });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return <HoursForm hours={data.businessHours} />;
}

function HoursForm({ hours }: { hours: AgentSettings["businessHours"] }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { values, changes, edit, settle } = useEdits({
    limited: hours !== null,
    timezone: hours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    spans: hours === null ? defaultWeek() : toSpans(hours.weekly),
    holidays: hours?.holidays ?? [],
  });
  const { limited, timezone, spans, holidays } = values;
  async function save() {
    // The API replaces them as a whole.
    const businessHours = limited ? { timezone, weekly: fromSpans(spans), holidays } : null;
    if (changes !== null) await saveAgentSettings(client, { businessHours });
    settle();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="settings-form grid gap-5">
      <Switch isSelected={limited} onChange={(on) => edit({ limited: on })} hint={t("hours.limited.hint")}>
        {t("hours.limited")}
      </Switch>
      {limited && (
        <>
          <ComboBox
            label={t("hours.timezone")}
            name="businessHours.timezone"
            options={timezones(timezone).map((id) => ({ id, name: id }))}
            value={timezone}
            onChange={(zone) => zone !== null && edit({ timezone: zone })}
          />
          <WeekFields name="businessHours" spans={spans} onChange={(next) => edit({ spans: next })} />
          <Holidays days={holidays} onChange={(next) => edit({ holidays: next })} />
        </>
      )}
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("common.save")}
      </Button>
    </Form>
  );
}
