import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { chatbots } from "../../api/automation/chatbots.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

/** Creates a chatbot with a name. It is off, with default settings, until somebody switches it on. */
export function NewChatbotDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  async function create() {
    const made = await once(name, (options) => api.chatbots.create({ name }, options));
    client.setQueryData(chatbots.detailQuery(made.id).queryKey, made);
    chatbots.invalidate(client);
    onClose();
    await navigate({ to: "/chatbots/$chatbotId/$part", params: { chatbotId: made.id, part: "persona" } });
  }
  return (
    <FormDialog title={t("chatbot.new")} size="small" verb={t("chatbot.create")} onSubmit={create} onClose={onClose}>
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} maxLength={100} isRequired autoFocus />
    </FormDialog>
  );
}
