import type { Entitlement, Entitlements } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Meter } from "../../ui/feedback/Progress.tsx";
import { Table } from "../../ui/lists/Table.tsx";

type Line = Entitlement & { name: string };

/** The usage of each limit; undefined while it loads. */
export function LimitTable({ limits }: { limits: Entitlements | undefined }) {
  const { t, has, format } = useI18n();
  const label = (name: string) => {
    const key = `billing.limit.${name}`;
    return has(key) ? t(key) : name;
  };
  const lines = limits === undefined ? undefined : Object.entries(limits.entitlements).map(([name, each]) => ({ ...each, name }));
  return (
    <Table<Line>
      label={t("billing.limits")}
      rows={lines}
      rowId={({ name }) => name}
      columns={[
        { id: "what", name: t("billing.limit.what"), cell: ({ name }) => label(name) },
        {
          ...{ id: "used", name: t("billing.limit.used") },
          cell: ({ name, usage, limit }) =>
            limit === null ? (
              format.number(usage)
            ) : (
              <span className="flex items-center gap-2">
                <span className="w-20">
                  <Meter
                    label={label(name)}
                    value={Math.min(usage, limit)}
                    max={Math.max(limit, 1)}
                    valueText={t("billing.limit.of", { used: format.number(usage), limit: format.number(limit) })}
                    tone={usage >= limit ? "bad" : usage >= limit * 0.8 ? "warn" : "accent"}
                  />
                </span>
                {t("billing.limit.of", { used: format.number(usage), limit: format.number(limit) })}
              </span>
            ),
        },
        {
          ...{ id: "state", name: t("inbox.status") },
          cell: ({ limit, exceeded, usage }) =>
            limit === null ? (
              <span className="text-text-3">{t("billing.limit.free")}</span>
            ) : exceeded ? (
              <Chip tone="bad">{t("billing.limit.exceeded")}</Chip>
            ) : usage >= limit ? (
              <Chip tone="warn">{t("billing.limit.full")}</Chip>
            ) : (
              <Chip tone="ok">{t("billing.limit.fine")}</Chip>
            ),
        },
        {
          ...({ id: "resets", name: t("billing.limit.resets"), align: "end" } as const),
          cell: ({ resetsAt }) => (resetsAt === null ? null : <time dateTime={resetsAt}>{format.day(resetsAt)}</time>),
        },
      ]}
      empty={null}
    />
  );
}
