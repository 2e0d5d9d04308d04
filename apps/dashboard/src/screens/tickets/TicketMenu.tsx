import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CopyPlus, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Ticket } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { tickets } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { useFollowUp } from "./useFollowUp.ts";

/** Less frequent actions on a ticket. */
export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const followUp = useFollowUp(ticket.id);
  return (
    <>
      <Menu label={t("common.more")} trigger={<Button icon={Ellipsis} label={t("common.more")} variant="ghost" size="small" />}>
        {ticket.status === "closed" && (
          <MenuItem id="follow-up" icon={CopyPlus} onAction={() => void followUp()}>
            {t("tickets.followUp")}
          </MenuItem>
        )}
        <MenuItem id="delete" icon={Trash2} isDanger onAction={() => setDeleting(true)}>
          {t("common.delete")}
        </MenuItem>
      </Menu>
      {deleting && (
        <ConfirmDialog
          title={t("labels.delete", { name: `#${ticket.number}` })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={setDeleting}
          onConfirm={async () => {
            await api.tickets.delete(ticket.id);
            await navigate({ to: "/tickets", search: true });
            client.removeQueries({ queryKey: tickets.detailQuery(ticket.id).queryKey, exact: true });
            await tickets.invalidate(client);
          }}
        >
          {t("tickets.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
