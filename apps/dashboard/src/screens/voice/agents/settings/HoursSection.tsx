import { useI18n } from "../../../../i18n/i18n.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { HoursField } from "./HoursField.tsx";
import type { AgentForm } from "./useAgentForm.ts";

/** When it takes calls, and what callers hear at other times. */
export function HoursSection({ form: { values, isReadOnly, change, changeIn, resets } }: { form: AgentForm }) {
  const { t } = useI18n();
  return (
    <>
      <HoursField
        key={resets}
        label={t("voice.hours")}
        name="activeHours"
        hours={values.activeHours}
        isReadOnly={isReadOnly}
        onChange={(activeHours) => change({ activeHours })}
      />
      <TextArea
        label={t("voice.unavailable")}
        name="messages.unavailable"
        hint={t("voice.spoken.hint")}
        rows={2}
        maxLength={500}
        value={values.messages.unavailable}
        isReadOnly={isReadOnly}
        onChange={(unavailable) => changeIn("messages", { unavailable })}
      />
    </>
  );
}
