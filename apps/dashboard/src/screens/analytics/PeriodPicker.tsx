import { CalendarDays, ChevronDown } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { DatePicker } from "../../ui/fields/DatePicker.tsx";
import { Radio, RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { type PeriodId, periodDefault, periods, rangeDaysMax } from "./analytics-search.ts";
import type { ReportRequest } from "./report-request.ts";

const dayMs = 86_400_000;
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

interface PeriodPickerProps {
  request: ReportRequest;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Predefined periods, and custom dates. */
export function PeriodPicker({ request, isOpen, onOpenChange }: PeriodPickerProps) {
  const { t } = useI18n();
  const { span, dates } = request;
  return (
    <Popover
      label={t("analytics.period")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          size="small"
          icon={CalendarDays}
          endIcon={ChevronDown}
          keys="p"
          hideKeys
          label={`${t("analytics.period")}: ${dates.range(span.since, shifted(span.until, -1))}`}
        >
          <bdi className="num">{dates.range(span.since, shifted(span.until, -1))}</bdi>
        </Button>
      }
    >
      {(close) => <Periods request={request} close={close} />}
    </Popover>
  );
}

const own = "own";

function Periods({ request: { search, span, change }, close }: { request: ReportRequest; close(): void }) {
  const { t } = useI18n();
  const [since, setSince] = useState<string | null>(span.since);
  const [last, setLast] = useState<string | null>(shifted(span.until, -1));
  const chosen = search.since === undefined ? (search.period ?? periodDefault) : own;
  const days = since === null || last === null ? null : (Date.parse(last) - Date.parse(since)) / dayMs + 1;
  const wrong =
    days === null
      ? null
      : days < 1
        ? t("analytics.period.order")
        : days > rangeDaysMax
          ? t("analytics.period.long", { n: rangeDaysMax })
          : null;
  const choose = (period: PeriodId | typeof own) => {
    change({ period: periods.find((each) => each === period && each !== periodDefault), since: undefined, until: undefined });
    close();
  };
  const show = () => {
    if (since === null || last === null || wrong !== null) return;
    change({ period: undefined, since, until: shifted(last, 1) });
    close();
  };
  return (
    <div className="periods">
      <RadioGroup label={t("analytics.period")} value={chosen} onChange={choose}>
        {periods.map((id) => (
          <Radio key={id} value={id}>
            {t(`analytics.period.${id}`)}
          </Radio>
        ))}
      </RadioGroup>
      <form
        className="periods-own"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <DatePicker label={t("analytics.from")} value={since} onChange={setSince} size="small" />
        <DatePicker label={t("analytics.to")} value={last} onChange={setLast} size="small" {...(wrong === null ? {} : { error: wrong })} />
        <Button type="submit" size="small" isDisabled={days === null || wrong !== null}>
          {t("analytics.show")}
        </Button>
      </form>
    </div>
  );
}
