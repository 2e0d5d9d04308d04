import { useI18n } from "../../../../i18n/i18n.tsx";
import { Radio, RadioGroup } from "../../../../ui/fields/RadioGroup.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const modes = ["off", "announced", "asked"] as const;

/** Whether telephone calls are recorded, and what callers are told about it. */
export function RecordingSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { recording } = values;
  const { mode } = recording;
  const line = mode === "announced" ? "announcement" : "question";
  return (
    <>
      <RadioGroup<(typeof modes)[number]>
        label={t("voice.recording")}
        hint={t("voice.recording.hint")}
        value={mode}
        isReadOnly={isReadOnly}
        onChange={(to) => changeIn("recording", { mode: to })}
      >
        {modes.map((id) => (
          <Radio key={id} value={id} hint={t(`voice.recording.${id}.text`)}>
            {t(`voice.recording.${id}`)}
          </Radio>
        ))}
      </RadioGroup>
      {mode !== "off" && (
        <TextArea
          key={line}
          label={t(`voice.recording.${line}`)}
          name={`recording.${line}`}
          hint={t("voice.recording.line.hint")}
          rows={2}
          maxLength={500}
          value={recording[line]}
          isReadOnly={isReadOnly}
          onChange={(text) => changeIn("recording", { [line]: text })}
        />
      )}
    </>
  );
}
