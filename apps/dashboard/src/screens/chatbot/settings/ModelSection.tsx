import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { aiKeysQuery } from "../../../api/settings/ai-keys.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { modelOfTag, tagOfModel } from "../../../parts/chatbot/models.ts";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

const tenths = { maximumFractionDigits: 1 };

/** Which models are used, and how freely they write. */
export function ModelSection({ form: { values, mayWrite, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const seesKeys = can(me, "ai:read");
  const { data: keys } = useQuery({ ...aiKeysQuery(), enabled: seesKeys, throwOnError: false });
  const { model } = values;
  return (
    <>
      <TagInput
        label={t("chatbot.models")}
        name="model.preferred"
        hint={t("chatbot.models.hint")}
        value={model.preferred.map(tagOfModel)}
        suggestions={[...new Set((keys ?? []).flatMap(({ models }) => models))]}
        isReadOnly={!mayWrite}
        onChange={(tags) => changeIn("model", { preferred: tags.map(modelOfTag) })}
      />
      {seesKeys && (
        <p>
          <Link className="link" to="/settings/$part" params={{ part: "ai-keys" }}>
            {t("chatbot.keys.open")}
          </Link>
        </p>
      )}
      <div className="chatbot-pair">
        <NumberField
          label={t("chatbot.temperature")}
          name="model.temperature"
          hint={t("chatbot.temperature.hint")}
          minValue={0}
          maxValue={2}
          step={0.1}
          formatOptions={tenths}
          value={model.temperature}
          isReadOnly={!mayWrite}
          onChange={(temperature) => !Number.isNaN(temperature) && changeIn("model", { temperature })}
        />
        <NumberField
          label={t("chatbot.maxOutputTokens")}
          name="model.maxOutputTokens"
          minValue={100}
          maxValue={4_000}
          step={50}
          value={model.maxOutputTokens}
          isReadOnly={!mayWrite}
          onChange={(maxOutputTokens) => !Number.isNaN(maxOutputTokens) && changeIn("model", { maxOutputTokens })}
        />
      </div>
    </>
  );
}
