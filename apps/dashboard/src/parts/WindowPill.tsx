import { Hourglass } from "lucide-react";
import { useMinute } from "../api/useMinute.ts";
import { useI18n } from "../i18n/i18n.tsx";

const hourMs = 3_600_000;

/**
 * Until when free text can be sent: subdued while there is time, emphasised when there is little. `long`: with the word
 * "left".
 */
export function WindowPill({ expiresAt, long = false }: { expiresAt: string | null; long?: boolean }) {
  const { t, format } = useI18n();
  const nowMs = useMinute();
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - nowMs;
  const closed = leftMs <= 0;
  const tone = closed ? "off" : leftMs < hourMs ? "bad" : leftMs < 4 * hourMs ? "warn" : "ok";
  const left = format.duration(leftMs, long);
  const name = closed ? t("window.closed") : t("window.closesIn", { time: left });
  return (
    <span className={`window-pill ${tone}`} title={format.instant(expiresAt)}>
      <Hourglass className="icon icon-12" aria-hidden />
      <span aria-hidden>{closed ? t("window.closed.short") : long ? t("window.left", { time: left }) : left}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
