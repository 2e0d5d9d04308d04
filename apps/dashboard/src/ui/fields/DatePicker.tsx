/** Dates and times. The calendar's code is loaded when the first field is shown. */
import { lazy, type ReactElement, Suspense } from "react";
import type { FieldText } from "./FieldFrame.tsx";
import type { DateProps, DateTimeProps, TimeProps } from "./pickers/dates.tsx";
import type { ColorProps } from "./pickers/color.tsx";

const LazyDate = lazy(async () => ({ default: (await import("./pickers/dates.tsx")).DatePicker }));
const LazyDateTime = lazy(async () => ({ default: (await import("./pickers/dates.tsx")).DateTimePicker }));
const LazyTime = lazy(async () => ({ default: (await import("./pickers/dates.tsx")).TimeField }));
const LazyColor = lazy(async () => ({ default: (await import("./pickers/color.tsx")).ColorField }));

/** A day: `2026-11-25`. */
export function DatePicker(props: DateProps) {
  return waiting(props, <LazyDate {...props} />);
}

/** A point in time, in the person's time zone or in `timeZone`: `2026-11-25T13:00:00.000Z`. */
export function DateTimePicker(props: DateTimeProps) {
  return waiting(props, <LazyDateTime {...props} />);
}

/** A time of day: `09:30`. */
export function TimeField(props: TimeProps) {
  return waiting(props, <LazyTime {...props} />);
}

/** Any colour: `#2f5bea`. For the eight hues of labels use `HueField`. */
export function ColorField(props: ColorProps) {
  return waiting(props, <LazyColor {...props} />);
}

/** The same box, so that nothing moves when the field is loaded. */
function waiting({ label, hideLabel }: FieldText, field: ReactElement) {
  return (
    <Suspense
      fallback={
        <div className="field" aria-busy>
          {hideLabel !== true && <span className="lab">{label}</span>}
          <span className="input" />
        </div>
      }
    >
      {field}
    </Suspense>
  );
}
