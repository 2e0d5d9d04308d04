import { useQuery } from "@tanstack/react-query";
import { channels } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

/** Where it works. */
export function ChannelsSection({ form: { values, mayWrite, change } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { data } = useQuery({ ...channels.listQuery(), throwOnError: false });
  if (data?.items.length === 0) return <p className="text-text-2">{t("chatbot.channels.none")}</p>;
  return (
    <CheckboxGroup
      label={t("chatbot.section.channels")}
      hideLabel
      name="channelIds"
      hint={t("chatbot.channels.hint")}
      value={values.channelIds}
      isReadOnly={!mayWrite}
      onChange={(channelIds) => change({ channelIds })}
    >
      {(data?.items ?? []).map(({ id, kind, name }) => (
        <Checkbox key={id} value={id}>
          <span className="flex items-center gap-2">
            <ChannelGlyph kind={kind} silent />
            <bdi>{name}</bdi>
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
