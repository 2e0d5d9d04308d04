import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";

import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

const priorities = ["low", "medium", "high", "urgent"] as const;

interface Props {
  /** For a ticket created beside a conversation. */
  conversationId?: string;
  contactId?: string;
  onClose(): void;
  onMade(id: string): void;
}

export function NewTicketDialog({ conversationId, contactId, onClose, onMade }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [subject, setSubject] = useState("");
  const [description, setDescription] = useState("");
  const [priority, setPriority] = useState<(typeof priorities)[number]>("medium");
  async function make() {
    const made = await api.tickets.create({
      ...{ subject, priority, conversationId, contactId },
      description: description.trim() === "" ? undefined : description,
      source: conversationId === undefined ? "manual" : "inbox",
    });
    await tickets.invalidate(client);
    onClose();
    onMade(made.id);
  }
  return (
    <FormDialog title={t("tickets.new")} size="small" verb={t("tickets.create")} onSubmit={make} onClose={onClose}>
      <TextField label={t("tickets.subject")} name="subject" isRequired value={subject} onChange={setSubject} />
      <TextArea label={t("tickets.description")} name="description" isOptional rows={4} value={description} onChange={setDescription} />
      <Select
        label={t("inbox.priority")}
        name="priority"
        value={priority}
        options={priorities.map((id) => ({ id, name: t(`priority.${id}`) }))}
        onChange={(next) => setPriority(next as (typeof priorities)[number])}
      />
    </FormDialog>
  );
}
