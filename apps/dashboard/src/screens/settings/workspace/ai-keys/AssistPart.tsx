import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { AgentSettings } from "@parley/sdk";
import { agentSettingsQuery, saveAgentSettings } from "../../../../api/settings/agent-settings.ts";
import { aiKeysQuery } from "../../../../api/settings/ai-keys.ts";
import { can, meQuery } from "../../../../api/session.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { modelOfTag, tagOfModel } from "../../../../parts/chatbot/models.ts";
import { useEdits } from "../../../../parts/fields/useEdits.ts";
import { toast } from "../../../../shell/toast.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Form } from "../../../../ui/fields/Form.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TagInput } from "../../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";

/** Whether models help agents write, in which tone, and which models are used. */
export function AssistPart() {
  const { data, error, refetch } = useQuery({ ...agentSettingsQuery(), throwOnError: false });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return <AssistForm assist={data.assist} />;
}

function AssistForm({ assist }: { assist: AgentSettings["assist"] }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: keys } = useQuery({ ...aiKeysQuery(), enabled: can(me, "ai:read"), throwOnError: false });
  const { values, changes, edit, settle } = useEdits({
    ...{ enabled: assist.enabled, instructions: assist.instructions },
    models: assist.models.map(tagOfModel),
  });
  const { enabled, instructions, models } = values;
  async function save() {
    if (changes !== null) {
      const { models: tags, ...others } = changes;
      await saveAgentSettings(client, { assist: { ...others, ...(tags === undefined ? {} : { models: tags.map(modelOfTag) }) } });
    }
    settle();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="settings-form grid gap-5">
      <Switch isSelected={enabled} onChange={(on) => edit({ enabled: on })} hint={t("agentAssist.enabled.hint")}>
        {t("agentAssist.enabled")}
      </Switch>
      <TextArea
        label={t("agentAssist.instructions")}
        name="assist.instructions"
        hint={t("agentAssist.instructions.hint")}
        isOptional
        rows={4}
        maxLength={2_000}
        value={instructions ?? ""}
        onChange={(text) => edit({ instructions: text === "" ? null : text })}
      />
      <TagInput
        label={t("chatbot.models")}
        name="assist.models"
        hint={t("chatbot.models.hint")}
        isOptional
        value={models}
        suggestions={[...new Set((keys ?? []).flatMap((key) => key.models))]}
        onChange={(tags) => edit({ models: tags })}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("common.save")}
      </Button>
    </Form>
  );
}
