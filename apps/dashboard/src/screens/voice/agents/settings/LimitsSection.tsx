import { useI18n } from "../../../../i18n/i18n.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const seconds = [
  { id: "maxDurationSeconds", label: "voice.maxDuration", hint: "voice.maxDuration.hint", min: 60, max: 3_600, step: 30 },
  { id: "silencePromptSeconds", label: "voice.silencePrompt", hint: null, min: 5, max: 60, step: 1 },
  { id: "silenceHangUpSeconds", label: "voice.silenceHangUp", hint: null, min: 10, max: 300, step: 5 },
] as const;

/** How long and how often it speaks, and what it says when a call is cut off. */
export function LimitsSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { limits } = values;
  return (
    <>
      <div className="chatbot-pair">
        {seconds.map(({ id, label, hint, min, max, step }) => (
          <NumberField
            key={id}
            label={t(label)}
            name={`limits.${id}`}
            {...(hint === null ? {} : { hint: t(hint) })}
            unit={t("chatbot.seconds")}
            minValue={min}
            maxValue={max}
            step={step}
            value={limits[id]}
            isReadOnly={isReadOnly}
            onChange={(value) => !Number.isNaN(value) && changeIn("limits", { [id]: value })}
          />
        ))}
        <NumberField
          label={t("voice.maxConcurrent")}
          name="limits.maxConcurrentCalls"
          minValue={1}
          maxValue={100}
          value={limits.maxConcurrentCalls}
          isReadOnly={isReadOnly}
          onChange={(most) => !Number.isNaN(most) && changeIn("limits", { maxConcurrentCalls: most })}
        />
        <NumberField
          label={t("voice.minutesPerDay")}
          name="limits.minutesPerDay"
          isOptional
          hideButtons
          minValue={1}
          maxValue={100_000}
          placeholder={t("chatbot.perDay.none")}
          value={limits.minutesPerDay ?? Number.NaN}
          isReadOnly={isReadOnly}
          onChange={(most) => changeIn("limits", { minutesPerDay: Number.isNaN(most) ? null : most })}
        />
      </div>
      <TextArea
        label={t("voice.apology")}
        name="messages.apology"
        hint={t("voice.spoken.hint")}
        rows={2}
        maxLength={500}
        value={values.messages.apology}
        isReadOnly={isReadOnly}
        onChange={(apology) => changeIn("messages", { apology })}
      />
    </>
  );
}
