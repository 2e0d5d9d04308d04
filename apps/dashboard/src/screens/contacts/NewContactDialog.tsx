import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { contacts } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";

import { TagInput } from "../../ui/fields/TagInput.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

export function NewContactDialog({ onClose, onMade }: { onClose(): void; onMade(id: string): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [values, setValues] = useState({ name: "", phone: "", email: "" });
  const [tags, setTags] = useState<string[]>([]);
  const given = (text: string) => (text.trim() === "" ? undefined : text.trim());
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (text: string) => setValues((was) => ({ ...was, [name]: text })),
  });
  async function make() {
    const body = { name: given(values.name), phone: given(values.phone), email: given(values.email), tags };
    const made = await once(body, (options) => api.contacts.create(body, options));
    await contacts.invalidate(client);
    onMade(made.id);
  }
  return (
    <FormDialog title={t("contacts.new")} size="small" verb={t("contacts.create")} onSubmit={make} onClose={onClose}>
      <TextField label={t("contact.name")} {...field("name")} />
      <TextField label={t("contact.phone")} type="tel" hint={t("contacts.phone.hint")} {...field("phone")} />
      <TextField label={t("contact.email")} type="email" {...field("email")} />
      <TagInput label={t("contact.tags")} isOptional value={tags} onChange={setTags} name="tags" />
    </FormDialog>
  );
}
