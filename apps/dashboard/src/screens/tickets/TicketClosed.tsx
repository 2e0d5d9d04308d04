import { CopyPlus, Lock } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/feedback/Notice.tsx";
import { useFollowUp } from "./useFollowUp.ts";

/** In place of the comment: why nothing can be written any more, and what can be done instead. */
export function TicketClosed({ ticketId }: { ticketId: string }) {
  const { t } = useI18n();
  const followUp = useFollowUp(ticketId);
  const [pending, setPending] = useState(false);
  async function create() {
    setPending(true);
    await followUp();
    setPending(false);
  }
  return (
    <div className="ticket-comment">
      <Notice icon={Lock}>{t("tickets.closed.text")}</Notice>
      <Button size="small" icon={CopyPlus} isPending={pending} onPress={() => void create()}>
        {t("tickets.followUp")}
      </Button>
    </div>
  );
}
