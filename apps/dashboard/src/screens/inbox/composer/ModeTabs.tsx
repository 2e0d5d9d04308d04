import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

interface Props {
  modes: readonly ComposerMode[];
  current: ComposerMode;
  onChoose(mode: ComposerMode): void;
}

/** A reply, or a note. */
export function ModeTabs({ modes, current, onChoose }: Props) {
  const { t } = useI18n();
  return (
    <div className="flex gap-0.5" role="tablist" aria-label={t("composer.mode")}>
      {modes.map((mode) => (
        <button key={mode} type="button" className="mode-tab" role="tab" aria-selected={mode === current} onClick={() => onChoose(mode)}>
          {t(`composer.${mode}`)}
        </button>
      ))}
    </div>
  );
}
