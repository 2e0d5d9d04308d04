import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GrantableScope } from "@parley/sdk";
import { clients, snapshots } from "../../../api/agency.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantScopes } from "../../../parts/grants/GrantScopes.tsx";
import { allGrantable, usualGrant } from "../../../parts/grants/grantable.ts";
import { toast } from "../../../shell/toast.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

const byDefault = "default";
const none = "none";

/** Creates an organization for a client, with an invitation for its owner. */
export function NewClientDialog({ onClose, onMade }: { onClose(): void; onMade(id: string): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const { data: library } = useQuery({ ...snapshots.listQuery(), throwOnError: false });
  const [name, setName] = useState("");
  const [ownerEmail, setOwnerEmail] = useState("");
  const [ownerName, setOwnerName] = useState("");
  const [reference, setReference] = useState("");
  const [snapshot, setSnapshot] = useState(byDefault);
  const [withGrant, setWithGrant] = useState(true);
  const [scopes, setScopes] = useState<GrantableScope[]>([...usualGrant]);
  async function make() {
    const body = {
      name,
      ownerEmail,
      ...(ownerName.trim() === "" ? {} : { ownerName }),
      ...(reference.trim() === "" ? {} : { reference }),
      ...(withGrant && scopes.length > 0 ? { grant: { scopes } } : {}),
      ...(snapshot === byDefault ? {} : { snapshotId: snapshot === none ? null : snapshot }),
    };
    const made = await once(body, (options) => api.agency.clients.create(body, options));
    clients.invalidate(client);
    toast.show({ tone: "ok", text: t("agency.made", { name, email: made.invitation.email }) });
    onClose();
    onMade(made.id);
  }
  const kept = library?.items ?? [];
  return (
    <FormDialog title={t("agency.new")} verb={t("agency.make")} onSubmit={make} onClose={onClose}>
      <TextField label={t("agency.name")} name="name" value={name} onChange={setName} isRequired autoFocus />
      <TextField
        label={t("agency.owner")}
        name="ownerEmail"
        type="email"
        hint={t("agency.owner.hint")}
        value={ownerEmail}
        onChange={setOwnerEmail}
        isRequired
      />
      <TextField label={t("agency.owner.name")} name="ownerName" isOptional value={ownerName} onChange={setOwnerName} />
      <TextField label={t("agency.reference")} name="reference" isOptional value={reference} onChange={setReference} />
      {kept.length > 0 && (
        <Select
          label={t("agency.snapshot")}
          name="snapshotId"
          value={snapshot}
          options={[
            ...(kept.some(({ isDefault }) => isDefault) ? [{ id: byDefault, name: t("agency.snapshot.default") }] : []),
            { id: none, name: t("agency.snapshot.none") },
            ...kept.map(({ id, name: called }) => ({ id, name: called })),
          ]}
          onChange={setSnapshot}
        />
      )}
      <Switch isSelected={withGrant} onChange={setWithGrant}>
        {t("agency.grant")}
      </Switch>
      {withGrant && (
        <>
          <p className="text-12 text-text-3">{t("agency.grant.hint")}</p>
          <GrantScopes value={scopes} onChange={setScopes} offered={allGrantable} />
        </>
      )}
    </FormDialog>
  );
}
