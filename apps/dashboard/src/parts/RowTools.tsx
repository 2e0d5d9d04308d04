import { Pencil, Trash2 } from "lucide-react";
import { useI18n } from "../i18n/i18n.tsx";
import { Button } from "../ui/Button.tsx";

/** At the end of a row: the actions for one label, canned reply or FAQ. */
export function RowTools({ name, onEdit, onDelete }: { name: string; onEdit(): void; onDelete(): void }) {
  const { t } = useI18n();
  return (
    <span className="inline-flex gap-1">
      <Button icon={Pencil} label={t("labels.edit", { name })} variant="ghost" size="small" onPress={onEdit} />
      <Button icon={Trash2} label={t("labels.delete", { name })} variant="ghost" size="small" onPress={onDelete} />
    </span>
  );
}
