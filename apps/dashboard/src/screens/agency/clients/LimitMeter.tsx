import { useI18n } from "../../../i18n/i18n.tsx";
import { Meter } from "../../../ui/feedback/Progress.tsx";
import { isFull, isNear, type Limit, type LimitName, limitTone } from "./limits.ts";

/** How much of a limit is used; without a limit, only the usage. */
export function LimitMeter({ name, limit }: { name: LimitName; limit: Limit }) {
  const { t, format } = useI18n();
  const used = format.compact(limit.usage);
  if (limit.limit === null) return <span className="text-12 text-text-2 tabular-nums">{used}</span>;
  const text = isFull(limit) ? t("agency.limit.full", { used }) : t("agency.limit.of", { used, limit: format.compact(limit.limit) });
  return (
    <span className="limit-meter">
      <span className={`text-12 tabular-nums ${isFull(limit) ? "text-danger-text" : isNear(limit) ? "text-warn-text" : "text-text-2"}`}>
        {text}
      </span>
      <Meter
        label={t(`agency.limit.${name}`)}
        value={Math.min(limit.usage, Math.max(limit.limit, 1))}
        max={Math.max(limit.limit, 1)}
        valueText={text}
        tone={limitTone(limit)}
      />
    </span>
  );
}
