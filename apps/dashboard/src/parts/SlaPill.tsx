import { Pause, Timer, TimerOff } from "lucide-react";
import type { ServiceLevel } from "@parley/sdk";
import { useMinute } from "../api/useMinute.ts";
import { useI18n } from "../i18n/i18n.tsx";

/** The nearest promise: when an answer or a solution is due. Nothing while there is none or much time. */
export function SlaPill({ sla, always = false }: { sla: ServiceLevel | null; always?: boolean }) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  if (sla === null) return null;
  if (sla.paused)
    return always ? (
      <span className="chip">
        <Pause className="icon icon-12" aria-hidden />
        {t("sla.paused")}
      </span>
    ) : null;
  const dueAt = nearest(sla);
  if (dueAt === null) return null;
  const leftMs = Date.parse(dueAt) - nowMs;
  const late = leftMs < 0;
  const Icon = late ? TimerOff : Timer;
  const time = format.duration(Math.abs(leftMs));
  const tone = late ? "bad" : leftMs < 15 * 60_000 ? "warn" : "";
  if (!always && tone === "") return null;
  return (
    <span className={`chip ${tone}`} title={format.instant(dueAt)}>
      <Icon className="icon icon-12" aria-hidden />
      {t(late ? "sla.over" : "sla.due", { time })}
    </span>
  );
}

export function nearest({ firstResponseDueAt, nextResponseDueAt, resolutionDueAt }: ServiceLevel): string | null {
  return [firstResponseDueAt, nextResponseDueAt, resolutionDueAt].filter((each) => each !== null).sort()[0] ?? null;
}
