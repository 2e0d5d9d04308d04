import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "@parley/sdk";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { serverNow } from "../../api/clock.ts";
import { apiKeys } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Checkbox, CheckboxGroup } from "../../ui/fields/Checkbox.tsx";
import { DateTimePicker } from "../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { scopesOf, tasks } from "./scopes.ts";

/** A key by its purpose, optionally with a rate limit and an expiry. */
export function NewKeyDialog({ onClose, onMade }: { onClose(): void; onMade(key: CreatedApiKey): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string[]>(["send"]);
  const [limit, setLimit] = useState(Number.NaN);
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  async function make() {
    const body = {
      ...{ name, scopes: scopesOf(chosen) },
      ...(Number.isNaN(limit) ? {} : { rateLimitPerMinute: limit }),
      ...(expiresAt === null ? {} : { expiresAt }),
    };
    const made = await once(body, (options) => api.apiKeys.create(body, options));
    await apiKeys.invalidate(client);
    onClose();
    onMade(made);
  }
  return (
    <FormDialog title={t("keys.new")} size="small" verb={t("keys.make")} isDisabled={chosen.length === 0} onSubmit={make} onClose={onClose}>
      <TextField label={t("contact.name")} name="name" hint={t("keys.name.hint")} value={name} onChange={setName} isRequired />
      <CheckboxGroup label={t("keys.tasks")} name="scopes" value={chosen} onChange={setChosen}>
        {tasks.map(({ id, label }) => (
          <Checkbox key={id} value={id}>
            {t(label)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <p className="text-12 text-text-3">
        <code>{scopesOf(chosen).join(", ")}</code>
      </p>
      <NumberField label={t("keys.limit")} name="rateLimitPerMinute" isOptional minValue={1} value={limit} onChange={setLimit} />
      <DateTimePicker
        label={t("keys.expires")}
        name="expiresAt"
        isOptional
        min={new Date(serverNow()).toISOString()}
        value={expiresAt}
        onChange={setExpiresAt}
      />
    </FormDialog>
  );
}

/** Only the name: a key's permissions never change, so its holder keeps what they were given. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(apiKey.name);
  async function save() {
    await apiKeys.update(client, apiKey.id, { name }, { quiet: true });
    onClose();
  }
  return (
    <FormDialog title={t("keys.edit")} size="small" verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <p className="text-12 text-text-3">{t("keys.edit.text")}</p>
    </FormDialog>
  );
}
