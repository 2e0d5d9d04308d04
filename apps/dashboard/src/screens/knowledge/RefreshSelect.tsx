import { useI18n } from "../../i18n/i18n.tsx";
import { Select } from "../../ui/fields/Select.tsx";

const never = "never";
const hours = [1, 6, 24, 168];

interface Props {
  value: number | null;
  onChange(hours: number | null): void;
  isReadOnly?: boolean;
}

/** How often a web page is read again. A value set by another API client is offered too. */
export function RefreshSelect({ value, onChange, isReadOnly = false }: Props) {
  const { t } = useI18n();
  const all = value === null || hours.includes(value) ? hours : [...hours, value].sort((a, b) => a - b);
  return (
    <Select
      label={t("knowledge.refresh")}
      name="refreshEveryHours"
      isReadOnly={isReadOnly}
      value={value === null ? never : String(value)}
      options={[
        { id: never, name: t("knowledge.refresh.never") },
        ...all.map((n) => ({ id: String(n), name: t("knowledge.every", { n }) })),
      ]}
      onChange={(id) => onChange(id === never ? null : Number(id))}
    />
  );
}
