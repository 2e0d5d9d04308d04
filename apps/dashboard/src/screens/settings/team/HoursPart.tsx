import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AgentSettings } from "@parley/sdk";
import { agentSettingsQuery, saveAgentSettings } from "../../../api/settings/agent-settings.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { DatePicker } from "../../../ui/fields/DatePicker.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Tag } from "../../../ui/Chip.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { WeekFields } from "./WeekFields.tsx";
import { fromSpans, toSpans, defaultWeek } from "./week.ts";

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
  const [limited, setLimited] = useState(hours !== null);
  const [timezone, setTimezone] = useState(hours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [spans, setSpans] = useState(() => (hours === null ? defaultWeek() : toSpans(hours.weekly)));
  const [holidays, setHolidays] = useState<string[]>(hours?.holidays ?? []);
  async function save() {
    await saveAgentSettings(client, { businessHours: limited ? { timezone, weekly: fromSpans(spans), holidays } : null });
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="settings-form grid gap-5">
      <Switch isSelected={limited} onChange={setLimited} hint={t("hours.limited.hint")}>
        {t("hours.limited")}
      </Switch>
      {limited && (
        <>
          <ComboBox
            label={t("hours.timezone")}
            name="businessHours.timezone"
            options={timezones(timezone).map((id) => ({ id, name: id }))}
            value={timezone}
            onChange={(zone) => zone !== null && setTimezone(zone)}
          />
          <WeekFields spans={spans} onChange={setSpans} />
          <Holidays days={holidays} onChange={setHolidays} />
        </>
      )}
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("common.save")}
      </Button>
    </Form>
  );
}

/** The browser's zones; the stored one may be another. */
function timezones(current: string): string[] {
  return [...new Set([current, ...Intl.supportedValuesOf("timeZone")])].sort();
}

function Holidays({ days, onChange }: { days: readonly string[]; onChange(days: string[]): void }) {
  const { t, language } = useI18n();
  const [day, setDay] = useState<string | null>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return (
    <fieldset className="grid gap-2" tabIndex={-1} ref={group}>
      <legend className="lab">{t("hours.holidays")}</legend>
      <div className="flex items-end gap-2">
        <DatePicker label={t("hours.holiday")} hideLabel value={day} onChange={setDay} />
        <Button
          isDisabled={day === null}
          onPress={() => {
            // Without a selection the button cannot keep the focus.
            group.current?.focus();
            if (day !== null) onChange([...new Set([...days, day])].sort());
            setDay(null);
          }}
        >
          {t("ui.add")}
        </Button>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {days.map((each) => {
          const name = date.format(new Date(each));
          return (
            <Tag
              key={each}
              removeLabel={t("ui.remove", { name })}
              onRemove={() => {
                group.current?.focus();
                onChange(days.filter((other) => other !== each));
              }}
            >
              {name}
            </Tag>
          );
        })}
      </div>
    </fieldset>
  );
}
