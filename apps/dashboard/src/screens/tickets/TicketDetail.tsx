import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, Check, ChevronLeft, MessageCircle, PanelRight, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { UpdateTicket } from "@parley/sdk";
import { contacts, tickets } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { contactName } from "../../parts/contact-name.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { FollowUpOf } from "./FollowUpOf.tsx";
import { TicketActivityLog } from "./TicketActivityLog.tsx";
import { TicketClocks } from "./TicketClocks.tsx";
import { TicketClosed } from "./TicketClosed.tsx";
import { TicketComment } from "./TicketComment.tsx";
import { TicketFacts } from "./TicketFacts.tsx";
import { TicketMenu } from "./TicketMenu.tsx";

/** One ticket: its subject, its history, and its fields. */
export function TicketDetail({ ticketId }: { ticketId: string }) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: ticket } = useQuery(tickets.detailQuery(ticketId));
  const [detailed, setDetailed] = useState(false);
  const mayWrite = can(me, "tickets:write") && ticket?.status !== "closed";
  const update = (patch: UpdateTicket, options?: { quiet: boolean }) => tickets.update(client, ticketId, patch, options);
  const done = ticket?.status === "resolved";
  useActions(
    mayWrite && ticket !== undefined
      ? [
          {
            ...({ id: "ticket.resolve", group: "shell.tickets", icon: Check, keys: "e" } as const),
            label: done ? "inbox.reopen" : "inbox.resolve",
            run: () => void update({ status: done ? "open" : "resolved" }),
          },
        ]
      : [],
  );
  if (ticket === undefined) return <SkeletonRows rows={6} />;
  const resolve = mayWrite && (
    <Button variant="primary" icon={done ? RotateCcw : Check} keys="e" onPress={() => void update({ status: done ? "open" : "resolved" })}>
      {t(done ? "inbox.reopen" : "inbox.resolve")}
    </Button>
  );
  const facts = (
    <>
      <TicketFacts ticket={ticket} isReadOnly={!mayWrite} onChange={update} />
      {ticket.contactId !== null && can(me, "contacts:read") && <Customer contactId={ticket.contactId} />}
    </>
  );
  return (
    <>
      <section className="ticket-body" aria-label={ticket.subject}>
        <div className="scroll grow ticket-story">
          <div className="flex items-center gap-2 text-12 text-text-3">
            <Link className="btn ghost icon-only small only-phone -ms-2" to="/tickets" search aria-label={t("inbox.toList")}>
              <ChevronLeft className="icon icon-18 flip" aria-hidden />
            </Link>
            <span className="tabular-nums">{`#${ticket.number}`}</span>
            <span className="cut">{t(`ticket.source.${ticket.source}`)}</span>
            <time dateTime={ticket.createdAt} title={format.instant(ticket.createdAt)}>
              {format.when(ticket.createdAt)}
            </time>
            <span className="ticket-tools ms-auto">
              {resolve}
              <Button className="ticket-details" icon={PanelRight} onPress={() => setDetailed(true)}>
                {t("contact.details")}
              </Button>
            </span>
            {can(me, "tickets:write") && <TicketMenu ticket={ticket} />}
          </div>
          <h2 className="text-20">
            <bdi>{ticket.subject}</bdi>
          </h2>
          {ticket.sla !== null && <TicketClocks ticket={ticket} sla={ticket.sla} />}
          {ticket.description !== null && (
            <p className="whitespace-pre-wrap text-14" dir="auto">
              {ticket.description}
            </p>
          )}
          {ticket.conversationId !== null && (
            <Link
              className="card flex items-center gap-2 p-3"
              to="/inbox/$view/$conversationId"
              params={{ view: "all", conversationId: ticket.conversationId }}
            >
              <MessageCircle className="icon" aria-hidden />
              <span className="grow">{t("tickets.conversation")}</span>
              <ArrowUpRight className="icon icon-14 flip" aria-hidden />
            </Link>
          )}
          {ticket.followUpOfId !== null && <FollowUpOf ticketId={ticket.followUpOfId} />}
          <TicketActivityLog ticketId={ticketId} />
        </div>
        {mayWrite ? <TicketComment ticketId={ticketId} /> : can(me, "tickets:write") && <TicketClosed ticketId={ticketId} />}
      </section>
      <aside className="scroll ticket-facts" aria-label={t("contact.details")}>
        {resolve}
        {facts}
      </aside>
      <Drawer title={t("contact.details")} isOpen={detailed} onOpenChange={setDetailed}>
        <div className="ticket-drawer">{facts}</div>
      </Drawer>
    </>
  );
}

function Customer({ contactId }: { contactId: string }) {
  const { t } = useI18n();
  const { data: contact } = useQuery({ ...contacts.detailQuery(contactId), throwOnError: false });
  if (contact === undefined) return null;
  const name = contactName(contact, t("contact.unnamed"));
  return (
    <Link className="flex items-center gap-2" to="/contacts/$contactId" params={{ contactId }}>
      <Avatar id={contactId} name={name} size={32} />
      <span className="min-w-0">
        <bdi className="cut block">{name}</bdi>
        <bdi className="text-12 text-text-3" dir="ltr">
          {contact.phone ?? contact.email}
        </bdi>
      </span>
    </Link>
  );
}
