import { useI18n } from "../../../../i18n/i18n.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import type { AgentForm } from "./useAgentForm.ts";

/** What a caller hears first. */
export function OpeningSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { opening } = values;
  return (
    <>
      <TextArea
        label={t("voice.disclosure")}
        name="opening.disclosure"
        hint={t("voice.disclosure.hint")}
        isOptional
        rows={2}
        maxLength={500}
        value={opening.disclosure ?? ""}
        isReadOnly={isReadOnly}
        onChange={(text) => changeIn("opening", { disclosure: text === "" ? null : text })}
      />
      <TextArea
        label={t("voice.greeting")}
        name="opening.greeting"
        hint={t("voice.greeting.hint")}
        rows={2}
        maxLength={500}
        value={opening.greeting}
        isReadOnly={isReadOnly}
        onChange={(greeting) => changeIn("opening", { greeting })}
      />
      <Switch
        isSelected={opening.interruptible}
        isDisabled={isReadOnly}
        onChange={(interruptible) => changeIn("opening", { interruptible })}
      >
        {t("voice.opening.interruptible")}
      </Switch>
    </>
  );
}
