import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Contact } from "@parley/sdk";
import { deals, pipelines, tickets } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { TicketStatusChip } from "../TicketStatusChip.tsx";
import { ContactCalls } from "./ContactCalls.tsx";
import { ContactOrders } from "./ContactOrders.tsx";
import { PanelRecords } from "./PanelRecords.tsx";

/** A contact's deals, orders, tickets and calls, for the person who answers. Parts that a role may not read are absent. */
export function ContactSales({ contact }: { contact: Contact }) {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <>
      {can(me, "pipeline:read") && <Deals contactId={contact.id} />}
      {can(me, "pipeline:read") && <ContactOrders contactId={contact.id} />}
      {can(me, "tickets:read") && <Tickets contactId={contact.id} />}
      {can(me, "voice:read") && <ContactCalls contactId={contact.id} />}
    </>
  );
}

function Deals({ contactId }: { contactId: string }) {
  const { t, format } = useI18n();
  const { data: pipelineList } = useQuery({ ...pipelines.listQuery(), throwOnError: false });
  const stages = new Map((pipelineList?.items ?? []).flatMap(({ stages: all }) => all.map((stage) => [stage.id, stage] as const)));
  return (
    <PanelRecords title={t("contact.deals")} resource={deals} contactId={contactId}>
      {(deal) => (
        <div className="mini" key={deal.id}>
          <span className="dot acc" aria-hidden />
          <span className="min-w-0 grow">
            <bdi className="cut block">{deal.title}</bdi>
            <span className="text-12 text-text-3">
              <bdi>{stages.get(deal.stageId)?.name}</bdi> · {format.relative(deal.stageEnteredAt)}
            </span>
          </span>
          {deal.amount !== null && deal.currency !== null && (
            <span className="font-medium tabular-nums">{format.money(deal.amount, deal.currency)}</span>
          )}
        </div>
      )}
    </PanelRecords>
  );
}

function Tickets({ contactId }: { contactId: string }) {
  const { t } = useI18n();
  return (
    <PanelRecords title={t("contact.tickets")} resource={tickets} contactId={contactId}>
      {(ticket) => (
        <Link className="mini" key={ticket.id} to="/tickets/$ticketId" params={{ ticketId: ticket.id }}>
          <span className="text-text-3 tabular-nums">{`#${ticket.number}`}</span>
          <bdi className="cut grow">{ticket.subject}</bdi>
          <TicketStatusChip status={ticket.status} />
        </Link>
      )}
    </PanelRecords>
  );
}
