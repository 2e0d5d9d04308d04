import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { aiKeysQuery } from "../../../../api/settings/ai-keys.ts";
import { can, meQuery } from "../../../../api/session.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const detections = ["server_vad", "semantic_vad"] as const;
const eagernesses = ["low", "medium", "high", "auto"] as const;
const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const any = "any";

/** How it sounds and listens. */
export function SpeechSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const seesKeys = can(me, "ai:read");
  const { data: keys } = useQuery({ ...aiKeysQuery(), enabled: seesKeys, throwOnError: false });
  const { speech } = values;
  const set = (fields: Partial<typeof speech>) => changeIn("speech", fields);
  const usable = (keys ?? []).filter(({ provider }) => provider === "openai" || provider === "openai_compatible");
  return (
    <>
      <div className="chatbot-pair">
        <TextField
          label={t("voice.voice")}
          name="speech.voice"
          hint={t("voice.voice.hint")}
          value={speech.voice}
          isCode
          isReadOnly={isReadOnly}
          onChange={(voice) => set({ voice })}
        />
        <NumberField
          label={t("voice.speed")}
          name="speech.speed"
          minValue={0.5}
          maxValue={1.5}
          step={0.1}
          formatOptions={tenths}
          value={speech.speed}
          isReadOnly={isReadOnly}
          onChange={(speed) => !Number.isNaN(speed) && set({ speed })}
        />
        <TextField
          label={t("voice.language")}
          name="speech.language"
          hint={t("voice.language.hint")}
          isOptional
          value={speech.language ?? ""}
          isReadOnly={isReadOnly}
          onChange={(text) => set({ language: text === "" ? null : text })}
        />
        <TextField
          label={t("voice.model")}
          name="speech.model"
          hint={t("voice.model.hint")}
          value={speech.model}
          isCode
          isReadOnly={isReadOnly}
          onChange={(model) => set({ model })}
        />
      </div>
      <TextField
        label={t("voice.transcriptionModel")}
        name="speech.transcriptionModel"
        value={speech.transcriptionModel}
        isCode
        isReadOnly={isReadOnly}
        onChange={(transcriptionModel) => set({ transcriptionModel })}
      />
      {seesKeys && (
        <Select
          label={t("voice.key")}
          name="speech.aiKeyId"
          value={speech.aiKeyId ?? any}
          isReadOnly={isReadOnly}
          options={[{ id: any, name: t("voice.key.any") }, ...usable.map(({ id, name }) => ({ id, name }))]}
          onChange={(id) => set({ aiKeyId: id === any ? null : id })}
        />
      )}
      <div className="chatbot-pair">
        <Select
          label={t("voice.turnDetection")}
          name="speech.turnDetection"
          value={speech.turnDetection}
          isReadOnly={isReadOnly}
          options={detections.map((id) => ({ id, name: t(`voice.turnDetection.${id}`) }))}
          onChange={(turnDetection) => set({ turnDetection })}
        />
        {speech.turnDetection === "server_vad" ? (
          <NumberField
            label={t("voice.silenceMs")}
            name="speech.silenceMs"
            unit={t("voice.milliseconds")}
            minValue={200}
            maxValue={3_000}
            step={50}
            value={speech.silenceMs}
            isReadOnly={isReadOnly}
            onChange={(silenceMs) => !Number.isNaN(silenceMs) && set({ silenceMs })}
          />
        ) : (
          <Select
            label={t("voice.eagerness")}
            name="speech.eagerness"
            value={speech.eagerness}
            isReadOnly={isReadOnly}
            options={eagernesses.map((id) => ({ id, name: t(`voice.eagerness.${id}`) }))}
            onChange={(eagerness) => set({ eagerness })}
          />
        )}
      </div>
      <Switch isSelected={speech.interruptible} isDisabled={isReadOnly} onChange={(interruptible) => set({ interruptible })}>
        {t("voice.interruptible")}
      </Switch>
    </>
  );
}
