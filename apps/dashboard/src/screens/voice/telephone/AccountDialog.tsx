import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TelephonyAccount } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { telephonyAccounts } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { useAccountTest } from "./useAccountTest.ts";

const providers = ["twilio"] as const satisfies TelephonyAccount["provider"][];

/** An account at a telephony provider. Its token is write-only, and is tested once it is saved. */
export function AccountDialog({ account, onClose }: { account: TelephonyAccount | null; onClose(): void }) {
  const { t } = useI18n();
  const test = useAccountTest();
  const client = useQueryClient();
  const [provider, setProvider] = useState<TelephonyAccount["provider"]>(account?.provider ?? "twilio");
  const [name, setName] = useState(account?.name ?? "");
  const [providerAccountId, setProviderAccountId] = useState(account?.providerAccountId ?? "");
  const [authToken, setAuthToken] = useState("");
  const [baseUrl, setBaseUrl] = useState(account?.baseUrl ?? "");
  // Without a URL, the account is on the provider's own server.
  const body = { name, providerAccountId, baseUrl: baseUrl === "" ? null : baseUrl };
  const changes = useChangesSinceOpened({ ...body, ...(authToken === "" ? {} : { authToken }) });
  async function save() {
    if (account !== null && changes === null) return onClose();
    const saved = await (account === null
      ? api.telephonyAccounts.create({ provider, ...body, authToken })
      : api.telephonyAccounts.update(account.id, changes ?? {}));
    telephonyAccounts.invalidate(client, saved.id);
    onClose();
    // It is saved whatever the result, and the list shows its status.
    if (saved.status === "installed") void test(saved);
  }
  return (
    <FormDialog
      title={t(account === null ? "telephone.account.new" : "telephone.account.edit")}
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label={t("telephone.account.provider")}
        name="provider"
        value={provider}
        isReadOnly={account !== null}
        options={providers.map((id) => ({ id, name: t(`telephone.provider.${id}`) }))}
        onChange={setProvider}
      />
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} maxLength={100} isRequired autoFocus />
      <TextField
        label={t("telephone.account.id")}
        name="providerAccountId"
        hint={t("telephone.account.id.hint")}
        value={providerAccountId}
        maxLength={100}
        isCode
        isRequired
        onChange={setProviderAccountId}
      />
      <TextField
        label={t("telephone.account.token")}
        name="authToken"
        type="password"
        autoComplete="off"
        hint={t(account === null ? "telephone.account.token.hint" : "telephone.account.token.keep")}
        value={authToken}
        isCode
        isRequired={account === null}
        onChange={setAuthToken}
      />
      <TextField
        label={t("telephone.account.url")}
        name="baseUrl"
        type="url"
        hint={t("telephone.account.url.hint")}
        isOptional
        isCode
        value={baseUrl}
        onChange={setBaseUrl}
      />
      {account !== null && <p className="text-12 text-text-3">{t("telephone.account.callback.hint")}</p>}
    </FormDialog>
  );
}
