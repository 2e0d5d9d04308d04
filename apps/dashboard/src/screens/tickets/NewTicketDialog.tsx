import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateTicket } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { useOnce } from "../../api/attempts/once.ts";
import { ticketCategories, ticketFields, tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { CustomFieldInput, type CustomValue, customValues } from "../../parts/fields/CustomFieldInput.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

const priorities = ["low", "medium", "high", "urgent"] as const;

interface Props {
  /** For a ticket created next to a conversation. */
  conversationId?: string;
  contactId?: string;
  onClose(): void;
  onMade(id: string): void;
}

/** A new ticket, with its category and the organization's custom fields; required ones must be filled in. */
export function NewTicketDialog({ conversationId, contactId, onClose, onMade }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [subject, setSubject] = useState("");
  const [description, setDescription] = useState("");
  const [priority, setPriority] = useState<(typeof priorities)[number]>("medium");
  const [category, setCategory] = useState("");
  const [values, setValues] = useState<Record<string, CustomValue>>({});
  const { data: categories } = useQuery({ ...ticketCategories.listQuery(), throwOnError: false });
  const { data: fields } = useQuery({ ...ticketFields.listQuery(), throwOnError: false });
  const own = fields?.items ?? [];
  const given = customValues(own, values);
  async function make() {
    const body: CreateTicket = {
      ...{ subject, priority, conversationId, contactId },
      ...(category === "" ? {} : { category }),
      ...(Object.keys(given).length === 0 ? {} : { customFields: given }),
      description: description.trim() === "" ? undefined : description,
      source: conversationId === undefined ? "manual" : "inbox",
    };
    const made = await once(body, (options) => api.tickets.create(body, options));
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
      {(categories?.items.length ?? 0) > 0 && (
        <Select
          label={t("tickets.category")}
          name="category"
          isOptional
          value={category}
          options={[{ id: "", name: t("common.none") }, ...(categories?.items ?? []).map(({ name }) => ({ id: name, name }))]}
          onChange={setCategory}
        />
      )}
      {own.map((field) => (
        <CustomFieldInput
          key={field.id}
          field={field}
          value={values[field.key]}
          onChange={(value) => setValues((was) => ({ ...was, [field.key]: value }))}
        />
      ))}
    </FormDialog>
  );
}
