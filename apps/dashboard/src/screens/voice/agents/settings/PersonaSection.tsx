import { useI18n } from "../../../../i18n/i18n.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { usePhoneChannels } from "../usePhoneChannels.ts";
import type { AgentForm } from "./useAgentForm.ts";

const tones = ["friendly", "professional", "neutral", "casual"] as const;

/** Its persona, its style, and where its calls appear. */
export function PersonaSection({ form: { values, isReadOnly, change, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const channels = usePhoneChannels();
  const { persona } = values;
  return (
    <>
      <TextField
        label={t("contact.name")}
        name="name"
        value={values.name}
        maxLength={100}
        isRequired
        isReadOnly={isReadOnly}
        onChange={(name) => change({ name })}
      />
      <TextArea
        label={t("chatbot.description")}
        name="persona.description"
        hint={t("chatbot.description.hint")}
        value={persona.description}
        maxLength={4_000}
        isReadOnly={isReadOnly}
        onChange={(description) => changeIn("persona", { description })}
      />
      <Select
        label={t("chatbot.tone")}
        name="persona.tone"
        value={persona.tone}
        isReadOnly={isReadOnly}
        options={tones.map((id) => ({ id, name: t(`chatbot.tone.${id}`) }))}
        onChange={(tone) => changeIn("persona", { tone })}
      />
      <TextArea
        label={t("chatbot.instructions")}
        name="instructions"
        hint={t("chatbot.instructions.hint")}
        isOptional
        value={values.instructions.join("\n")}
        isReadOnly={isReadOnly}
        onChange={(text) => change({ instructions: text === "" ? [] : text.split("\n") })}
      />
      <Select
        label={t("voice.channel")}
        name="channelId"
        hint={t("voice.channel.hint")}
        value={values.channelId}
        isReadOnly={isReadOnly}
        options={channels ?? []}
        onChange={(channelId) => change({ channelId })}
      />
    </>
  );
}
