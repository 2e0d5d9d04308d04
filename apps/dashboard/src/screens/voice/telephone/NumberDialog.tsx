import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PhoneNumber, TelephonyAccount } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { phoneNumbers, voiceAgentsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

const nobody = "nobody";

interface Props {
  /** Null: a new one. */
  number: PhoneNumber | null;
  accounts: readonly TelephonyAccount[];
  onClose(): void;
}

/** A number of an account, and the voice agent that answers it. */
export function NumberDialog({ number, accounts, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: agents } = useQuery(voiceAgentsQuery());
  const [typed, setTyped] = useState(number?.number ?? "");
  const [name, setName] = useState(number === null || number.name === number.number ? "" : number.name);
  const [accountId, setAccountId] = useState(number?.telephonyAccountId ?? accounts[0]?.id ?? "");
  const [agentId, setAgentId] = useState(number?.voiceAgentId ?? nobody);
  const voiceAgentId = agentId === nobody ? null : agentId;
  const changes = useChangesSinceOpened({ name: name === "" ? typed : name, voiceAgentId });
  async function save() {
    if (number === null)
      await api.phoneNumbers.create({ number: typed, telephonyAccountId: accountId, voiceAgentId, ...(name === "" ? {} : { name }) });
    else if (changes !== null) await api.phoneNumbers.update(number.id, changes);
    phoneNumbers.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t(number === null ? "telephone.number.new" : "telephone.number.edit")}
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("telephone.number")}
        name="number"
        type="tel"
        hint={t("telephone.number.hint")}
        value={typed}
        maxLength={40}
        isRequired
        isReadOnly={number !== null}
        onChange={setTyped}
        autoFocus={number === null}
      />
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} maxLength={100} isOptional />
      <Select
        label={t("telephone.account")}
        name="telephonyAccountId"
        value={accountId}
        isReadOnly={number !== null}
        options={accounts.map((each) => ({ id: each.id, name: each.name }))}
        onChange={setAccountId}
      />
      <Select
        label={t("telephone.number.agent")}
        name="voiceAgentId"
        value={agentId}
        options={[
          { id: nobody, name: t("telephone.number.nobody") },
          ...(agents?.items ?? []).map(({ id, name: called }) => ({ id, name: called })),
        ]}
        onChange={setAgentId}
      />
    </FormDialog>
  );
}
