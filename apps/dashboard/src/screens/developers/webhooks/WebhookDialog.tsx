import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookWithSecret } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { webhooks } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { eventTypes } from "../event-types.ts";

interface Props {
  /** Absent: a new one. */
  webhook?: Webhook;
  onClose(): void;
  onMade?(webhook: WebhookWithSecret): void;
}

/** Where events are sent, and which. */
export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ["message.received"]);
  const [description, setDescription] = useState(webhook?.description ?? "");
  async function save() {
    const given = { url, events, description: description === "" ? null : description };
    if (webhook === undefined) onMade?.(await api.webhooks.create(given));
    else await webhooks.update(client, webhook.id, given, { quiet: true });
    webhooks.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t(webhook === undefined ? "webhooks.new" : "webhooks.edit")}
      size="small"
      verb={t(webhook === undefined ? "webhooks.make" : "common.save")}
      isDisabled={events.length === 0}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("webhooks.url")} name="url" type="url" value={url} onChange={setUrl} isRequired isCode />
      <TagInput
        label={t("webhooks.events")}
        name="events"
        hint={t("webhooks.events.hint")}
        value={events}
        onChange={setEvents}
        suggestions={["*", ...eventTypes]}
      />
      <TextField label={t("webhooks.description")} name="description" value={description} onChange={setDescription} isOptional />
    </FormDialog>
  );
}
