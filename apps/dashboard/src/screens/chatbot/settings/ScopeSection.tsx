import { useI18n } from "../../../i18n/i18n.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

const modes = ["knowledge_only", "knowledge_first"] as const;

/** What it may talk about. */
export function ScopeSection({ form: { values, mayWrite, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { scope } = values;
  const isReadOnly = !mayWrite;
  return (
    <>
      <p className="text-text-2">{t("chatbot.scope.text")}</p>
      <RadioGroup
        label={t("chatbot.mode")}
        name="scope.mode"
        value={scope.mode}
        isReadOnly={isReadOnly}
        onChange={(mode: (typeof modes)[number]) => changeIn("scope", { mode })}
      >
        {modes.map((mode) => (
          <Radio key={mode} value={mode} hint={t(`chatbot.mode.${mode}.hint`)} isDisabled={isReadOnly && mode !== scope.mode}>
            {t(`chatbot.mode.${mode}`)}
          </Radio>
        ))}
      </RadioGroup>
      <TagInput
        label={t("chatbot.allowed")}
        name="scope.allowedTopics"
        hint={t("chatbot.allowed.hint")}
        value={scope.allowedTopics}
        isReadOnly={isReadOnly}
        onChange={(allowedTopics) => changeIn("scope", { allowedTopics })}
      />
      <TagInput
        label={t("chatbot.blocked")}
        name="scope.blockedTopics"
        hint={t("chatbot.blocked.hint")}
        value={scope.blockedTopics}
        isReadOnly={isReadOnly}
        onChange={(blockedTopics) => changeIn("scope", { blockedTopics })}
      />
      <TextArea
        label={t("chatbot.outOfScope")}
        name="scope.outOfScopeMessage"
        hint={t("chatbot.outOfScope.hint")}
        rows={2}
        maxLength={1_000}
        value={scope.outOfScopeMessage}
        isReadOnly={isReadOnly}
        onChange={(outOfScopeMessage) => changeIn("scope", { outOfScopeMessage })}
      />
    </>
  );
}
