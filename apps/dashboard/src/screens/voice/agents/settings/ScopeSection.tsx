import { useI18n } from "../../../../i18n/i18n.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Radio, RadioGroup } from "../../../../ui/fields/RadioGroup.tsx";
import { TagInput } from "../../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import type { AgentForm } from "./useAgentForm.ts";

const modes = ["knowledge_only", "knowledge_first"] as const;
const hundredths = { maximumFractionDigits: 2 };

/** What it may talk about, and how much knowledge a search returns. */
export function ScopeSection({ form: { values, isReadOnly, changeIn } }: { form: AgentForm }) {
  const { t } = useI18n();
  const { scope, knowledge } = values;
  return (
    <>
      <p className="text-text-2">{t("voice.scope.text")}</p>
      <RadioGroup
        label={t("chatbot.mode")}
        name="scope.mode"
        value={scope.mode}
        isReadOnly={isReadOnly}
        onChange={(mode: (typeof modes)[number]) => changeIn("scope", { mode })}
      >
        {modes.map((mode) => (
          <Radio key={mode} value={mode} isDisabled={isReadOnly && mode !== scope.mode}>
            {t(`voice.mode.${mode}`)}
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
        hint={t("voice.blocked.hint")}
        value={scope.blockedTopics}
        isReadOnly={isReadOnly}
        onChange={(blockedTopics) => changeIn("scope", { blockedTopics })}
      />
      <TextArea
        label={t("chatbot.outOfScope")}
        name="scope.outOfScopeMessage"
        hint={t("voice.outOfScope.hint")}
        rows={2}
        maxLength={500}
        value={scope.outOfScopeMessage}
        isReadOnly={isReadOnly}
        onChange={(outOfScopeMessage) => changeIn("scope", { outOfScopeMessage })}
      />
      <div className="chatbot-pair">
        <NumberField
          label={t("voice.passages")}
          name="knowledge.passages"
          minValue={1}
          maxValue={10}
          value={knowledge.passages}
          isReadOnly={isReadOnly}
          onChange={(passages) => !Number.isNaN(passages) && changeIn("knowledge", { passages })}
        />
        <NumberField
          label={t("chatbot.minScore")}
          name="knowledge.minScore"
          hint={t("chatbot.minScore.hint")}
          minValue={0}
          maxValue={1}
          step={0.05}
          formatOptions={hundredths}
          value={knowledge.minScore}
          isReadOnly={isReadOnly}
          onChange={(minScore) => !Number.isNaN(minScore) && changeIn("knowledge", { minScore })}
        />
      </div>
    </>
  );
}
