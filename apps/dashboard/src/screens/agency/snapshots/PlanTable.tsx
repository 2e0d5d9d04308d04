import type { SnapshotEntryResult, SnapshotResult } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { partKey } from "./snapshot-parts.ts";

const tones: Readonly<Record<SnapshotEntryResult["action"], ChipTone>> = {
  create: "ok",
  change: "info",
  keep: "plain",
  leave: "plain",
  conflict: "bad",
};

/** What a snapshot would change, or has changed, entry by entry; entries that already match are only counted. */
export function PlanTable({ result, title }: { result: SnapshotResult; title: string }) {
  const { t, format } = useI18n();
  const shown = result.entries.filter(({ action }) => action !== "leave");
  const summary = (["created", "changed", "kept", "left"] as const)
    .filter((each) => result[each] > 0)
    .map((each) => t(`snapshots.count.${each}`, { n: result[each] }));
  return (
    <div className="grid gap-3">
      <h3>{title}</h3>
      <p className="text-text-2" role="status">
        {summary.length === 0 ? t("snapshots.nothing") : format.list(summary)}
      </p>
      {result.conflicts > 0 && <Notice tone="bad">{t("snapshots.conflicts", { n: result.conflicts })}</Notice>}
      {shown.length > 0 && (
        <ul className="plan-entries">
          {shown.map(({ part, key, action, fields, problem }) => {
            const named = partKey(part);
            return (
              <li key={`${part} ${key}`}>
                <Chip tone={tones[action]}>{t(`snapshots.action.${action}`)}</Chip>
                <span className="min-w-0 grow">
                  <bdi>{key}</bdi> <span className="text-12 text-text-3">{named === null ? part : t(named)}</span>
                  {fields.length > 0 && <code className="block text-12 text-text-2">{fields.join(", ")}</code>}
                  {problem !== null && <span className="block text-12 text-danger-text">{problem.message}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
