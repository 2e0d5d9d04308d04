import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { chatbotsQuery } from "../../../api/automation/chatbots.ts";
import { can, meQuery } from "../../../api/session.ts";
import { voiceAgents } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { usePhoneChannels } from "./usePhoneChannels.ts";

const none = "none";

/** Creates a voice agent with a name and channel, optionally with a chatbot's knowledge. It is off until it is activated. */
export function NewVoiceAgentDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const channels = usePhoneChannels();
  const { data: bots } = useQuery({ ...chatbotsQuery(), enabled: can(me, "chatbot:read"), throwOnError: false });
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [chatbotId, setChatbotId] = useState(none);
  const channelId = chosen ?? channels?.[0]?.id ?? null;
  async function create() {
    if (channelId === null) return;
    const body = { name, channelId, ...(chatbotId === none ? {} : { chatbotId }) };
    const made = await once(body, (options) => api.voiceAgents.create(body, options));
    client.setQueryData(voiceAgents.detailQuery(made.id).queryKey, made);
    voiceAgents.invalidate(client);
    onClose();
    await navigate({ to: "/voice/$part/$recordId", params: { part: "agents", recordId: made.id } });
  }
  return (
    <FormDialog
      title={t("voice.new")}
      size="small"
      verb={t("voice.create")}
      isDisabled={channelId === null}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} maxLength={100} isRequired autoFocus />
      {channels?.length === 0 ? (
        <Notice tone="warn">
          {t("voice.channel.none")}{" "}
          <Link className="link" to="/channels" onClick={onClose}>
            {t("voice.channel.connect")}
          </Link>
        </Notice>
      ) : (
        <Select
          label={t("voice.channel")}
          name="channelId"
          hint={t("voice.channel.hint")}
          value={channelId}
          options={channels ?? []}
          onChange={setChosen}
        />
      )}
      {(bots?.items.length ?? 0) > 0 && (
        <Select
          label={t("voice.copy")}
          name="chatbotId"
          value={chatbotId}
          options={[{ id: none, name: t("voice.copy.none") }, ...(bots?.items ?? []).map((bot) => ({ id: bot.id, name: bot.name }))]}
          onChange={setChatbotId}
        />
      )}
    </FormDialog>
  );
}
