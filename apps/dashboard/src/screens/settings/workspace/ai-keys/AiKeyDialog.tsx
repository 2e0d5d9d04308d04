import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AiKey } from "@parley/sdk";
import { addAiKey, saveAiKey } from "../../../../api/settings/ai-keys.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { TagInput } from "../../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../../ui/overlays/FormDialog.tsx";

const providers = ["openai", "anthropic", "google", "openai_compatible"] as const;

interface Props {
  /** Null: a new one. */
  aiKey: AiKey | null;
  /** A new key is tested at once. */
  onAdded(key: AiKey): void;
  onClose(): void;
}

/** A provider's key. Its value is write-only. */
export function AiKeyDialog({ aiKey, onAdded, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [provider, setProvider] = useState<AiKey["provider"]>(aiKey?.provider ?? "openai");
  const [name, setName] = useState(aiKey?.name ?? "");
  const [apiKey, setApiKey] = useState("");
  const [baseUrl, setBaseUrl] = useState(aiKey?.baseUrl ?? "");
  const [models, setModels] = useState<string[]>(aiKey?.models ?? []);
  const [isActive, setIsActive] = useState(aiKey?.isActive ?? true);
  const secret = apiKey === "" ? {} : { apiKey };
  const given = models.length === 0 ? {} : { models };
  const changes = useChangesSinceOpened({ name, isActive, baseUrl, ...given, ...secret });
  async function save() {
    if (aiKey === null) {
      const made = await addAiKey(client, {
        ...{ provider, name, apiKey, isActive, ...given },
        ...(baseUrl === "" ? {} : { baseUrl }),
      });
      onClose();
      return onAdded(made);
    }
    if (changes !== null) await saveAiKey(client, aiKey.id, changes);
    onClose();
  }
  return (
    <FormDialog title={t(aiKey === null ? "aiKeys.new" : "aiKeys.edit")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <Select
        label={t("aiKeys.provider")}
        name="provider"
        value={provider}
        isReadOnly={aiKey !== null}
        options={providers.map((id) => ({ id, name: t(`aiKeys.provider.${id}`) }))}
        onChange={setProvider}
      />
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} maxLength={100} isRequired />
      <TextField
        label={t("aiKeys.key")}
        name="apiKey"
        type="password"
        autoComplete="off"
        hint={t(aiKey === null ? "aiKeys.key.hint" : "aiKeys.key.keep")}
        value={apiKey}
        isCode
        isRequired={aiKey === null}
        onChange={setApiKey}
      />
      <TextField
        label={t("aiKeys.url")}
        name="baseUrl"
        type="url"
        hint={t("aiKeys.url.hint")}
        isOptional={provider !== "openai_compatible"}
        isRequired={provider === "openai_compatible"}
        isCode
        value={baseUrl}
        onChange={setBaseUrl}
      />
      <TagInput label={t("aiKeys.models")} name="models" hint={t("aiKeys.models.hint")} isOptional value={models} onChange={setModels} />
      <Switch isSelected={isActive} onChange={setIsActive}>
        {t("aiKeys.active")}
      </Switch>
    </FormDialog>
  );
}
