import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Eraser, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { useHasRecords } from "./useHasRecords.ts";

/** Deletes a contact; one with conversations or other records can only be erased with them, by those who may. */
export function ContactRemoval({ contactId, name }: { contactId: string; name: string }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const erases = useHasRecords(contactId);
  if (erases === null || !can(me, erases ? "organization:write" : "contacts:write")) return null;
  async function remove() {
    if (erases === true) {
      await api.contacts.erase(contactId, { confirm: "erase" });
      toast.show({ tone: "ok", text: t("contact.erasing") });
    } else await api.contacts.delete(contactId);
    await navigate({ to: "/contacts" });
    client.removeQueries({ queryKey: contacts.detailQuery(contactId).queryKey, exact: true });
    await contacts.invalidate(client);
  }
  return (
    <>
      <Button icon={erases ? Eraser : Trash2} label={t(erases ? "privacy.erase" : "common.delete")} onPress={() => setAsking(true)} />
      {asking && (
        <ConfirmDialog
          title={t(erases ? "privacy.eraseTitle" : "labels.delete", { name })}
          isOpen
          isDanger
          confirmLabel={t(erases ? "privacy.erase" : "common.delete")}
          onOpenChange={setAsking}
          onConfirm={remove}
        >
          {erases && <p>{t("contact.erase.text")}</p>}
          <p className={erases ? "mt-2" : ""}>{t(erases ? "privacy.erase.text" : "contact.delete.text")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
