import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

/** A constant: a new object would make the field reformat its number during typing. */
const hundredths = { maximumFractionDigits: 2 };

/** How much of the knowledge goes into a reply. */
export function KnowledgeSection({ form: { values, mayWrite, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { knowledge } = values;
  return (
    <>
      <p className="text-text-2">
        {t("chatbot.knowledge.text")}{" "}
        {can(me, "knowledge:read") && (
          <Link className="link" to="/knowledge/$part" params={{ part: "sources" }}>
            {t("chatbot.knowledge.open")}
          </Link>
        )}
      </p>
      <div className="chatbot-pair">
        <NumberField
          label={t("chatbot.passages")}
          name="knowledge.passages"
          minValue={1}
          maxValue={10}
          value={knowledge.passages}
          isReadOnly={!mayWrite}
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
          isReadOnly={!mayWrite}
          onChange={(minScore) => !Number.isNaN(minScore) && changeIn("knowledge", { minScore })}
        />
      </div>
    </>
  );
}
