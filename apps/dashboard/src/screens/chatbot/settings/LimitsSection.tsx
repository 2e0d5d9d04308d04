import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

/** How much it says, and how often it replies. */
export function LimitsSection({ form: { values, mayWrite, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { reply, limits } = values;
  const isReadOnly = !mayWrite;
  return (
    <div className="chatbot-pair">
      <NumberField
        label={t("chatbot.maxLength")}
        name="reply.maxLength"
        minValue={50}
        maxValue={4_000}
        step={50}
        value={reply.maxLength}
        isReadOnly={isReadOnly}
        onChange={(maxLength) => !Number.isNaN(maxLength) && changeIn("reply", { maxLength })}
      />
      <NumberField
        label={t("chatbot.debounce")}
        name="reply.debounceSeconds"
        unit={t("chatbot.seconds")}
        minValue={0}
        maxValue={15}
        value={reply.debounceSeconds}
        isReadOnly={isReadOnly}
        onChange={(debounceSeconds) => !Number.isNaN(debounceSeconds) && changeIn("reply", { debounceSeconds })}
      />
      <NumberField
        label={t("chatbot.perConversation")}
        name="limits.repliesPerConversationPerDay"
        minValue={1}
        maxValue={1_000}
        value={limits.repliesPerConversationPerDay}
        isReadOnly={isReadOnly}
        onChange={(most) => !Number.isNaN(most) && changeIn("limits", { repliesPerConversationPerDay: most })}
      />
      <NumberField
        label={t("chatbot.perDay")}
        name="limits.repliesPerDay"
        isOptional
        hideButtons
        minValue={1}
        maxValue={100_000}
        placeholder={t("chatbot.perDay.none")}
        value={limits.repliesPerDay ?? Number.NaN}
        isReadOnly={isReadOnly}
        onChange={(most) => changeIn("limits", { repliesPerDay: Number.isNaN(most) ? null : most })}
      />
    </div>
  );
}
