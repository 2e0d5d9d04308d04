import { Hourglass, UserRound } from "lucide-react";
import { useMinute } from "../api/useMinute.ts";
import { useI18n } from "../i18n/i18n.tsx";

const hourMs = 3_600_000;

interface Props {
  expiresAt: string | null;
  /** With the word "left". */
  long?: boolean;
  /** Nothing is shown after the end: sending may not end with it. */
  hideClosed?: boolean;
  /** Only people may still reply until then. */
  onlyPeople?: boolean;
}

/** Until when free text can be sent: subdued while there is time, emphasised when there is little. */
export function WindowPill({ expiresAt, long = false, hideClosed = false, onlyPeople = false }: Props) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - nowMs;
  const closed = leftMs <= 0;
  if (closed && hideClosed) return null;
  const tone = closed ? "off" : leftMs < hourMs ? "bad" : leftMs < 4 * hourMs ? "warn" : "ok";
  const Icon = onlyPeople ? UserRound : Hourglass;
  const left = format.duration(leftMs, long);
  const name = closed ? t("window.closed") : t(onlyPeople ? "window.people" : "window.closesIn", { time: left });
  return (
    <span
      className={`window-pill ${tone}`}
      title={onlyPeople ? t("window.people.title", { at: format.instant(expiresAt) }) : format.instant(expiresAt)}
    >
      <Icon className="icon icon-12" aria-hidden />
      <span aria-hidden>
        {closed ? t("window.closed.short") : long ? t(onlyPeople ? "window.people.left" : "window.left", { time: left }) : left}
      </span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
