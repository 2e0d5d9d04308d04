import { useI18n } from "../../../i18n/i18n.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { PageDraft } from "./blocks.ts";

/** Settings of the whole page. */
export function PageSettings({
  draft,
  mayWrite,
  onChange,
}: {
  draft: PageDraft;
  mayWrite: boolean;
  onChange(next: Partial<PageDraft>): void;
}) {
  const { t } = useI18n();
  return (
    <>
      <TextField
        label={t("pages.title")}
        name="title"
        value={draft.title}
        onChange={(title) => onChange({ title })}
        isRequired
        isReadOnly={!mayWrite}
      />
      <TextField
        label={t("pages.slug")}
        name="slug"
        value={draft.slug}
        onChange={(slug) => onChange({ slug })}
        isCode
        isRequired
        isReadOnly={!mayWrite}
      />
      <TextArea
        label={t("pages.description")}
        name="description"
        rows={3}
        isOptional
        isReadOnly={!mayWrite}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  );
}
