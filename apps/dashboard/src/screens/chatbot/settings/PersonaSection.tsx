import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

const tones = ["friendly", "professional", "neutral", "casual"] as const;
const lines = (text: string) => text.split("\n");

/** Who it is and how it speaks. */
export function PersonaSection({ form: { values, mayWrite, change, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { persona } = values;
  const isReadOnly = !mayWrite;
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
      <TagInput
        label={t("chatbot.languages")}
        name="persona.languages"
        hint={t("chatbot.languages.hint")}
        value={persona.languages}
        isReadOnly={isReadOnly}
        onChange={(languages) => changeIn("persona", { languages })}
      />
      <TextArea
        label={t("chatbot.introduction")}
        name="persona.introduction"
        hint={t("chatbot.introduction.hint")}
        isOptional
        rows={2}
        maxLength={500}
        value={persona.introduction ?? ""}
        isReadOnly={isReadOnly}
        onChange={(text) => changeIn("persona", { introduction: text === "" ? null : text })}
      />
      <TextArea
        label={t("chatbot.instructions")}
        name="instructions"
        hint={t("chatbot.instructions.hint")}
        isOptional
        value={values.instructions.join("\n")}
        isReadOnly={isReadOnly}
        onChange={(text) => change({ instructions: text === "" ? [] : lines(text) })}
      />
    </>
  );
}
