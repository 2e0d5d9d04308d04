import { serverNow } from "../../../api/clock.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DateTimePicker, TimeField } from "../../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { Meter } from "../../../ui/feedback/Progress.tsx";
import { Card } from "./Card.tsx";
import type { BroadcastFormState } from "./useBroadcastForm.ts";

const hourMs = 3_600_000;
const night = { from: "20:00", to: "08:00" };
/** The server's defaults. */
const usualLimits = { failurePercent: 30, optOutPercent: 5, afterMessages: 100 };
const percent = { minValue: 0, maxValue: 100 };

/** When it starts, its quiet hours, its rate, and when it pauses automatically. */
export function PaceCard({ making: { form, change, channel } }: { making: BroadcastFormState }) {
  const { t, format } = useI18n();
  const { quiet, limits = usualLimits } = form;
  const own = channel === undefined ? null : channel.messagesPerSecond * 60;
  const isTimely = form.at === null || Date.parse(form.at) > serverNow();
  return (
    <Card title={t("broadcasts.pace.title")} n={3} isDone={isTimely}>
      <div className="making-pace">
        <div className="grid content-start gap-3">
          <Segmented
            label={t("broadcasts.when")}
            size="small"
            value={form.at === null ? "now" : "later"}
            segments={[
              { id: "now" as const, name: t("broadcasts.now") },
              { id: "later" as const, name: t("broadcasts.later") },
            ]}
            onChange={(when) => change({ at: when === "now" ? null : nextHour() })}
          />
          {form.at !== null && (
            <DateTimePicker
              label={t("broadcasts.startsAt")}
              name="scheduledAt"
              value={form.at}
              min={new Date(serverNow()).toISOString()}
              onChange={(at) => change({ at })}
              {...(isTimely ? {} : { error: t("broadcasts.past") })}
            />
          )}
          <Switch
            isSelected={quiet !== null}
            onChange={(on) => change({ quiet: on ? { ...night, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone } : null })}
            hint={t("broadcasts.quiet.hint")}
          >
            {t("broadcasts.quiet")}
          </Switch>
          {quiet !== null && (
            <div className="making-pair">
              <TimeField
                label={t("broadcasts.quiet.from")}
                name="quietHours.from"
                value={quiet.from}
                onChange={(from) => from !== null && change({ quiet: { ...quiet, from } })}
              />
              <TimeField
                label={t("broadcasts.quiet.to")}
                name="quietHours.to"
                value={quiet.to}
                onChange={(to) => to !== null && change({ quiet: { ...quiet, to } })}
              />
            </div>
          )}
        </div>
        <div className="grid content-start gap-3">
          <NumberField
            label={t("broadcasts.rate")}
            name="sendRatePerMinute"
            isOptional
            placeholder={t("broadcasts.rate.fastest")}
            value={form.rate ?? Number.NaN}
            minValue={1}
            maxValue={60_000}
            hideButtons
            unit={t("broadcasts.perMinute")}
            {...(own === null ? {} : { hint: t("broadcasts.rate.own", { n: own }) })}
            onChange={(rate) => change({ rate: Number.isNaN(rate) ? null : rate })}
          />
          {own !== null && own > 0 && (
            <Meter
              label={t("broadcasts.rate")}
              value={Math.min(form.rate ?? own, own)}
              max={own}
              valueText={t("broadcasts.rate.of", { rate: format.number(Math.min(form.rate ?? own, own)), own: format.number(own) })}
            />
          )}
          <Switch
            isSelected={limits !== null}
            onChange={(on) => change({ limits: on ? usualLimits : null })}
            hint={t("broadcasts.limits.hint")}
          >
            {t("broadcasts.limits")}
          </Switch>
          {limits !== null && (
            <div className="making-pair">
              <NumberField
                label={t("broadcasts.limits.failed")}
                name="autoPause.failurePercent"
                {...percent}
                unit="%"
                hideButtons
                value={limits.failurePercent}
                onChange={(failurePercent) => !Number.isNaN(failurePercent) && change({ limits: { ...limits, failurePercent } })}
              />
              <NumberField
                label={t("broadcasts.limits.optedOut")}
                name="autoPause.optOutPercent"
                {...percent}
                unit="%"
                hideButtons
                value={limits.optOutPercent}
                onChange={(optOutPercent) => !Number.isNaN(optOutPercent) && change({ limits: { ...limits, optOutPercent } })}
              />
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

const nextHour = () => new Date((Math.floor(serverNow() / hourMs) + 1) * hourMs).toISOString();
