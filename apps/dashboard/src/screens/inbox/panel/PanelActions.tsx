import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { HandCoins, Ticket } from "lucide-react";
import { useState } from "react";
import type { Contact, Conversation } from "@parley/sdk";
import { pipelines } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { CallButton } from "../../../parts/calls/CallButton.tsx";
import { useCallOptions } from "../../../parts/calls/useCallOptions.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

const NewTicketDialog = lazyComponent(async () => (await import("../../tickets/NewTicketDialog.tsx")).NewTicketDialog, { keys: "all" });
const DealDialog = lazyComponent(async () => (await import("../../pipeline/DealDialog.tsx")).DealDialog, { keys: "all" });

/** Records that can be created from a conversation. `contact`: undefined while it loads. */
export function PanelActions({ conversation, contact }: { conversation: Conversation; contact: Contact | undefined }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayDeal = can(me, "pipeline:write");
  const { data: pipelineList } = useQuery({ ...pipelines.listQuery(), enabled: mayDeal, throwOnError: false });
  const [making, setMaking] = useState<"ticket" | "deal" | null>(null);
  const close = () => setMaking(null);
  const pipeline = pipelineList?.items.find(({ isDefault }) => isDefault) ?? pipelineList?.items[0];
  const mayTicket = can(me, "tickets:write");
  const options = useCallOptions(contact);
  if (!mayTicket && pipeline === undefined && options === null) return null;
  return (
    <div className="panel-actions">
      {mayTicket && (
        <Button size="small" icon={Ticket} onPress={() => setMaking("ticket")}>
          {t("contact.ticket")}
        </Button>
      )}
      {mayDeal && pipeline !== undefined && (
        <Button size="small" icon={HandCoins} onPress={() => setMaking("deal")}>
          {t("contact.deal")}
        </Button>
      )}
      {contact !== undefined && options !== null && <CallButton size="small" contact={contact} options={options} />}
      {making === "ticket" && (
        <NewTicketDialog
          conversationId={conversation.id}
          contactId={conversation.contactId}
          onClose={close}
          onMade={(ticketId) =>
            toast.show({
              ...{ text: t("contact.ticketMade"), tone: "ok" },
              action: { label: t("contact.ticketOpen"), run: () => void navigate({ to: "/tickets/$ticketId", params: { ticketId } }) },
            })
          }
        />
      )}
      {making === "deal" && pipeline !== undefined && (
        <DealDialog pipeline={pipeline} deal={null} conversationId={conversation.id} onClose={close} />
      )}
    </div>
  );
}
