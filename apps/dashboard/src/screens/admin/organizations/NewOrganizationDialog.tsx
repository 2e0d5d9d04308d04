import { useState } from "react";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useRun } from "../frame/useRun.ts";

/** Creates an organization and invites its owner. */
export function NewOrganizationDialog({ onMade, onClose }: { onMade(id: string): void; onClose(): void }) {
  const { t } = useI18n();
  const { inForm } = useRun();
  const once = useOnce();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<"business" | "agency">("business");
  const [ownerEmail, setOwnerEmail] = useState("");
  const [ownerName, setOwnerName] = useState("");
  const owner = ownerName.trim();
  const submit = () =>
    inForm(
      async () => {
        const body = { name, kind, ownerEmail, ...(owner === "" ? {} : { ownerName: owner }) };
        const made = await once(body, (options) => api.admin.organizations.create(body, options));
        onClose();
        onMade(made.id);
      },
      t("team.inviteSent", { email: ownerEmail }),
    );
  return (
    <FormDialog title={t("admin.organization.new")} verb={t("admin.organization.make")} onSubmit={submit} onClose={onClose}>
      <TextField label={t("general.name")} name="name" value={name} onChange={setName} isRequired />
      <RadioGroup label={t("general.kind")} name="kind" value={kind} onChange={(id) => setKind(id as "business" | "agency")}>
        <Radio value="business">{t("general.kind.business")}</Radio>
        <Radio value="agency">{t("general.kind.agency")}</Radio>
      </RadioGroup>
      <TextField
        label={t("admin.owner.email")}
        hint={t("admin.owner.email.hint")}
        name="ownerEmail"
        type="email"
        value={ownerEmail}
        onChange={setOwnerEmail}
        isRequired
      />
      <TextField label={t("admin.owner.name")} name="ownerName" isOptional value={ownerName} onChange={setOwnerName} />
    </FormDialog>
  );
}
