import { useNavigate, useSearch } from "@tanstack/react-router";
import { serverNow } from "../../../api/clock.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";

const monthsBack = 12;

/** The month in the URL, otherwise the current one; in UTC, as the server bills. */
export function useMonth(): string {
  const { month } = useSearch({ from: "/app/settings/$part" });
  return month ?? new Date(serverNow()).toISOString().slice(0, 7);
}

/** This month and the twelve before it. */
export function MonthSelect() {
  const { t, format } = useI18n();
  const navigate = useNavigate({ from: "/settings/$part" });
  const month = useMonth();
  const now = new Date(serverNow());
  const months = Array.from({ length: monthsBack + 1 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
  return (
    <Select
      label={t("billing.month")}
      hideLabel
      size="small"
      value={month}
      options={[...new Set([...months, month])].map((id) => ({ id, name: format.month(id) }))}
      onChange={(id) => void navigate({ search: (was) => ({ ...was, month: id }) })}
    />
  );
}
