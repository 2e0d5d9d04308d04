import { faqImporter } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ImportDialog } from "../../parts/imports/ImportDialog.tsx";

const fields = ["question", "answer", "category", "language", "status", "alternatives"] as const;
const onExisting = ["skip", "update"] as const;

export function FaqImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  return (
    <ImportDialog
      importer={faqImporter}
      title={t("knowledge.import")}
      existing={{
        label: t("knowledge.import.existing"),
        options: onExisting.map((id) => ({ id, name: t(`contacts.import.existing.${id}`) })),
        usual: "skip",
      }}
      fields={fields.map((id) => ({ id, name: t(`knowledge.import.field.${id}`) }))}
      created={(n) => t("knowledge.import.created", { n })}
      onClose={onClose}
    />
  );
}
