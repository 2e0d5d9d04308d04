import { Check, Pause, Timer, TimerOff } from "lucide-react";
import type { ServiceLevel } from "@parley/sdk";
import { useMinute } from "../api/useMinute.ts";
import { useI18n } from "../i18n/i18n.tsx";

/** With less time than this, it is emphasised. */
const soonMs = 15 * 60_000;

/**
 * The nearest SLA target: when a response or a resolution is due. Hidden while there is plenty of time; `always`: shown even then, and with
 * the outcome.
 */
export function SlaPill({ sla, always = false }: { sla: ServiceLevel | null; always?: boolean }) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  if (sla === null) return null;
  const due = nearest(sla);
  if (sla.paused || due === null) return always ? <State sla={sla} /> : null;
  const leftMs = Date.parse(due.at) - nowMs;
  const tone = toneOf(leftMs);
  const Icon = tone === "bad" ? TimerOff : Timer;
  if (!always && tone === "accent") return null;
  return (
    <span className={`chip ${tone === "accent" ? "" : tone}`} title={format.instant(due.at)}>
      <Icon className="icon icon-12" aria-hidden />
      {t(leftMs < 0 ? "sla.over" : "sla.due", { time: format.duration(Math.abs(leftMs)) })}
    </span>
  );
}

/** No clock is running. */
function State({ sla }: { sla: ServiceLevel }) {
  const { t } = useI18n();
  const [Icon, tone, label] = sla.paused
    ? ([Pause, "", "sla.paused"] as const)
    : sla.breached.length === 0
      ? ([Check, "ok", "sla.met"] as const)
      : ([TimerOff, "bad", "sla.missed"] as const);
  return (
    <span className={`chip ${tone}`}>
      <Icon className="icon icon-12" aria-hidden />
      {t(label)}
    </span>
  );
}

export function toneOf(leftMs: number): "accent" | "warn" | "bad" {
  return leftMs < 0 ? "bad" : leftMs < soonMs ? "warn" : "accent";
}

export type SlaTarget = ServiceLevel["breached"][number]["target"];

/** The next due target and its time; null: no clock is running. */
export function nearest({
  firstResponseDueAt,
  nextResponseDueAt,
  resolutionDueAt,
}: ServiceLevel): { target: SlaTarget; at: string } | null {
  const due: [SlaTarget, string | null][] = [
    ["first_response", firstResponseDueAt],
    ["next_response", nextResponseDueAt],
    ["resolution", resolutionDueAt],
  ];
  const running = due.flatMap(([target, at]) => (at === null ? [] : [{ target, at }]));
  return running.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0] ?? null;
}
