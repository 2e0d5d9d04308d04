import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyClient } from "@parley/sdk";
import { snapshots } from "../../../api/agency.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

const own = "own";

interface Props {
  clients: readonly AgencyClient[];
  /** Whether it may be taken from a client. */
  mayAct: boolean;
  onClose(): void;
}

/** Saves an organization's current set-up: a client's, or the agency's own. */
export function NewSnapshotDialog({ clients, mayAct, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [from, setFrom] = useState(own);
  const [isDefault, setDefault] = useState(false);
  const sources = mayAct ? clients.filter(({ grantedScopes, status }) => grantedScopes.length > 0 && status !== "suspended") : [];
  async function make() {
    const content = from === own ? { snapshot: await ownContent() } : { clientId: from };
    const said = description.trim();
    const body = { name, isDefault, ...(said === "" ? {} : { description: said }), ...content };
    await once(body, (options) => api.agency.snapshots.create(body, options));
    snapshots.invalidate(client);
    onClose();
  }
  return (
    <FormDialog title={t("snapshots.new")} verb={t("snapshots.make")} onSubmit={make} onClose={onClose}>
      <TextField label={t("agency.name")} name="name" value={name} onChange={setName} isRequired autoFocus />
      <TextArea label={t("snapshots.description")} name="description" rows={2} isOptional value={description} onChange={setDescription} />
      <Select
        label={t("snapshots.from")}
        name="clientId"
        hint={t("snapshots.from.hint")}
        value={from}
        options={[{ id: own, name: t("snapshots.from.own") }, ...sources.map(({ id, name: called }) => ({ id, name: called }))]}
        onChange={setFrom}
      />
      <Switch isSelected={isDefault} onChange={setDefault}>
        {t("snapshots.default.use")}
      </Switch>
    </FormDialog>
  );
}

/** The response contains more than a snapshot accepts: the time, and what was left out. */
async function ownContent() {
  const { version, parts } = await api.organization.snapshot.get();
  return { version, parts };
}
