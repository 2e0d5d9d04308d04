import { useState } from "react";
import type { CallHours, CallHoursInput } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { WeekFields } from "../../parts/hours/WeekFields.tsx";
import { defaultWeek, fromSpans, type Span, timezones, toSpans } from "../../parts/hours/week.ts";
import { ComboBox } from "../../ui/fields/ComboBox.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

const modes = ["always", "some"] as const;

interface Props {
  /** null: at any time. */
  hours: CallHours | null;
  /** The platform's special days are left unchanged. */
  onSave(hours: CallHoursInput | null): Promise<unknown>;
  onClose(): void;
}

/** The hours in which the platform lets customers call. */
export function CallHoursDialog({ hours, onSave, onClose }: Props) {
  const { t } = useI18n();
  const [mode, setMode] = useState<(typeof modes)[number]>(hours === null ? "always" : "some");
  const [timezone, setTimezone] = useState(hours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [spans, setSpans] = useState<Span[]>(() => (hours === null ? defaultWeek() : toSpans(hours.weekly)));
  async function save() {
    await onSave(mode === "always" ? null : { timezone, weekly: fromSpans(spans) });
    onClose();
  }
  return (
    <FormDialog title={t("channelCalls.hours")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <p className="text-text-2">{t("channelCalls.hours.text")}</p>
      <Select
        label={t("channelCalls.hours")}
        name="hours"
        value={mode}
        options={modes.map((id) => ({ id, name: t(`voice.hours.${id}`) }))}
        onChange={setMode}
      />
      {mode === "some" && (
        <>
          <ComboBox
            label={t("hours.timezone")}
            name="hours.timezone"
            options={timezones(timezone).map((id) => ({ id, name: id }))}
            value={timezone}
            onChange={(next) => next !== null && setTimezone(next)}
          />
          <WeekFields name="hours" spans={spans} onChange={setSpans} />
        </>
      )}
    </FormDialog>
  );
}
