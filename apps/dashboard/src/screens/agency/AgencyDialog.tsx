import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Agency } from "@parley/sdk";
import { saveAgency } from "../../api/agency.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../ui/overlays/FormDialog.tsx";

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The agency's name and contact details. */
export function AgencyDialog({ agency, onClose }: { agency: Agency; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(agency.name);
  const [contactEmail, setContactEmail] = useState(agency.contactEmail ?? "");
  const [website, setWebsite] = useState(agency.website ?? "");
  const changes = useChangesSinceOpened({ name, contactEmail: orNull(contactEmail), website: orNull(website) });
  async function save() {
    if (changes !== null) await saveAgency(client, changes);
    onClose();
  }
  return (
    <FormDialog title={t("agency.details")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <TextField label={t("agency.name")} name="name" value={name} onChange={setName} isRequired autoFocus />
      <TextField
        label={t("agency.details.email")}
        name="contactEmail"
        type="email"
        isOptional
        value={contactEmail}
        onChange={setContactEmail}
      />
      <TextField label={t("agency.details.website")} name="website" type="url" isOptional value={website} onChange={setWebsite} />
    </FormDialog>
  );
}
