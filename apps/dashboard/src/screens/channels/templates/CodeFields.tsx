import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { CodeDraft } from "./code-draft.ts";
import { placeOf, type TemplateDraft } from "./draft.ts";

interface Props {
  draft: TemplateDraft;
  onChange(patch: Partial<TemplateDraft>): void;
}

/** The options of a message with a code: the platform writes the rest, in the template's language. */
export function CodeFields({ draft, onChange }: Props) {
  const { t } = useI18n();
  const { code } = draft;
  const change = (patch: Partial<CodeDraft>) => onChange({ code: { ...code, ...patch } });
  return (
    <section className="card" aria-label={t("templates.code")}>
      <div className="card-head">
        <h2>{t("templates.code")}</h2>
      </div>
      <div className="card-body">
        <p className="text-text-2">{t("templates.code.text")}</p>
        <Switch isSelected={code.recommends} onChange={(recommends) => change({ recommends })}>
          {t("templates.code.recommends")}
        </Switch>
        <div className="making-fields">
          <NumberField
            label={t("templates.code.minutes")}
            name={`${placeOf(draft, "footer")}.code_expiration_minutes`}
            hint={t("templates.code.minutes.hint")}
            isOptional
            unit={t("duration.minutes")}
            minValue={1}
            maxValue={90}
            value={code.minutes ?? Number.NaN}
            onChange={(minutes) => change({ minutes: Number.isNaN(minutes) ? null : minutes })}
          />
          <TextField
            label={t("templates.code.label")}
            name={`${placeOf(draft, "buttons")}.buttons[0].text`}
            hint={t("templates.code.label.hint")}
            isOptional
            maxLength={25}
            value={code.label}
            onChange={(label) => change({ label })}
          />
        </div>
      </div>
    </section>
  );
}
