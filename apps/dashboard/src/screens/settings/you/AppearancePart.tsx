import { type LanguageCode, languages } from "../../../i18n/languages.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { type Appearance, setAppearance, useAppearance } from "../../../shell/appearance.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";

/** How this browser shows the dashboard. */
export function AppearancePart() {
  const { t } = useI18n();
  const { theme, density, language } = useAppearance();
  return (
    <div className="settings-form grid gap-5">
      <div className="field">
        <span className="lab">{t("appearance.theme")}</span>
        <Segmented<Appearance["theme"]>
          label={t("appearance.theme")}
          value={theme}
          segments={(["system", "light", "dark"] as const).map((id) => ({ id, name: t(`appearance.theme.${id}`) }))}
          onChange={(next) => setAppearance({ theme: next })}
        />
      </div>
      <div className="field">
        <span className="lab">{t("appearance.density")}</span>
        <Segmented<Appearance["density"]>
          label={t("appearance.density")}
          value={density}
          segments={(["comfortable", "compact"] as const).map((id) => ({ id, name: t(`appearance.density.${id}`) }))}
          onChange={(next) => setAppearance({ density: next })}
        />
      </div>
      <Select
        label={t("session.language")}
        value={language}
        options={Object.entries(languages).map(([id, { name }]) => ({ id, name }))}
        onChange={(next) => setAppearance({ language: next as LanguageCode })}
      />
    </div>
  );
}
