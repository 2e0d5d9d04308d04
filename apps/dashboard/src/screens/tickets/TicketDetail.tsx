import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, Check, MessageCircle, RotateCcw } from "lucide-react";
import type { Ticket, UpdateTicket } from "@parley/sdk";
import { agents, contacts, divisions, ticketCategories, tickets } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { contactName } from "../../parts/contact-name.ts";
import { TicketStatusChip } from "../../parts/TicketStatusChip.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { InlineField } from "../../ui/fields/InlineField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { TicketActivityLog } from "./TicketActivityLog.tsx";
import { TicketClocks } from "./TicketClocks.tsx";
import { TicketComment } from "./TicketComment.tsx";

const priorities = ["low", "medium", "high", "urgent"] as const;
/** The next statuses of a ticket. The server decides. */
const nextStatuses: Readonly<Record<Ticket["status"], readonly Ticket["status"][]>> = {
  open: ["open", "in_progress", "resolved"],
  in_progress: ["in_progress", "pending", "resolved"],
  pending: ["pending", "open", "resolved"],
  resolved: ["resolved", "open", "closed"],
  closed: ["closed"],
};

/** One ticket: its subject, its history, and its fields. */
export function TicketDetail({ ticketId }: { ticketId: string }) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: ticket } = useQuery(tickets.detailQuery(ticketId));
  const mayWrite = can(me, "tickets:write") && ticket?.status !== "closed";
  const update = (patch: UpdateTicket) => tickets.update(client, ticketId, patch);
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
  return (
    <>
      <section className="ticket-body" aria-label={ticket.subject}>
        <div className="scroll grow ticket-story">
          <p className="flex items-center gap-2 text-12 text-text-3">
            <span className="tabular-nums">{`#${ticket.number}`}</span>
            <span>{t(`ticket.source.${ticket.source}`)}</span>
            <time dateTime={ticket.createdAt} title={format.instant(ticket.createdAt)}>
              {format.when(ticket.createdAt)}
            </time>
          </p>
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
          <TicketActivityLog ticketId={ticketId} />
        </div>
        {can(me, "tickets:write") && <TicketComment ticketId={ticketId} />}
      </section>
      <aside className="scroll ticket-facts" aria-label={t("tickets.fields")}>
        {mayWrite && (
          <Button
            variant="primary"
            icon={done ? RotateCcw : Check}
            keys="e"
            onPress={() => void update({ status: done ? "open" : "resolved" })}
          >
            {t(done ? "inbox.reopen" : "inbox.resolve")}
          </Button>
        )}
        <Facts ticket={ticket} isReadOnly={!mayWrite} onChange={update} />
        {ticket.contactId !== null && can(me, "contacts:read") && <Customer contactId={ticket.contactId} />}
      </aside>
    </>
  );
}

interface FactsProps {
  ticket: Ticket;
  isReadOnly: boolean;
  onChange(patch: UpdateTicket): Promise<unknown>;
}

function Facts({ ticket, isReadOnly, onChange }: FactsProps) {
  const { t, format } = useI18n();
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: categories } = useQuery({ ...ticketCategories.listQuery(), throwOnError: false });
  const nobody = { id: "", name: t("inbox.nobody") };
  const orNull = (id: string) => (id === "" ? null : id);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <TicketStatusChip status={ticket.status} />
      </div>
      <Select
        label={t("inbox.status")}
        value={ticket.status}
        isReadOnly={isReadOnly}
        options={nextStatuses[ticket.status].map((id) => ({ id, name: format.sentence(t(`ticket.status.${id}`)) }))}
        onChange={(status) => void onChange({ status: status as Ticket["status"] })}
      />
      <Select
        label={t("inbox.priority")}
        value={ticket.priority}
        isReadOnly={isReadOnly}
        options={priorities.map((id) => ({ id, name: t(`priority.${id}`) }))}
        onChange={(priority) => void onChange({ priority: priority as Ticket["priority"] })}
      />
      <Select
        label={t("inbox.assignee")}
        value={ticket.assigneeId ?? ""}
        isReadOnly={isReadOnly}
        options={[nobody, ...(agentList?.items ?? []).filter(({ status }) => status === "active").map(({ id, name }) => ({ id, name }))]}
        onChange={(id) => void onChange({ assigneeId: orNull(id) })}
      />
      {(divisionList?.items.length ?? 0) > 0 && (
        <Select
          label={t("inbox.division")}
          value={ticket.divisionId ?? ""}
          isReadOnly={isReadOnly}
          options={[{ id: "", name: t("common.none") }, ...(divisionList?.items ?? []).map(({ id, name }) => ({ id, name }))]}
          onChange={(id) => void onChange({ divisionId: orNull(id) })}
        />
      )}
      {(categories?.items.length ?? 0) > 0 && (
        <Select
          label={t("tickets.category")}
          value={ticket.category ?? ""}
          isReadOnly={isReadOnly}
          options={[{ id: "", name: t("common.none") }, ...(categories?.items ?? []).map(({ name }) => ({ id: name, name }))]}
          onChange={(category) => void onChange({ category: orNull(category) })}
        />
      )}
      <dl className="facts">
        <dt>{t("tickets.subject")}</dt>
        <dd>
          <InlineField
            label={t("tickets.subject")}
            value={ticket.subject}
            isReadOnly={isReadOnly}
            onSave={(subject) => onChange({ subject })}
          />
        </dd>
      </dl>
    </div>
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
