import { useLine } from "../api/useLine.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { StatusDot } from "../ui/feedback/StatusDot.tsx";

const tones = { live: "ok", connecting: "warn", catchingUp: "warn", reconnecting: "warn", offline: "bad" } as const;

/** The state of the line to the server, and since when. */
export function LineState() {
  const { t, format } = useI18n();
  const { state, since, missed } = useLine();
  return (
    <span className="live rail-label" role="status" title={format.instant(new Date(since).toISOString())}>
      <StatusDot tone={tones[state]} />
      {state === "catchingUp" ? t("shell.line.catchingUp", { n: missed }) : t(`shell.line.${state}`)}
    </span>
  );
}
