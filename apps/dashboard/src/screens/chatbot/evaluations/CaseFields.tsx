import type { ChatbotCase } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { reasonKey } from "../../../parts/chatbot/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { decisions } from "../chatbot-search.ts";

interface Props {
  value: ChatbotCase;
  onChange(value: ChatbotCase): void;
  /** Its path in the request body, for showing errors. */
  at: string;
}

const any = "any";

/** The question, and the expected answer. */
export function CaseFields({ value, onChange, at }: Props) {
  const { t, format } = useI18n();
  const { expect, history, ...rest } = value;
  const set = (fields: Partial<ChatbotCase>) => onChange({ ...value, ...fields });
  const hope = (fields: Partial<ChatbotCase["expect"]>) => set({ expect: { ...expect, ...fields } });
  return (
    <>
      <TextField
        label={t("contact.name")}
        name={`${at}.name`}
        value={value.name}
        maxLength={200}
        isRequired
        onChange={(name) => set({ name })}
      />
      <TextArea
        label={t("evaluation.message")}
        name={`${at}.message`}
        rows={2}
        maxLength={4_000}
        value={value.message}
        isRequired
        onChange={(message) => set({ message })}
      />
      {history !== undefined && history.length > 0 && (
        <p className="flex items-center gap-2 text-12 text-text-2">
          {t("evaluation.history", { n: history.length })}
          <Button size="small" variant="ghost" onPress={() => onChange({ ...rest, expect })}>
            {t("evaluation.history.remove")}
          </Button>
        </p>
      )}
      <Select
        label={t("evaluation.decision")}
        name={`${at}.expect.decision`}
        value={expect.decision ?? any}
        {...(expect.reason === undefined ? {} : { hint: t(reasonKey(expect.reason)) })}
        options={[
          { id: any, name: t("evaluation.decision.any") },
          ...decisions.map((id) => ({ id, name: format.sentence(t(`decision.${id}`)) })),
        ]}
        // Another decision has other reasons.
        onChange={(id) => hope({ decision: decisions.find((each) => each === id), reason: undefined })}
      />
      <TagInput
        label={t("evaluation.contains")}
        name={`${at}.expect.contains`}
        hint={t("evaluation.contains.hint")}
        isOptional
        value={expect.contains ?? []}
        onChange={(contains) => hope({ contains: contains.length === 0 ? undefined : contains })}
      />
      <TagInput
        label={t("evaluation.excludes")}
        name={`${at}.expect.excludes`}
        isOptional
        value={expect.excludes ?? []}
        onChange={(excludes) => hope({ excludes: excludes.length === 0 ? undefined : excludes })}
      />
    </>
  );
}
