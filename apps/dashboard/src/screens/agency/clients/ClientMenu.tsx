import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { AgencyClient } from "@parley/sdk";
import { clients } from "../../../api/agency.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";

/** The client's reference, and the link: suspending, resuming, ending it. */
export function ClientMenu({ client: { id, name, status, reference } }: { client: AgencyClient }) {
  const i18n = useI18n();
  const { t } = i18n;
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<"reference" | "suspend" | "end" | null>(null);
  const change = (to: "active" | "suspended" | "ended") => clients.update(queryClient, id, { status: to }, { quiet: true });
  const label = t("agency.more", { name });
  return (
    <>
      <Menu label={label} trigger={<Button icon={Ellipsis} label={label} variant="ghost" size="small" />}>
        <MenuItem id="reference" onAction={() => setDialog("reference")}>
          {t("agency.rename")}
        </MenuItem>
        {status === "suspended" ? (
          <MenuItem id="resume" onAction={() => void change("active").catch((error: unknown) => showFailure(error, i18n))}>
            {t("agency.resume")}
          </MenuItem>
        ) : (
          <MenuItem id="suspend" onAction={() => setDialog("suspend")}>
            {t("agency.suspend")}
          </MenuItem>
        )}
        <MenuItem id="end" isDanger onAction={() => setDialog("end")}>
          {t("agency.end")}
        </MenuItem>
      </Menu>
      {dialog === "reference" && <ReferenceDialog id={id} reference={reference} onClose={() => setDialog(null)} />}
      {(dialog === "suspend" || dialog === "end") && (
        <ConfirmDialog
          title={`${t(`agency.${dialog}`)}: ${name}`}
          isOpen
          isDanger
          confirmLabel={t(`agency.${dialog}`)}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await change(dialog === "end" ? "ended" : "suspended");
            setDialog(null);
          }}
        >
          {t(`agency.${dialog}.text`)}
        </ConfirmDialog>
      )}
    </>
  );
}

function ReferenceDialog({ id, reference, onClose }: { id: string; reference: string | null; onClose(): void }) {
  const { t } = useI18n();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(reference ?? "");
  return (
    <FormDialog
      title={t("agency.rename")}
      size="small"
      verb={t("common.save")}
      onSubmit={async () => {
        await clients.update(queryClient, id, { reference: typed.trim() === "" ? null : typed.trim() }, { quiet: true });
        onClose();
      }}
      onClose={onClose}
    >
      <TextField label={t("agency.reference")} name="reference" value={typed} onChange={setTyped} isOptional />
    </FormDialog>
  );
}
