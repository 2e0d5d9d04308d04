import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GrantableScope } from "@parley/sdk";
import { linkRequests } from "../../../api/agency.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantScopes } from "../../../parts/grants/GrantScopes.tsx";
import { allGrantable, usualGrant } from "../../../parts/grants/grantable.ts";
import { toast } from "../../../shell/toast.ts";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

/** Asks an existing organization to become a client. */
export function LinkDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [organization, setOrganization] = useState("");
  const [reference, setReference] = useState("");
  const [message, setMessage] = useState("");
  const [scopes, setScopes] = useState<GrantableScope[]>([...usualGrant]);
  async function ask() {
    const body = {
      organization: organization.trim(),
      scopes,
      ...(message.trim() === "" ? {} : { message: message.trim() }),
      ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
    };
    await once(body, (options) => api.agency.linkRequests.create(body, options));
    linkRequests.invalidate(client);
    toast.show({ tone: "ok", text: t("agency.linked.asked") });
    onClose();
  }
  return (
    <FormDialog title={t("agency.link")} verb={t("agency.link.ask")} isDisabled={scopes.length === 0} onSubmit={ask} onClose={onClose}>
      <TextField
        label={t("agency.link.organization")}
        name="organization"
        hint={t("agency.link.hint")}
        value={organization}
        onChange={setOrganization}
        isRequired
      />
      <GrantScopes value={scopes} onChange={setScopes} offered={allGrantable} />
      <TextArea label={t("agency.message")} name="message" rows={2} isOptional value={message} onChange={setMessage} />
      <TextField label={t("agency.reference")} name="reference" isOptional value={reference} onChange={setReference} />
    </FormDialog>
  );
}
