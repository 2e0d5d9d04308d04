import "../../../styles/table.css";
import "../../../styles/pickers.css";
import {
  type CalendarDate,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseTime,
  toTimeZone,
  type ZonedDateTime,
} from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from "react-aria-components/Calendar";
import {
  DateInput,
  DatePicker as AriaDatePicker,
  DateSegment,
  type DatePickerProps,
  type DateValue,
  Group,
  Popover,
} from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { TimeField as AriaTimeField } from "react-aria-components/TimeField";
import { dateLocale } from "../../../i18n/date-locale.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { classes } from "../../lib/classes.ts";
import { part } from "../../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "../FieldFrame.tsx";
import { useServerError } from "../formErrors.ts";

interface Common extends FieldText {
  value: string | null;
  /** Null if it was cleared. */
  onChange: (value: string | null) => void;
  name?: string;
  size?: "normal" | "small";
  isDisabled?: boolean;
  isReadOnly?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  className?: string;
}

export interface DateProps extends Common {
  min?: string;
  max?: string;
}

export interface DateTimeProps extends DateProps {
  /** An IANA name; by default the person's own. */
  timeZone?: string;
}

export type TimeProps = Common;

export function DatePicker({ min, max, ...props }: DateProps) {
  return (
    <Picker<CalendarDate>
      {...props}
      parsed={props.value === null ? null : parseDate(props.value)}
      write={(date) => date.toString()}
      bounds={{ ...(min === undefined ? {} : { minValue: parseDate(min) }), ...(max === undefined ? {} : { maxValue: parseDate(max) }) }}
    />
  );
}

export function DateTimePicker({ min, max, timeZone = getLocalTimeZone(), ...props }: DateTimeProps) {
  const read = (iso: string) => parseAbsolute(iso, timeZone);
  return (
    <Picker<ZonedDateTime>
      {...props}
      parsed={props.value === null ? null : read(props.value)}
      write={(date) => toTimeZone(date, timeZone).toAbsoluteString()}
      bounds={{
        granularity: "minute",
        hideTimeZone: true,
        placeholderValue: read(new Date().toISOString()).set({ second: 0, millisecond: 0 }),
        ...(min === undefined ? {} : { minValue: read(min) }),
        ...(max === undefined ? {} : { maxValue: read(max) }),
      }}
    />
  );
}

function DateLocale({ children }: { children: ReactNode }) {
  const { language, dir } = useI18n();
  // The gallery shows English from right to left, with its own locale.
  return dir === "ltr" ? <I18nProvider locale={dateLocale(language)}>{children}</I18nProvider> : children;
}

interface PickerProps<T extends DateValue> extends Common {
  parsed: T | null;
  write: (date: T) => string;
  bounds: Partial<DatePickerProps<T>>;
}

function Picker<T extends DateValue>(props: PickerProps<T>) {
  const {
    label,
    hideLabel,
    hint,
    isOptional,
    value,
    onChange,
    name,
    size,
    className,
    parsed,
    write,
    bounds,
    isDisabled,
    isReadOnly,
    isRequired,
    autoFocus,
  } = props;
  const { t } = useI18n();
  const server = useServerError(name);
  const error = props.error ?? server.error;
  return (
    <DateLocale>
      <AriaDatePicker<DateValue>
        {...(bounds as Partial<DatePickerProps<DateValue>>)}
        {...part({ isDisabled, isReadOnly, isRequired, autoFocus })}
        {...fieldProps({ ...props, error })}
        className={classes("field", className)}
        shouldForceLeadingZeros
        value={parsed}
        onChange={(date) => {
          server.clear();
          onChange(date === null ? null : write(date as T));
        }}
      >
        <FieldFrame label={label} {...part({ hideLabel, hint, isOptional })} error={error}>
          <Group className={classes("input", size === "small" && "small")}>
            <DateInput className="segments">{(segment) => <DateSegment segment={segment} className="segment" />}</DateInput>
            {isReadOnly !== true && (
              <AriaButton className="stepper ms-auto">
                <CalendarDays className="icon icon-14" aria-hidden />
              </AriaButton>
            )}
          </Group>
          {name !== undefined && <input type="hidden" name={name} value={value ?? ""} />}
          <Popover className="popover animated" offset={4} data-owns-keys="">
            <Dialog className="popover-body" aria-label={t("ui.calendar")}>
              <Calendar className="calendar">
                <header className="calendar-head">
                  <AriaButton slot="previous" className="stepper">
                    <ChevronLeft className="icon icon-14 flip" aria-hidden />
                  </AriaButton>
                  <Heading />
                  <AriaButton slot="next" className="stepper">
                    <ChevronRight className="icon icon-14 flip" aria-hidden />
                  </AriaButton>
                </header>
                <CalendarGrid>
                  <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
                  <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
                </CalendarGrid>
              </Calendar>
            </Dialog>
          </Popover>
        </FieldFrame>
      </AriaDatePicker>
    </DateLocale>
  );
}

export function TimeField(props: TimeProps) {
  const { label, hideLabel, hint, isOptional, value, onChange, name, size, className, isDisabled, isReadOnly, isRequired, autoFocus } =
    props;
  const server = useServerError(name);
  const error = props.error ?? server.error;
  return (
    <DateLocale>
      <AriaTimeField
        {...part({ isDisabled, isReadOnly, isRequired, autoFocus })}
        {...fieldProps({ ...props, error })}
        className={classes("field", className)}
        shouldForceLeadingZeros
        value={value === null ? null : parseTime(value)}
        onChange={(time) => {
          server.clear();
          // Business hours have no seconds: 09:30.
          onChange(time === null ? null : time.toString().slice(0, 5));
        }}
      >
        <FieldFrame label={label} {...part({ hideLabel, hint, isOptional })} error={error}>
          <DateInput className={classes("input segments", size === "small" && "small")}>
            {(segment) => <DateSegment segment={segment} className="segment" />}
          </DateInput>
          {name !== undefined && <input type="hidden" name={name} value={value ?? ""} />}
        </FieldFrame>
      </AriaTimeField>
    </DateLocale>
  );
}
