import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";

/** The status of a person or an organization. */
export function StatusChip({ status }: { status: "active" | "suspended" }) {
  const { t } = useI18n();
  return <Chip tone={status === "active" ? "ok" : "bad"}>{t(`admin.status.${status}`)}</Chip>;
}
