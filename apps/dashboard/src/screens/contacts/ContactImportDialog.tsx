import { useQuery } from "@tanstack/react-query";
import { contactImporter } from "../../api/contacts/imports.ts";
import { contactFields } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ImportDialog } from "../../parts/imports/ImportDialog.tsx";

const fixedFields = ["name", "phone", "email", "tags", "source", "language", "timezone", "country", "optIn", "ownerId", "stageId"] as const;
const onExisting = ["skip", "update", "merge_tags"] as const;

export function ContactImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const { data: custom } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  return (
    <ImportDialog
      importer={contactImporter}
      title={t("contacts.import")}
      existing={{
        label: t("contacts.import.existing"),
        options: onExisting.map((id) => ({ id, name: t(`contacts.import.existing.${id}`) })),
        usual: "update",
      }}
      fields={[
        ...fixedFields.map((id) => ({ id, name: t(`contacts.field.${id}`) })),
        ...(custom?.items ?? []).map(({ key, label }) => ({ id: `customFields.${key}`, name: label })),
      ]}
      created={(n) => t("contacts.import.created", { n })}
      sample={
        <a className="link me-auto" href="/api/v1/contacts/imports/sample.csv" download>
          {t("contacts.import.sample")}
        </a>
      }
      report={({ id }) => (
        <a className="link" href={`/api/v1/contacts/imports/${id}/rows.csv`} download>
          {t("contacts.import.report")}
        </a>
      )}
      onClose={onClose}
    />
  );
}
