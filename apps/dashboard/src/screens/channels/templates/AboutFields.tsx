import { useI18n } from "../../../i18n/i18n.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { categories, isCode, type TemplateDraft } from "./draft.ts";
import { languageName, templateLanguages } from "./template-languages.ts";

interface Props {
  draft: TemplateDraft;
  isNew: boolean;
  isCategoryFixed: boolean;
  onChange(patch: Partial<TemplateDraft>): void;
}

/** A template's name, language and category; name and language cannot be changed after creation. */
export function AboutFields({ draft, isNew, isCategoryFixed, onChange }: Props) {
  const { t, language } = useI18n();
  return (
    <section className="card" aria-label={t("templates.about")}>
      <div className="card-head">
        <h2>{t("templates.about")}</h2>
      </div>
      <div className="card-body">
        <div className="making-fields">
          <TextField
            label={t("contact.name")}
            name="name"
            isCode
            isRequired
            isReadOnly={!isNew}
            autoFocus={isNew && draft.name === ""}
            hint={isNew ? t("templates.name.hint") : t("templates.fixed")}
            maxLength={512}
            value={draft.name}
            onChange={(name) => onChange({ name })}
          />
          {isNew ? (
            <ComboBox
              label={t("templates.language")}
              name="language"
              value={draft.language}
              options={templateLanguages(language, draft.language)}
              onChange={(id) => id !== null && id !== draft.language && onChange({ language: id })}
            />
          ) : (
            <TextField label={t("templates.language")} isReadOnly value={languageName(language, draft.language)} />
          )}
          <Select
            label={t("templates.category")}
            name="category"
            isReadOnly={isCategoryFixed}
            value={draft.category}
            options={categories.map((id) => ({
              ...{ id: id as string, name: t(`templates.category.${id}`) },
              description: t(`templates.category.${id}.text`),
            }))}
            onChange={(category) => category !== draft.category && onChange({ category })}
          />
          {isNew && !isCode(draft) && (
            <Select
              label={t("templates.variables")}
              name="parameterFormat"
              value={draft.format}
              options={[
                { id: "positional" as const, name: t("templates.variables.numbers", { example: "{{1}}" }) },
                { id: "named" as const, name: t("templates.variables.names", { example: "{{first_name}}" }) },
              ]}
              onChange={(format) => format !== draft.format && onChange({ format })}
            />
          )}
        </div>
      </div>
    </section>
  );
}
